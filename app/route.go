package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// press handles a key that is the program's and not a pane's; ok is false for
// all others. ctrl+c and quit work always; an overlay takes all other keys;
// letters are text while a pane is typing.
func (m *Model) press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	action := m.Keys.Asked(msg, views.Global)
	if action == "" {
		action = m.Keys.Asked(msg, m.screens.now().scopes...)
	}
	switch {
	case action == views.ActInterrupt, action == views.ActQuit, action == views.ActPalette:
	case m.Overlays.Top() == nil, action == views.ActStop: // what is typed into the palette may be to quit again
		m.life.asked = false
	}
	m.Unsay(false)
	switch {
	case action == views.ActInterrupt, action == views.ActQuit:
		return m.perform(action), true
	case m.Overlays.Top() != nil:
		return nil, false
	case action == views.ActNextPane && m.Focus() == composerPane && m.composer.Completing():
		return nil, false
	case action == "" && m.Focus() == composerPane:
		return m.whileTyping(msg)
	case action == "":
		return nil, false
	case m.typing() && views.IsLetter(msg.String()):
		return nil, false
	}
	return m.perform(action), true
}

// whileTyping scrolls the transcript with keys that the composer leaves alone,
// or has no use for while it is empty.
func (m *Model) whileTyping(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	action := m.Keys.Asked(msg, views.Composer)
	if action == views.ActLineEnd && m.composer.Empty() {
		action = views.ActGoEnd
	}
	return m.scroll(action)
}

// scroll does those of the composer's actions that are the transcript's.
func (m *Model) scroll(action views.Action) (tea.Cmd, bool) {
	page := max(m.layout.Transcript.H-1, 1)
	switch action {
	case views.ActGoPageUp:
		m.transcript.Scroll(0, -page)
	case views.ActGoPageDown:
		m.transcript.Scroll(0, page)
	case views.ActGoTop:
		return m.Deliver(transcriptPane, views.Perform{Action: views.ActGoTop}), true
	case views.ActGoEnd:
		m.transcript.Follow()
	default:
		return nil, false
	}
	return nil, true
}

// typing reports whether letters are text for the pane that gets them.
func (m *Model) typing() bool {
	t, ok := m.pane(m.target()).(views.Typist)
	return ok && t.Typing()
}

// target is the pane that gets keys: the top overlay, else the focused one.
func (m *Model) target() screen.ID {
	if o := m.Overlays.Top(); o != nil {
		return o.ID
	}
	return m.Focus()
}

// lineEnds makes LF of all line ends of a paste: tmux and several terminals send
// CR, some CRLF.
func lineEnds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// route hands a message to the pane that gets keys. A paste is text, so in the
// chat it goes to the composer unless the other pane is typing.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(tea.PasteMsg); ok && m.Overlays.Top() == nil && m.Focus() == transcriptPane && !m.typing() {
		return tea.Batch(m.SetFocus(composerPane), m.Deliver(composerPane, msg))
	}
	id := m.target()
	if press, ok := msg.(tea.KeyPressMsg); ok && slices.Contains(m.scopesOf(id), views.Figures) && !m.typing() {
		return m.figuresKey(id, press)
	}
	return m.Deliver(id, msg)
}

// Deliver hands a message to one pane and does what the pane asks for.
func (m *Model) Deliver(id screen.ID, msg tea.Msg) tea.Cmd {
	cmd, _ := m.hand(id, msg)
	return cmd
}

// hand is Deliver that also says whether the pane used the message.
func (m *Model) hand(id screen.ID, msg tea.Msg) (cmd tea.Cmd, used bool) {
	pane := m.pane(id)
	if pane == nil {
		return nil, false
	}
	answer := pane.Update(msg)
	cmd = screen.Address(id, answer.Cmd)
	if id == composerPane && m.composer.Rows() != m.layout.Composer.H {
		m.Arrange()
	}
	if answer.Intent == nil {
		return cmd, answer.Used
	}
	return tea.Batch(cmd, m.do(answer.Intent)), answer.Used
}
