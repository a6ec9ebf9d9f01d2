package plugin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// removedMark replaces the removed middle of a text.
const removedMark = "\n[… middle removed by context-compression …]\n"

// Compress is the plugin context-compression: a conversation longer than limit tokens loses items
// in its middle, but neither the last message of the user nor the items after it. If it is still
// too long, the longest texts lose their middles. It stops when ctx ends.
func Compress(ctx context.Context, req *request.Request, p request.Plugin, limit int) (*request.Request, route.Stage) {
	before := req.Tokens()
	items := request.RawItems(req.Body())
	typ, unit, original := "messages", "item", len(items)
	if input, _ := req.Member("input"); input.Type == gjson.String {
		typ, unit, original = "prompt", "token", before
	}
	remaining := original
	summary := fmt.Sprintf("Not needed: input of %s, context of %s", output.Plural(before, "token"), output.Thousands(limit))
	if before > limit {
		if typ == "messages" {
			if left := dropMiddle(items, before-limit); len(left) < len(items) {
				req = req.With(request.WithItems(req.Body(), left))
				remaining = len(left)
			}
		}
		req = shortenTexts(ctx, req, limit)
		if typ == "prompt" {
			remaining = req.Tokens()
		}
		summary = fmt.Sprintf("Removed the middle to fit the context of %s: %s of %s kept, %s of %s",
			output.Plural(limit, "token"), output.Thousands(remaining), output.Plural(original, unit),
			output.Thousands(req.Tokens()), output.Plural(before, "token"))
	}
	return req, route.Stage{
		Type: "context_compression", Name: "context-compression", Summary: summary,
		Data: map[string]any{
			"engine": p.Text("engine", "middle-out"), "input_type": typ, "original_count": original, "compressed_count": remaining,
			"original_tokens": before, "compressed_tokens": req.Tokens(),
		},
	}
}

// dropMiddle drops items, from the middle outwards, until excess tokens are removed. It drops a
// call and its output together, since one without the other is invalid.
func dropMiddle(items []string, excess int) []string {
	parsed := make([]request.Item, len(items))
	for i, raw := range items {
		parsed[i] = request.ParseItem(gjson.Parse(raw))
	}
	last := lastPrompt(items)
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
	var remaining []string
	for i, raw := range items {
		if !dropped[i] {
			remaining = append(remaining, raw)
		}
	}
	return remaining
}

// shortenTexts removes the middle of the longest texts until the request fits or no text is long.
// Each round shortens every text of more than half the maximum, so that there are few rounds.
func shortenTexts(ctx context.Context, req *request.Request, limit int) *request.Request {
	mark := output.CountTokens(removedMark) + 1
	for {
		excess, longest := req.Tokens()-limit, 0
		request.RewriteTexts(req.Body(), func(text string) string {
			longest = max(longest, output.CountTokens(text))
			return text
		})
		if ctx.Err() != nil || excess <= 0 || longest < 4*mark {
			return req
		}
		req = req.With(request.RewriteTexts(req.Body(), func(text string) string {
			n := output.CountTokens(text)
			if excess <= 0 || n < longest/2 || n < 4*mark {
				return text
			}
			left := max(n-excess-mark, n/2)
			excess -= n - left - mark
			head, rest := output.CutTokens(text, left/2)
			_, tail := output.CutTokens(rest, n-left)
			return head + removedMark + tail
		}))
	}
}
