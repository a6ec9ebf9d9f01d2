package app

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/talk"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// pair is the two exchanges that are compared; nil for one that was not chosen.
type pair struct {
	of   *desk.Chat
	a, b *talk.Turn
}

// compare chooses the two exchanges that are compared; where one is missing it
// asks which it shall be.
func (m *Model) compare(a, b int) tea.Cmd {
	m.Overlays.Close()
	if m.inspector.foreign != nil {
		return m.Notify("a run of a reranker is compared with the one in the column beside it: %s shows another run", m.Keys.Name(views.ActRerank))
	}
	conv := m.desk.Shown().Conv
	switch {
	case a == 0:
		return m.chooseExchange("A", conv.Find(b), func(id int) views.Intent { return views.Compare{A: id, B: b} })
	case b == 0:
		return m.chooseExchange("B", conv.Find(a), func(id int) views.Intent { return views.Compare{A: a, B: id} })
	}
	m.inspector.pair = pair{of: m.desk.Shown(), a: conv.Find(a), b: conv.Find(b)}
	return m.SetFocus(diffPane)
}

// compared are the two exchanges: those that were chosen, else the pair that begins
// with the one that is looked at.
func (m *Model) compared() (a, b screen.Exchange) {
	if x := m.inspector.foreign; x != nil {
		return x.Pair()
	}
	if p := m.inspector.pair; p.of == m.desk.Shown() && p.a != nil && p.b != nil {
		return m.exchangeOf(p.a), m.exchangeOf(p.b)
	}
	if x := m.looked(); x != nil {
		return x.Pair()
	}
	return nil, nil
}

// lookAtPair gives the comparison its two exchanges.
func (m *Model) lookAtPair() tea.Cmd {
	a, b := m.compared()
	m.inspector.diff.SetAlone(m.foreign() != nil || len(m.exchanges()) < 2)
	m.inspector.diff.SetPair(m.subjectOf(a), m.subjectOf(b))
	return screen.Address(diffPane, m.inspector.diff.Work())
}

// chooseExchange lists the exchanges of the shown conversation, the newest
// first, for one side of a comparison; other is on the other side. The
// selection is on the one that stands on this side, else on one beside other.
func (m *Model) chooseExchange(side string, other *talk.Turn, choose func(turn int) views.Intent) tea.Cmd {
	all := m.exchanges()
	switch len(all) {
	case 0:
		return m.Notify("nothing was sent yet in this conversation")
	case 1:
		if saved := views.Saved(all[0].Exchange); saved != "" {
			return m.Notify("there is one exchange, %s; send something to compare them", saved)
		}
		return m.Notify("there is one exchange; send another one, or this one again (%s), to compare them", m.Keys.Name(views.ActResend))
	}
	a, b := m.compared()
	here := turnOf(a)
	otherSide := "B"
	if side == "B" {
		here, otherSide = turnOf(b), "A"
	}
	if at := slices.Index(all, other); here == nil || here == other {
		here = all[max(at-1, 0)]
		if at == 0 {
			here = all[1]
		}
	}
	var items []picker.Item
	for i, t := range slices.Backward(all) {
		x := t.Exchange
		words := x.Model
		if words == "" {
			words = x.Chain
		}
		if t == other {
			words += ", now " + otherSide
		}
		items = append(items, picker.Item{
			Label:  exchangeLabel(i, t),
			Words:  words,
			Right:  views.Sign(x.Verdict) + " " + string(x.Verdict),
			Choose: func() views.Intent { return choose(t.ID) },
		})
	}
	p := picker.New(m.Styles, m.Keys)
	p.SetItems(items)
	cmd := m.OpenOverlay("Compare: choose "+side, p)
	if at := slices.Index(all, here); at >= 0 {
		p.Select(exchangeLabel(at, here))
	}
	return cmd
}

// exchangeLabel is the number of an exchange and what was said, or what it was saved
// as.
func exchangeLabel(i int, t *talk.Turn) string {
	words := views.Saved(t.Exchange)
	if words == "" {
		words = screen.Short(strings.Join(strings.Fields(screen.Said(t)), " "), 40)
	}
	return fmt.Sprintf("%d  %s", i+1, words)
}
