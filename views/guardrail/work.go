package guardrail

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/guard"
	"gatehouse/state/raw"
	"gatehouse/state/tree"
)

// atOnce is up to how many bytes a request and what went upstream are looked
// through while the page is drawn; more is looked through off the UI.
const atOnce = 64 << 10

// source is what is looked through, and for what.
type source struct {
	exchange *state.Exchange
	verdict  state.Verdict
	routing  int // bytes: the metadata comes once
	debug    int // events
}

// findings is what was found in a source.
type findings struct {
	texts []guard.Text
	found []guard.Found // for each stage
	after []passed      // what became of the texts, where a stage redacts
}

// passed is what became of the texts on the way to some providers: to all of
// those whom they reached alike.
type passed struct {
	to   []guard.Passed // without their bodies
	list []redaction
}

// redaction is a text before and after, and what differs in its words.
type redaction struct {
	guard.Redaction
	pieces []tree.Piece
}

// searched brings what was found off the UI.
type searched struct {
	of source
	findings
}

// look takes note of another source, and looks through a small one.
func (m *Model) look(x *state.Exchange) {
	now := source{exchange: x}
	if x != nil {
		now.verdict, now.routing, now.debug = x.Verdict, len(x.Routing), len(x.Debug)
	}
	if now == m.of {
		return
	}
	m.of, m.stages, m.looked, m.busy = now, guard.Stages(x), nil, false
	if len(m.stages) == 0 {
		return
	}
	size := len(x.Request) + len(x.Routing)
	if x.Failure != nil {
		size += len(x.Failure.Metadata)
	}
	for _, d := range x.Debug {
		size += len(d)
	}
	if size <= atOnce {
		f := search(x.Request, x.Debug, x.Routing, m.stages)
		m.looked = &f
	}
}

// Work implements views.Worker: it looks through a large request off the UI.
func (m *Model) Work() tea.Cmd {
	x := m.subject.Exchange
	m.look(x)
	if len(m.stages) == 0 || m.looked != nil || m.busy {
		return nil
	}
	m.busy = true
	of, request, debug, routing, stages := m.of, x.Request, slices.Clone(x.Debug), x.Routing, m.stages
	return func() tea.Msg { return searched{of, search(request, debug, routing, stages)} }
}

// search looks for what the stages tell of in the request's texts, and for what
// they took out on the way.
func search(request []byte, debug []json.RawMessage, routing json.RawMessage, stages []guard.Stage) findings {
	f := findings{texts: guard.Texts(request)}
	f.found = guard.Find(f.texts, stages...)
	if slices.ContainsFunc(stages, guard.Stage.Redacted) {
		for _, p := range guard.Upstream(debug, routing) {
			if raw.KindOf(p.Body) != raw.Object {
				continue // its texts cannot be told apart
			}
			list := guard.Redactions(f.texts, p.Body)
			p.Body = nil
			same := func(a redaction, b guard.Redaction) bool { return a.Redaction == b }
			i := slices.IndexFunc(f.after, func(a passed) bool { return slices.EqualFunc(a.list, list, same) })
			if i < 0 {
				i, f.after = len(f.after), append(f.after, passed{list: compared(list)})
			}
			f.after[i].to = append(f.after[i].to, p)
		}
	}
	return f
}

func compared(list []guard.Redaction) []redaction {
	out := make([]redaction, len(list))
	for i, r := range list {
		out[i] = redaction{r, tree.DiffWords(r.Before, r.After)}
	}
	return out
}
