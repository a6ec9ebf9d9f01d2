package inspect

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// showSent lists the exchanges of this run, as they are by now.
func (s *Screen) showSent() {
	entries := s.Sent.Entries()
	switch {
	case len(entries) > 0:
	case s.Look.Exchange() != nil:
		s.sent.SetStatus("Nothing sent yet in this run: the exchange shown was opened, not sent.")
	default:
		s.sent.SetStatus("Nothing sent yet in this run.")
	}
	s.sent.SetEntries(entries, true, time.Now())
}

// asked caches the first words of a request, which may be long.
type asked struct {
	of    *screen.Exchange
	words string
}

// name names an exchange above its tabs: its place, its verdict, and what was asked.
func (s *Screen) name(x *screen.Exchange) string {
	if s.asked.of != x {
		s.asked = asked{of: x}
		switch {
		case x.Turn != nil:
			s.asked.words = text.SanitizeLine(screen.FirstLine(screen.UserText(x.Turn)))
		case x.Listed != nil:
			s.asked.words = text.SanitizeLine(x.Listed.Words)
		}
	}
	return strings.TrimSpace(x.Label(s.Look.Shown(x).Verdict) + "  " + s.asked.words)
}

// toTab goes back from the list to the tab that was left for it. What was chosen in the list
// to be compared is over.
func (s *Screen) toTab() tea.Cmd {
	tab := s.leftFor
	s.listed, s.leftFor = false, ""
	s.pair.leave()
	return s.SetFocus(tab)
}

func (s *Screen) selectSent() {
	s.showSent()
	if x := s.Look.Exchange(); x != nil {
		s.sent.Select(s.Sent.KeyOf(x.State))
	}
}

// sentFacts count the exchanges, next to the tabs.
func (s *Screen) sentFacts() string {
	n, running := s.sent.Len(), 0
	for _, e := range s.sent.Entries() {
		if e.Verdict == state.Running {
			running++
		}
	}
	words := figures.Counted(n, "exchange")
	if running > 0 {
		words += fmt.Sprintf(", %d running", running)
	}
	if dropped := s.Sent.Dropped(); dropped > 0 {
		words += fmt.Sprintf(", %d older no longer in memory", dropped)
	}
	return words
}

func (s *Screen) doSent(i views.HistoryDo) tea.Cmd {
	switch i.Action {
	case views.ActOpenRow:
		return s.openSent(OverviewPane)
	case views.ActHistoryMark:
		s.sent.Mark(i.Key)
		if len(s.sent.Marked()) == 2 {
			return s.Notify("two exchanges are marked; %s compares them", s.Keys.Name(views.ActTabDiff))
		}
	}
	return nil
}

func (s *Screen) openSent(tab screen.ID) tea.Cmd {
	cmd, ok := s.lookAtSent()
	if !ok {
		return nil
	}
	cmd = tea.Batch(cmd, s.SetFocus(tab))
	s.listed = true
	return cmd
}

// lookAtSent makes the selected exchange the shown one, and stays in the list.
func (s *Screen) lookAtSent() (cmd tea.Cmd, ok bool) {
	e, ok := s.sent.Selected()
	if !ok {
		return nil, false
	}
	from, leftFor, sent := s.from, s.leftFor, s.Sent.Find(e.Key)
	if sent == nil {
		return nil, false
	}
	cmd = s.showExchange(sent)
	s.from, s.leftFor = from, leftFor // another conversation was shown on the way
	return cmd, true
}

// performOnSent does an action to the selected exchange of the list: a tab shows it, and
// what means the shown exchange elsewhere means that one.
func (s *Screen) performOnSent(action views.Action) (cmd tea.Cmd, ok bool) {
	switch action {
	case views.ActTabExchanges:
		return nil, false
	case views.ActExchangeBefore: // the newest is on top
		return s.Deliver(SentPane, views.Perform{Action: views.ActGoDown}), true
	case views.ActExchangeAfter:
		return s.Deliver(SentPane, views.Perform{Action: views.ActGoUp}), true
	case views.ActTabDiff:
		if len(s.sent.Marked()) > 0 {
			return s.compareSent(), true
		}
	case views.ActRaw:
		return s.openSent(ResponsePane), true
	case views.ActResend, views.ActResendSame, views.ActChange, views.ActPreview, views.ActCopyMenu, views.ActMakeCheck, views.ActTeamMark:
		if cmd, ok = s.lookAtSent(); ok {
			more, _ := s.performOn(s.Look.Exchange(), action)
			return tea.Batch(cmd, more), true
		}
		return nil, false
	}
	for _, p := range s.tabs {
		if p.Action == action {
			return s.openSent(p.ID), true
		}
	}
	return nil, false
}

// compareSent compares the marked exchanges, or the marked one and the selected.
func (s *Screen) compareSent() tea.Cmd {
	keys, ok := s.sent.Pair()
	if !ok {
		return s.Notify("mark another exchange (%s) to compare them", s.Keys.In(views.Exchanges).Name(views.ActHistoryMark))
	}
	var both [2]*screen.Exchange
	for i, key := range keys {
		if both[i] = s.Sent.Find(key); both[i] == nil {
			return s.Notify("a marked exchange is no longer in memory; find it with %s", s.Keys.Name(views.ActHistory))
		}
	}
	s.pair, s.listed = pair{a: both[0], b: both[1]}, true
	return s.SetFocus(DiffPane)
}
