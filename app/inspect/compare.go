package inspect

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/answer/explain"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/inspect/diff"
	"gatehouse/views/kit/picker"
)

// pair is two exchanges that were chosen to be compared; nil for one that was not.
type pair struct {
	of   *desk.Chat // while it is shown
	a, b *screen.Exchange
}

// compare chooses the two exchanges that are compared; where one is missing it
// asks for it.
func (s *Screen) compare(a, b int) tea.Cmd {
	s.Overlays.Close()
	if x := s.Look.Standalone; x != nil {
		if x.Listed == nil {
			return s.Notify("a rerank run is compared with the one in the next column; %s shows another run", s.Keys.Name(views.ActRerank))
		}
		return s.Notify("%s is outside the conversation; mark two exchanges with %s in %s and compare them there", x.Label(x.State.Verdict), s.Keys.In(views.History).Name(views.ActHistoryMark), s.Keys.Name(views.ActHistory))
	}
	conv := s.desk.Shown().Conv
	switch {
	case a == 0:
		return s.chooseExchange("A", conv.Find(b), func(id int) views.Intent { return views.Compare{A: id, B: b} })
	case b == 0:
		return s.chooseExchange("B", conv.Find(a), func(id int) views.Intent { return views.Compare{A: a, B: id} })
	}
	s.pair = pair{of: s.desk.Shown(), a: s.Look.ExchangeOf(conv.Find(a)), b: s.Look.ExchangeOf(conv.Find(b))}
	return s.SetFocus(DiffPane)
}

func (s *Screen) showComparison(a, b *screen.Exchange) tea.Cmd {
	s.pair = pair{of: s.desk.Shown(), a: a, b: b}
	return s.SetFocus(DiffPane)
}

// Compared are the two exchanges: those that were chosen, else the pair that begins
// with the shown one.
func (s *Screen) Compared() (a, b *screen.Exchange) {
	if x := s.Look.Standalone; x != nil {
		return x.Pair()
	}
	if p := s.pair; p.a != nil && p.b != nil && p.of == s.desk.Shown() {
		return p.a, p.b
	}
	if x := s.Look.Exchange(); x != nil {
		return x.Pair()
	}
	return nil, nil
}

func (s *Screen) showPair() tea.Cmd {
	a, b := s.Compared()
	s.diff.SetAlone(s.Look.Standalone != nil || len(s.desk.Shown().Turns()) < 2, s.Sent.Len())
	s.diff.SetPair(s.Look.Subject(a), s.Look.Subject(b))
	return screen.Address(DiffPane, s.diff.Work())
}

// chooseExchange lists the exchanges of the shown conversation, the newest
// first, for one side of a comparison; other is on the other side. The
// selection is on the one that is on this side, else on one next to other.
func (s *Screen) chooseExchange(side string, other *talk.Turn, choose func(turn int) views.Intent) tea.Cmd {
	all := s.desk.Shown().Turns()
	switch len(all) {
	case 0:
		return s.Notify("nothing sent yet in this conversation")
	case 1:
		return s.Notify("only one exchange %s", diff.OnlyOne(all[0].Exchange, s.Sent.Len(), s.Keys.In(views.Inspect)))
	}
	a, b := s.Compared()
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
			Right:  explain.Sign(x.Verdict) + " " + string(x.Verdict),
			Choose: func() views.Intent { return choose(t.ID) },
		})
	}
	p := picker.New(s.Styles, s.Keys)
	p.SetItems(items)
	cmd := s.OpenOverlay("Compare: choose "+side, p)
	if at := slices.Index(all, here); at >= 0 {
		p.Select(exchangeLabel(at, here))
	}
	return cmd
}

func turnOf(x *screen.Exchange) *talk.Turn {
	if x == nil {
		return nil
	}
	return x.Turn
}

// exchangeLabel returns the number of an exchange and its message, or what it was saved as.
func exchangeLabel(i int, t *talk.Turn) string {
	words := explain.Saved(t.Exchange)
	if words == "" {
		words = screen.Short(strings.Join(strings.Fields(screen.UserText(t)), " "), 40)
	}
	return fmt.Sprintf("%d  %s", i+1, words)
}
