// Package views holds what every pane shares: the pane contract, the intents a
// pane answers with, the key table, and the pure layout. Each pane is a package
// in a folder below; no pane imports another.
package views

import (
	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Pane is one rectangle of the screen. View returns exactly the size it was
// given, 0×0 included; it reads state and changes nothing but its cache. A pane
// answers a message with an Intent and never touches client, archive or clock.
type Pane interface {
	ShortHelp() []key.Binding  // what works now, for the footer
	SetSize(width, height int) // content cells; borders belong to the layout
	SetFocus(on bool) tea.Cmd  // a Cmd for the pane's ticks only
	Update(msg tea.Msg) Answer
	View() string
}

// Answer is the result of a message that a pane was given.
type Answer struct {
	Intent Intent  // what the user wants; nil for nothing
	Cmd    tea.Cmd // for the pane's ticks only; never tea.Sequence: its message cannot be addressed
	Used   bool    // the message changed the view, or there is an intent or a Cmd
}

// AnswerOf makes an Answer; changed reports whether the view changed.
func AnswerOf(intent Intent, cmd tea.Cmd, changed bool) Answer {
	return Answer{Intent: intent, Cmd: cmd, Used: changed || intent != nil || cmd != nil}
}

// Ask returns the Answer that asks for an intent; nil asks for nothing.
func Ask(intent Intent) Answer { return AnswerOf(intent, nil, false) }

// FullHelp returns what works in a pane now or at times, for F1: its FullHelp if it is a
// help.KeyMap, else its ShortHelp.
func FullHelp(p Pane) [][]key.Binding {
	if full, ok := p.(help.KeyMap); ok {
		return full.FullHelp()
	}
	return [][]key.Binding{p.ShortHelp()}
}

// AnswerTo returns the Answer of a pane that handles a message; state is all that a message
// can change in it.
func AnswerTo[S comparable](msg tea.Msg, handle func(tea.Msg) (Intent, tea.Cmd), state func() S) Answer {
	was := state()
	intent, cmd := handle(msg)
	return AnswerOf(intent, cmd, state() != was)
}

// Typist is a pane that owns plain letters while Typing is true.
type Typist interface {
	Typing() bool
	Cursor() *tea.Cursor // in the pane's cells; nil when hidden
}

// Stopper is a pane in which esc may have something to close before the key is the
// program's. StopWord names it in one or two words for the footer, empty for nothing; the
// pane closes it at Perform{ActStop}.
type Stopper interface{ StopWord() string }

// Scroller is a pane that can be scrolled from outside, by cells: the wheel reaches it
// in no other way.
type Scroller interface{ Scroll(dx, dy int) }

// WheelLines are the lines of one notch of the wheel.
const WheelLines = 3

// Overflower is a pane that is read by scrolling. Overflow reports whether it has more
// above or below the lines that it drew last.
type Overflower interface{ Overflow() (above, below bool) }

// ContentPane is a pane whose selected row may hold something that can be looked at
// by itself; ok is false where it holds nothing.
type ContentPane interface {
	RowContent() (c RowContent, ok bool)
}

// RowContent is what a row holds, as it was received.
type RowContent struct {
	Title string     // names the row; safe
	JSON  []byte     // nil for what is no JSON
	Raw   ByteSource // as it was on the wire; nil: JSON as it is spelled
}

// ByteSource is bytes that are read piece by piece; they may grow. A *wire.Body is
// one.
type ByteSource interface {
	Len() int64
	Bytes(from, to int64) []byte // cut to what is there; shared, not to be written to
}

// Worker is a pane with work that would hold up the screen. Work returns the
// Cmd for what there is to do, nil for nothing; app asks for it after it gave
// the pane something new to show. The Cmd's message goes to the pane.
type Worker interface{ Work() tea.Cmd }
