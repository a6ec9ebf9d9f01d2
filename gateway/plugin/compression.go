package plugin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gatehouse/gateway/content"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// gap replaces the removed middle of a text.
const gap = "\n[… middle removed by context-compression …]\n"

// Compress is the plugin context-compression: a conversation that is longer than
// limit tokens loses its middle, item by item; the last message of the user and
// what follows it stay. Where that is still too long, or all there is, the
// longest texts lose theirs. It gives up when ctx ends.
func Compress(ctx context.Context, req *request.Request, p request.Plugin, limit int) (*request.Request, route.Stage) {
	before := req.Tokens()
	items := content.Items(req.Body())
	typ, original := "messages", len(items)
	if input, _ := req.Member("input"); input.Type == gjson.String {
		typ, original = "prompt", before
	}
	kept := original
	if before > limit {
		left := items
		if typ == "messages" {
			left = middleOut(items, before-limit)
			kept = len(left)
		}
		body := req.Body()
		if len(left) < len(items) {
			body = content.WithItems(body, left)
		}
		req = shortened(ctx, req.With(body), limit)
		if typ == "prompt" {
			kept = req.Tokens()
		}
	}
	after := req.Tokens()
	engine, ok := p.Member("engine")
	if !ok {
		engine.Str = "middle-out"
	}
	unit := map[string]string{"messages": "item", "prompt": "token"}[typ]
	summary := fmt.Sprintf("Not needed: input of %s, context of %s", plural(before, "token"), thousands(limit))
	if before > limit {
		summary = fmt.Sprintf("Removed the middle to fit the context of %s: %s of %s kept, %s of %s",
			plural(limit, "token"), thousands(kept), plural(original, unit), thousands(after), plural(before, "token"))
	}
	return req, route.Stage{
		Type: "context_compression", Name: "context-compression", Summary: summary,
		Data: map[string]any{
			"engine": engine.Str, "input_type": typ, "original_count": original, "compressed_count": kept,
			"original_tokens": before, "compressed_tokens": after,
		},
	}
}

// middleOut drops items, from the middle outwards, until excess tokens are gone.
// A call and its output go together, since one is wrong without the other.
func middleOut(items []string, excess int) []string {
	parsed := make([]request.Item, len(items))
	last := len(items)
	for i, raw := range items {
		parsed[i] = request.ParseItem(gjson.Parse(raw))
		if parsed[i].Type == "message" && parsed[i].Role == "user" {
			last = i
		}
	}
	byCall := map[string][]int{}
	for i, it := range parsed[:last] {
		if it.CallID != "" {
			byCall[it.CallID] = append(byCall[it.CallID], i)
		}
	}
	order := make([]int, last)
	for i := range order {
		order[i] = i
	}
	middle := float64(len(items)-1) / 2
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(float64(a)-middle), math.Abs(float64(b)-middle))
	})
	dropped := make([]bool, len(items))
	for _, i := range order {
		if excess <= 0 {
			break
		}
		for _, n := range append([]int{i}, byCall[parsed[i].CallID]...) {
			if !dropped[n] {
				dropped[n] = true
				excess -= parsed[n].Tokens()
			}
		}
	}
	var kept []string
	for i, raw := range items {
		if !dropped[i] {
			kept = append(kept, raw)
		}
	}
	return kept
}

// shortened takes the middle out of the longest texts until the request fits,
// or nothing is left that is long. Each round leaves none of more than half the
// longest before it whole, so that there are few of them.
func shortened(ctx context.Context, req *request.Request, limit int) *request.Request {
	mark := output.CountTokens(gap) + 1
	for {
		excess, longest := req.Tokens()-limit, 0
		content.Rewrite(req.Body(), func(text string) string {
			longest = max(longest, output.CountTokens(text))
			return text
		})
		if ctx.Err() != nil || excess <= 0 || longest < 4*mark {
			return req
		}
		req = req.With(content.Rewrite(req.Body(), func(text string) string {
			n := output.CountTokens(text)
			if excess <= 0 || n < longest/2 || n < 4*mark {
				return text
			}
			keep := max(n-excess-mark, n/2)
			excess -= n - keep - mark
			head, rest := output.CutTokens(text, keep/2)
			_, tail := output.CutTokens(rest, n-keep)
			return head + gap + tail
		}))
	}
}
