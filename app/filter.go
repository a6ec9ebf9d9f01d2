package app

import (
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"gatehouse/views"
)

// filter sees every message before Update. It runs in the same goroutine.
// Wheel events arrive in bursts of hundreds, and each message costs a drawn
// screen: the first passes, those of the same frame are summed.
func filter(model tea.Model, msg tea.Msg) tea.Msg {
	m, ok := model.(*Model)
	if !ok {
		return msg
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return m.turnWheel(msg)
	case uv.UnknownCsiEvent:
		return m.pointer.console(string(msg))
	case tea.KeyPressMsg:
		if msg.Code == tea.KeyEscape {
			msg.Mod &^= tea.ModAlt // several in one read are decoded as one with alt
		}
		return m.pointer.functionKey(msg)
	}
	return msg
}

// pointer is the state of the filter and of the mouse.
type pointer struct {
	off     bool // the mouse is left to the terminal
	x, y    int  // of the last wheel event
	dx, dy  int  // lines that the wheel was turned by and that were not scrolled yet
	waiting bool // a wheelTurned is on its way
	linux   bool // after "ESC [ [": the next letter is a function key
}

// turnWheel sums a wheel event; it answers with a message for the first of a burst.
func (m *Model) turnWheel(msg tea.MouseWheelMsg) tea.Msg {
	p := &m.pointer
	p.x, p.y = msg.X, msg.Y
	switch msg.Button {
	case tea.MouseWheelUp:
		p.dy -= views.WheelLines
	case tea.MouseWheelDown:
		p.dy += views.WheelLines
	case tea.MouseWheelLeft:
		p.dx -= views.WheelLines
	case tea.MouseWheelRight:
		p.dx += views.WheelLines
	}
	if p.waiting {
		return nil
	}
	p.waiting = true
	return wheelTurned{m}
}

// console and functionKey join the Linux console's F1 to F5, which arrive as
// "ESC [ [" and a letter from A to E.
func (p *pointer) console(sequence string) tea.Msg {
	if sequence == "\x1b[[" {
		p.linux = true
		return nil
	}
	return uv.UnknownCsiEvent(sequence)
}

func (p *pointer) functionKey(msg tea.KeyPressMsg) tea.Msg {
	if !p.linux {
		return msg
	}
	p.linux = false
	if len(msg.Text) == 1 && msg.Text[0] >= 'A' && msg.Text[0] <= 'E' {
		return tea.KeyPressMsg{Code: tea.KeyF1 + rune(msg.Text[0]-'A')}
	}
	return msg
}
