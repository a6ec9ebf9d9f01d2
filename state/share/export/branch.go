package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// place is the position of an exchange in its session.
type place struct {
	goesOn bool   // an earlier exchange has the beginning of its messages
	branch string // how it leaves the one before it; empty: it continues that
}

// placeOf finds the place of an exchange among those before it.
func placeOf(list []Exchange, i int) place {
	of := list[i]
	if i == 0 || !of.State.Known.Request || of.State.IsRerank() || of.About.Session == "" || of.About.Session != list[i-1].About.Session {
		return place{}
	}
	items := contentsOf(of.State)
	switch {
	case follows(items, list[i-1]):
		return place{goesOn: true}
	case !slices.ContainsFunc(items, func(s content) bool { return s.byModel }):
		return place{branch: "another branch, from the start"}
	}
	after, longest := -1, -1
	for j, earlier := range list[:i] {
		if earlier.About.Session != of.About.Session || !follows(items, earlier) {
			continue
		}
		if n := len(contentsOf(earlier.State)); n >= longest {
			after, longest = j, n
		}
	}
	if after < 0 {
		return place{branch: "with all that it was sent"}
	}
	return place{goesOn: true, branch: fmt.Sprintf("another branch, after exchange %d", after+1)}
}

// content is what a message says, independent of its spelling.
type content struct {
	byModel bool
	text    string // of a message; else the item's call or bytes
}

// contentsOf returns the contents of a request, without the system.
func contentsOf(x *state.Exchange) (all []content) {
	body, err := registry.Read(x.Request)
	if err != nil {
		return nil
	}
	for _, m := range body.Messages {
		if m.Role != dialect.System {
			all = append(all, content{m.FromModel(), cmp.Or(textOf(m), callOf(m), m.Parts[0].Text)})
		}
	}
	return all
}

// textOf returns the text of a message.
func textOf(m dialect.Message) string {
	var texts []string
	for _, p := range m.Parts {
		if p.Kind == dialect.Text && p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// callOf returns the id of a call that a message makes or answers; empty for none.
func callOf(m dialect.Message) string {
	if len(m.Parts) == 0 {
		return ""
	}
	if p := &m.Parts[0]; p.Kind == dialect.Other {
		return scan.Text(scan.Get([]byte(p.Text), "call_id"))
	}
	return m.Parts[0].ID
}

// follows reports whether a conversation begins with that of an earlier exchange and its
// answer.
func follows(items []content, earlier Exchange) bool {
	if earlier.State == nil || !earlier.State.Known.Request {
		return false
	}
	asked := contentsOf(earlier.State)
	if len(items) <= len(asked) || !slices.Equal(items[:len(asked)], asked) {
		return false
	}
	answer := items[len(asked):]
	if end := slices.IndexFunc(answer, func(s content) bool { return !s.byModel }); end >= 0 {
		answer = answer[:end]
	}
	answered := false
	for _, it := range earlier.State.Items {
		m := it.Message()
		text := cmp.Or(textOf(m), callOf(m))
		if text == "" {
			continue
		}
		if slices.Contains(answer, content{true, text}) {
			return true
		}
		answered = true
	}
	return !answered && len(answer) == 0
}
