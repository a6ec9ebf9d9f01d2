package app

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views/body"
)

// notice is the line that says what just happened. It goes with the next key,
// unless it was there from the start: warnings stay until they were answered
// with esc or the first text was sent.
type notice struct {
	lines  []string
	sticky bool
}

// notify shows a line until the next key.
func (m *Model) notify(format string, args ...any) tea.Cmd {
	m.say(false, fmt.Sprintf(format, args...))
	return nil
}

func (m *Model) say(sticky bool, lines ...string) {
	safe := make([]string, len(lines))
	for i, l := range lines {
		safe[i] = body.SanitizeLine(l)
	}
	m.notice = notice{lines: safe, sticky: sticky && len(lines) > 0}
	m.arrange()
}

// unsay takes the notice away; a sticky one only when all is true.
func (m *Model) unsay(all bool) {
	if len(m.notice.lines) > 0 && (all || !m.notice.sticky) {
		m.say(false)
	}
}
