package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/history"
)

// place is the position of an exchange in its session or run.
type place struct {
	goesOn bool   // an earlier exchange has the beginning of its messages
	after  int    // index of that exchange, which has the system's messages too; -1: the one before
	branch string // how it leaves the one before it; empty: it continues that
	silent bool   // its messages are those of another: a retry, or a request that counts them
}

// placeOf finds the place of an exchange among those before it.
func placeOf(list []Exchange, i int) place {
	of := list[i]
	if of.Listed != nil && of.Listed.Run != 0 {
		return placeInRun(list, i)
	}
	if i == 0 || !of.State.Known.Request || of.State.IsRerank() || of.About.Session == "" || of.About.Session != list[i-1].About.Session {
		return place{after: -1}
	}
	items := contentsOf(of.State)
	switch {
	case follows(items, list[i-1]):
		return place{goesOn: true, after: -1}
	case !slices.ContainsFunc(items, func(s content) bool { return s.byModel }):
		return place{branch: "another branch, from the start", after: -1}
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
		return place{branch: "with all that it was sent", after: -1}
	}
	return place{goesOn: true, branch: fmt.Sprintf("another branch, after exchange %d", after+1), after: -1}
}

// placeInRun finds the place of an exchange by the parents of its run: an agent may spell a message in
// another way when it sends it again.
func placeInRun(list []Exchange, i int) place {
	of := list[i].Listed
	parent, before, sibling := -1, -1, false
	for j := range i {
		e := list[j].Listed
		if e == nil || e.Run != of.Run {
			continue
		}
		if e.Key == of.Parent {
			parent = j
		}
		if e.Purpose == history.Step {
			before = j
		}
		sibling = sibling || e.Parent != 0 && e.Parent == of.Parent && e.Joined != run.ByParent
	}
	p := place{after: parent, branch: string(of.Purpose)}
	switch {
	case of.Purpose.IsQuiet():
		p.silent = of.Purpose != history.WarmUp
	case of.Purpose != history.Step:
	case parent < 0 && before >= 0:
		p.branch = "from the start"
	case parent < 0:
	case of.Joined == run.ByParent:
		p.branch = fmt.Sprintf("a sub-agent of exchange %d", parent+1)
	case of.Joined == run.ByRetry:
		p.branch, p.silent = fmt.Sprintf("exchange %d again", parent+1), true
	default:
		if p.goesOn = true; sibling {
			p.branch = fmt.Sprintf("another branch, after exchange %d", parent+1)
		} else if parent != before && before >= 0 && !list[parent].Listed.Purpose.IsQuiet() {
			p.branch = fmt.Sprintf("after exchange %d", parent+1)
		}
	}
	return p
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
