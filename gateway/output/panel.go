package output

import "time"

// The things that happen while a panel answers, by the names of their events
// behind response.fusion_call. (wire-notes §5.1).
const (
	PanelAdded     = "panel.added"
	PanelReasoning = "panel.reasoning.delta"
	PanelDelta     = "panel.delta"
	PanelCompleted = "panel.completed"
	PanelFailed    = "panel.failed"
	Analysing      = "analysis.in_progress"
	Analysed       = "analysis.completed"
)

// Said is one of them. Panelist is who says it, with a whole answer or a failure
// when it has ended; Delta is the next token of a thought or of an answer.
type Said struct {
	What string
	Panelist
	Delta string
}

// Listener is for whom a panel talks. The zero value listens to nothing and
// waits for nothing.
type Listener struct {
	Pace time.Duration   // between two tokens of one model
	Hear func(Said) bool // reports false when nobody listens any more; nil: nobody does
}

// Tell lets the listener hear. It reports false when nobody listens any more;
// where nobody ever did, the panel goes on.
func (l Listener) Tell(said Said) bool { return l.Hear == nil || l.Hear(said) }

// Hold lets the panel answer, once; after that it does nothing. It returns when
// everyone has ended.
func (f *Fusion) Hold(l Listener) {
	if ask := f.Ask; ask != nil {
		f.Ask = nil
		ask(f, l)
	}
}

// Play holds the panel and sends what is said while it is said.
func (f *Fusion) Play(s *Stage) bool {
	ok := f.send(s, "in_progress", nil)
	if !ok {
		return false
	}
	f.Hold(Listener{Pace: s.Pace, Hear: func(said Said) bool {
		ok = ok && f.say(s, said)
		return ok
	}})
	return ok && f.send(s, "completed", nil)
}

// say sends the event of one thing.
func (f *Fusion) say(s *Stage, said Said) bool {
	return f.send(s, said.What, func(b []byte) []byte {
		switch said.What {
		case Analysing:
			// judge_model is the deprecated alias, always with the same value ("Events").
			return appendText(appendText(b, "analyst_model", f.Analyst), "judge_model", f.Analyst)
		case Analysed:
			return appendAny(b, "analysis", f.Analysis)
		}
		b = appendText(b, "model", said.Model)
		switch said.What {
		case PanelReasoning, PanelDelta:
			return appendText(b, "delta", said.Delta)
		case PanelCompleted:
			return appendText(b, "content", said.Content)
		case PanelFailed:
			return appendInt(appendText(b, "error", said.Error), "status_code", said.Status)
		}
		return b
	})
}

func (f *Fusion) send(s *Stage, name string, members func([]byte) []byte) bool {
	return s.event("response.fusion_call."+name, func(b []byte) []byte {
		b = append(b, s.place(f.ID, "")...)
		if members == nil {
			return b
		}
		return members(b)
	})
}
