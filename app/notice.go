package app

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views/body"
)

// notice is what stands above the composer: the line that says what just
// happened, which goes with the next key, and below it the warnings, which stay
// until they were answered with esc or the next text was sent.
type notice struct {
	last, warnings []string
	lines          []string // both, below what is said for as long as it is so
}

// notify shows a line until the next key.
func (m *Model) notify(format string, args ...any) tea.Cmd {
	m.say(false, fmt.Sprintf(format, args...))
	return nil
}

// say shows lines in the place of the last; sticky ones are warnings, which
// come to those there are.
func (m *Model) say(sticky bool, lines ...string) {
	safe := make([]string, len(lines))
	for i, l := range lines {
		safe[i] = body.SanitizeLine(l)
	}
	n := &m.notice
	if sticky {
		n.warnings = append(n.warnings, safe...)
	} else {
		n.last = safe
	}
	m.arrange()
}

// unsay takes the last line away, and the warnings too when all is true.
func (m *Model) unsay(all bool) {
	if all && len(m.notice.warnings) > 0 {
		m.notice.warnings = nil
		m.say(false)
	} else if len(m.notice.last) > 0 {
		m.say(false)
	}
}
