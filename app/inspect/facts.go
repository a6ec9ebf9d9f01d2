package inspect

import (
	"gatehouse/app/screen"
	"gatehouse/views"
)

func (s *Screen) Facts() screen.Facts {
	var f screen.Facts
	if x := s.Look.Exchange(); x != nil && x.State != nil {
		f.Tab = x.Label(s.Look.Shown(x).Verdict)
	}
	if x := s.Look.Standalone; x != nil {
		f.Top = x.Sender.Facts().Top
		if x.Sender.Running() > 0 {
			f.Stops = "stop"
		}
	} else {
		t := s.Look.Turn()
		f.Top = s.desk.TurnFacts(t, s.Look.ShownOf(t))
		if f.Top.Running && (t == nil || t.Exchange == nil || !t.Exchange.Running()) { // another one of the conversation
			f.Top.Running, f.Top.InChat = false, true
			f.Top.Others++
		}
		if s.desk.Shown().Run != nil {
			f.Stops = "stop"
		}
	}
	if s.tab == SentPane {
		f.Tab = s.sentFacts()
	}
	if t, ok := s.page(s.tab).Pane.(views.Typist); ok && t.Typing() {
		return f
	}
	for _, a := range []views.Action{views.ActHelp, views.ActPalette, views.ActNextPane, views.ActExchangeBefore,
		views.ActExchangeAfter, views.ActTabExchanges, views.ActResend, views.ActChange, views.ActCopyMenu, views.ActQuit} {
		if !s.does(a) {
			continue
		}
		b := s.Keys.Binding(a)
		if a == views.ActNextPane {
			b = s.Keys.As(a, "next tab")
		}
		f.Keys = append(f.Keys, b)
	}
	return f
}

// does reports whether an action does something to the shown exchange.
func (s *Screen) does(a views.Action) bool {
	x := s.Look.Exchange()
	at, count := -1, len(s.desk.Shown().Turns())
	if x != nil {
		at, count = x.Place()
	}
	switch a {
	case views.ActCopyMenu:
		return x != nil
	case views.ActTabExchanges:
		return s.tab != SentPane && s.Sent.Len() > 0
	case views.ActChange:
		return x != nil && x.State != nil && x.State.Known.Request
	case views.ActResend:
		if x == nil || x.State == nil || !x.State.Known.Request || x.State.Running() {
			return false
		}
		return x.Sender != nil || s.desk.Shown().Run == nil
	case views.ActExchangeBefore:
		return count > 1 && at != 0
	case views.ActExchangeAfter: // after the last exchange of a conversation is the one that is sent next
		return count > 1 && (s.Look.Standalone == nil || at < count-1)
	}
	return true
}
