package app

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// relax opens the request of the exchange that is looked at in the builder with
// some edits made to it, at the place of the first; sending it makes a branch.
func (m *Model) relax(edits []views.Edit, place string) tea.Cmd {
	turn := m.inspected()
	switch {
	case turn == nil || turn.Exchange == nil:
		return m.notify("there is no request to change yet")
	case turn.ID == 0:
		return m.elsewhere()
	}
	changes := make([]state.Change, len(edits))
	for i, e := range edits {
		changes[i] = state.Change{Pointer: e.Pointer, Value: e.Value}
	}
	doc, err := state.Changed(turn.Exchange.Request, changes...)
	if err != nil {
		return m.notify("the request was not changed: %v", err)
	}
	cmd := tea.Batch(m.editTurn(turn.ID), m.showBuild())
	left, err := m.desk.chat().conv.ReplaceBody(doc, m.composer.Text(), m.bodyOptions(), false)
	if err != nil {
		return tea.Batch(cmd, m.notify("the request was not changed: %v", err))
	}
	m.setText(m.composer.Text(), left)
	m.choose(turn) // it is still what the inspector tells of
	cmd = tea.Batch(cmd, m.refreshed(nil), m.goToPlace(place))
	if len(edits) == 0 {
		return cmd
	}
	return tea.Batch(cmd, m.notify("%s; %s sends it, %s takes it back", changedWords(edits), m.keys.Name(views.ActSendNow), m.keys.Name(views.ActUndo)))
}

// elsewhere goes to where a run is changed that is none of the conversation's:
// the column of its model.
func (m *Model) elsewhere() tea.Cmd {
	r, run := &m.rankings, m.inspector.ranked
	if run == nil {
		return m.notify("this is a run of the rerankers: %s changes it and sends it again", m.keys.Name(views.ActRerank))
	}
	cmd := m.showRerank()
	for q, row := range r.runs {
		if model := slices.Index(row, run); model >= 0 {
			cmd = tea.Batch(cmd, m.stepQuery(q-r.at), m.refreshed(m.setFocus(rankingPane)))
			r.ranking.SelectColumn(model)
			return tea.Batch(cmd, m.notify("the run of %s: %s changes what it is asked with, %s runs it again",
				run.model.Slug, m.keys.Name(views.ActRankSettings), m.keys.Name(views.ActSendNow)))
		}
	}
	return tea.Batch(cmd, m.notify("the run of %s is in the comparison no more", run.model.Slug))
}

// changedWords tell what edits did.
func changedWords(edits []views.Edit) string {
	words := make([]string, len(edits))
	for i, e := range edits {
		name := strings.ReplaceAll(strings.TrimPrefix(e.Pointer, "/"), "/", ".")
		words[i] = "took " + name + " away"
		if e.Value != nil {
			words[i] = "set " + name + " to " + short(string(e.Value), 40)
		}
	}
	return strings.Join(words, ", ")
}

// placeOf is where edits are shown: at the first; what was taken away has left
// what it lay in.
func placeOf(edits []views.Edit) string {
	if len(edits) == 0 {
		return ""
	}
	at := edits[0].Pointer
	if cut := strings.LastIndexByte(at, '/'); edits[0].Value == nil && cut > 0 {
		return at[:cut]
	}
	return at
}

// askMetadata sends the exchange's request again and asks for routing
// metadata, from now on in this conversation.
func (m *Model) askMetadata() tea.Cmd {
	c := m.desk.chat()
	turn := m.inspected()
	switch {
	case turn == nil || turn.Exchange == nil || c.run != nil:
		return m.resend(0) // which says why not
	case turn.ID == 0:
		return m.elsewhere()
	}
	if c.headers.mode() == client.MetadataOff {
		c.headers.setMetadata(metadataOn)
	}
	return m.sendAgain(turn)
}

// pair is the two exchanges that are compared; nil for one that was not chosen.
type pair struct {
	of   *chat
	a, b *state.Turn
}

// compare chooses the two exchanges that are compared; where one is missing it
// asks which it shall be.
func (m *Model) compare(a, b int) tea.Cmd {
	m.closeOverlay()
	conv := m.desk.chat().conv
	switch {
	case a == 0:
		return m.chooseExchange("Compare: A", func(id int) views.Intent { return views.Compare{A: id, B: b} })
	case b == 0:
		return m.chooseExchange("Compare: B", func(id int) views.Intent { return views.Compare{A: a, B: id} })
	}
	m.inspector.pair = pair{of: m.desk.chat(), a: conv.Find(a), b: conv.Find(b)}
	return m.setFocus(diffPane)
}

// compared are the two exchanges: those that were chosen, else the one that is
// looked at and the one before it.
func (m *Model) compared() (a, b *state.Turn) {
	if p := m.inspector.pair; p.of == m.desk.chat() && p.a != nil && p.b != nil {
		return p.a, p.b
	}
	b = m.inspected()
	for _, t := range m.exchanges() {
		if t == b {
			break
		}
		a = t
	}
	return a, b
}

// lookAtPair gives the comparison its two exchanges.
func (m *Model) lookAtPair() tea.Cmd {
	a, b := m.compared()
	m.inspector.diff.SetPair(m.subjectOf(a), m.subjectOf(b))
	return address(diffPane, m.inspector.diff.Work())
}

// chooseExchange lists the exchanges of the shown conversation, the newest
// first.
func (m *Model) chooseExchange(title string, choose func(turn int) views.Intent) tea.Cmd {
	var items []picker.Item
	all := m.exchanges()
	for i := len(all) - 1; i >= 0; i-- {
		t := all[i]
		model := t.Exchange.Model
		if model == "" {
			model = t.Exchange.Asked
		}
		items = append(items, picker.Item{
			Label:  fmt.Sprintf("%d  %s", i+1, short(strings.Join(strings.Fields(said(t)), " "), 40)),
			Words:  model,
			Right:  views.Sign(t.Exchange.Verdict) + " " + string(t.Exchange.Verdict),
			Choose: func() views.Intent { return choose(t.ID) },
		})
	}
	switch len(items) {
	case 0:
		return m.notify("nothing was sent yet in this conversation")
	case 1:
		return m.notify("there is one exchange; send another one, or this one again (%s), to compare them", m.keys.Name(views.ActResend))
	}
	p := picker.New(m.styles, m.keys)
	p.SetItems(items)
	return m.open(title, p)
}
