package diff

import (
	"gatehouse/state/history"
	"gatehouse/views"
	"gatehouse/views/text"
)

// besideFrom is from how many cells on two answers stand side by side.
const besideFrom = 140

// shown is how much of the answers is drawn, and how.
func (m *Model) shown() text.Shown {
	s := text.Shown{Around: text.Around, Most: mostAlone, Beside: m.width >= besideFrom}
	switch {
	case m.only:
		s.Around = 0
	case m.whole:
		s.Around = text.AllLines
	}
	if m.whole {
		s.Most = 0
	}
	return s
}

// mostAlone is how many lines of one answer follow one another at first, so that the other
// one's are seen.
const mostAlone = 24

// firstWords are those of what an exchange asked, as far as that is known.
func firstWords(s views.Subject) string {
	if s.Exchange == nil || s.Capture == nil {
		return ""
	}
	return history.Asked(s.Exchange, s.Capture)
}
