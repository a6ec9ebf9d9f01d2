package guardrail

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/dataurl"
	"gatehouse/state/dialect"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
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

// passed is what became of the messages on the way to some providers: to all of
// those whom they reached alike.
type passed struct {
	to      []guard.UpstreamBody // without their bodies
	passage guard.Comparison
	wrong   error // why they could not be compared
	list    []redaction
}

// redaction is a text before and after, and what differs in its words.
type redaction struct {
	guard.Redaction
	before, after string
	pieces        []tree.Piece
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
		f.after = compared(request, guard.Upstream(debug, routing))
	}
	return f
}

// compared compares a request with the bodies that went on; those in which the same
// became of it are one.
func compared(request []byte, bodies []guard.UpstreamBody) []passed {
	var list []passed
	for _, p := range bodies {
		passage, err := guard.Compare(request, p.Body)
		p.Body = nil
		i := slices.IndexFunc(list, func(a passed) bool { return a.wrong == nil && err == nil && a.passage.Equal(passage) })
		if i < 0 {
			i = len(list)
			list = append(list, passed{passage: passage, wrong: err, list: redactions(passage.Redactions)})
		}
		list[i].to = append(list[i].to, p)
	}
	return list
}

// mostCompared is up to how many bytes of two texts their words are compared.
const mostCompared = 2 << 20

func redactions(list []guard.Redaction) []redaction {
	out := make([]redaction, len(list))
	for i, r := range list {
		n := redaction{Redaction: r, before: written(r.Before), after: written(r.After)}
		if len(n.before)+len(n.after) <= mostCompared {
			n.pieces = tree.DiffWords(n.before, n.after)
		} else {
			n.pieces = []tree.Piece{{Kind: tree.Removed, To: len(n.before)}, {Kind: tree.Added, To: len(n.after)}}
		}
		out[i] = n
	}
	return out
}

// written is a part as one line of text: an attachment by its kind and size.
func written(p *dialect.Place) string {
	switch {
	case p == nil:
		return ""
	case p.Kind == dialect.Call:
		return p.Name + " " + p.Text
	case p.Kind == dialect.Media && len(p.Text) > longAddress:
		return p.Name + ", " + figures.Size(dataurl.Base64Size(p.Text))
	}
	return p.Text
}

// longAddress is up to how many bytes the text of an attachment is shown; what is
// longer is its data.
const longAddress = 200
