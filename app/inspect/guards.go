package inspect

import (
	"gatehouse/app/screen"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// guards is what the guardrails did that looked at the request of the shown exchange: the words
// that they found in its text, and what they took out of it.
type guards struct {
	of     searchedIn
	stages []wire.Stage
	found  *explain.Searched // nil: not yet
	busy   bool              // it is searched off the screen
}

// searchedIn is what is searched, and for what.
type searchedIn struct {
	exchange *state.Exchange
	verdict  state.Verdict
	routing  int // bytes: the metadata arrives once
	debug    int // events
}

// guardsOf is what the page of guardrails is made of.
type guardsOf struct {
	of    searchedIn
	found bool
	asked bool
}

// maxAtOnce is the size, in bytes, of a request and what went upstream that are searched while the
// page is drawn; larger ones are searched off the screen.
const maxAtOnce = 64 << 10

// look takes note of another exchange, or of more of it, and searches a small one.
func (g *guards) look(x *state.Exchange) {
	now := searchedIn{exchange: x}
	if x != nil {
		now.verdict, now.routing, now.debug = x.Verdict, len(x.Routing), len(x.Debug)
	}
	if now == g.of {
		return
	}
	*g = guards{of: now, stages: explain.Guardrails(x)}
	if len(g.stages) == 0 {
		return
	}
	size := len(x.Request) + len(x.Routing)
	if x.Failure != nil {
		size += len(x.Failure.Metadata)
	}
	for _, d := range x.Debug {
		size += len(d)
	}
	if size <= maxAtOnce {
		g.found = explain.Search(x.Request, x.Debug, x.Routing, g.stages)
	}
}

// in reports whether guardrails looked at the request of an exchange.
func (g *guards) in(x *state.Exchange) bool {
	g.look(x)
	return len(g.stages) > 0
}

// search searches a large request off the screen; nil where there is nothing to do.
func (g *guards) search(x *state.Exchange) tea.Cmd {
	g.look(x)
	if len(g.stages) == 0 || g.found != nil || g.busy {
		return nil
	}
	g.busy = true
	of, request, debug, routing, stages := g.of, x.Request, slices.Clone(x.Debug), x.Routing, g.stages
	return func() tea.Msg {
		found := explain.Search(request, debug, routing, stages)
		return screen.EffectFunc(func() tea.Cmd {
			if of == g.of {
				g.found, g.busy = found, false
			}
			return nil
		})
	}
}

// tab returns the tab of the guardrails.
func (g *guards) tab() reports.Source {
	return reports.Source{
		Name: "guardrails", Idle: []views.Action{views.ActReadFrame, views.ActReadFirst},
		Make: func(s views.Subject) []report.Report {
			subject := reports.SubjectOf(s)
			subject.Read.Guards = g.found
			return []report.Report{report.Guardrails(subject)}
		},
		Depends: func(s views.Subject) any {
			g.look(s.Exchange)
			return guardsOf{of: g.of, found: g.found != nil, asked: s.Metadata}
		},
		Do: g.do, Help: g.help,
	}
}

func (g *guards) do(t *reports.Tab, action views.Action, _ int) (views.Intent, bool) {
	switch action {
	case views.ActReadEdit:
		return g.edit(t), true
	case views.ActReadLoosen:
		if t.HasAction(action) { // only a stream carries it (API document, debug)
			return views.RelaxBy(explain.EchoUpstream(t.Subject.Exchange.Request)), true
		}
	case views.ActReadMetadata:
		if t.Subject.CanRequestMetadata() {
			return views.AskMetadata{}, true
		}
	}
	return nil, false
}

// edit goes to the text that the selected row describes. The message that was sent last is edited
// where it was written; any other place in the builder.
func (g *guards) edit(t *reports.Tab) views.Intent {
	x, turn := t.Subject.Exchange, t.Subject.Turn
	switch {
	case x == nil || turn == 0 || len(g.stages) == 0 && x.Known.Request:
		return nil
	case !x.Known.Request:
		return views.EditResend{Turn: turn} // whose notice has the reason
	case g.found == nil:
		return views.Notify{Text: "still searching the request"}
	}
	row, _ := t.Selected()
	match, ok := g.match(row.ID)
	if !ok {
		return views.EditResend{Turn: turn}
	}
	text := g.found.Texts[match.Text]
	if g.isLast(text) {
		return views.EditResend{Turn: turn, Pointer: text.Pointer, From: match.From, To: match.To}
	}
	return views.ShowPlace{Pointer: text.Pointer}
}

// match returns the one that a row describes, else the first of the guardrail whose row it is, and
// outside of them the first of all.
func (g *guards) match(row string) (match explain.Match, ok bool) {
	found := g.found.Found
	place := strings.Split(row, "/") // stage/0, stage/0/match/1, or a row below one of these
	if i, known := number(place, "stage", 0, len(found)); known {
		found = found[i : i+1]
		if j, known := number(place, "match", 2, len(found[0].Matches)); known {
			return found[0].Matches[j], true
		}
	}
	for _, f := range found {
		if len(f.Matches) > 0 {
			return f.Matches[0], true
		}
	}
	return explain.Match{}, false
}

// number returns the number after a name in the ID of a row, of count things.
func number(place []string, name string, at, count int) (n int, ok bool) {
	if len(place) < at+2 || place[at] != name {
		return 0, false
	}
	n, err := strconv.Atoi(place[at+1])
	return n, err == nil && n < count
}

// isLast reports whether a text belongs to the message that was sent last.
func (g *guards) isLast(t explain.Text) bool {
	return t.Role == "user" && !slices.ContainsFunc(g.found.Texts, func(other explain.Text) bool { return other.Item > t.Item })
}

func (g *guards) help(t *reports.Tab) (all []key.Binding) {
	if len(g.stages) > 0 && t.Subject.Resendable() {
		all = append(all, t.Keys.Binding(views.ActReadEdit))
	}
	if t.HasAction(views.ActReadLoosen) {
		all = append(all, t.Keys.As(views.ActReadLoosen, "echo upstream"))
	}
	if t.Subject.CanRequestMetadata() {
		all = append(all, t.Keys.Binding(views.ActReadMetadata))
	}
	return all
}
