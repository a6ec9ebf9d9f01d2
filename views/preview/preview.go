// Package preview is the overlay that shows exactly what goes out: method,
// address, header with the key hidden, and the body as it is sent. Only the
// lines in view are drawn, however long the body is.
package preview

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

// Model is the preview of one request.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	body   string
	curl   func() string
	does   string // what sending does

	head, text *text.Plain
	top        anchor

	width, height int
	drawn         string
	drawnFor      drawnFor
}

// anchor is a row of the text: a row of a block of the head or of the body.
type anchor struct {
	inBody      bool
	block, line int
}

// drawnFor is what the drawn text was drawn for.
type drawnFor struct {
	top                  anchor
	width, height, style int
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the preview of what is sent. The key in it must have been hidden
// before; curl writes it as a command when that is asked for.
func New(styles *themes.Styles, keys *views.Keys, sent wire.Sent, curl func() string) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Preview, views.Overlay), body: string(sent.Body), curl: curl, does: "send"}
	m.head, m.text = text.NewPlain(styles, styles.Dim), text.NewPlain(styles, styles.Text)
	m.head.Update(head(sent))
	m.text.Update(m.body)
	return m
}

// head writes the request's line and header, and the size of what follows.
func head(sent wire.Sent) string {
	lines := []string{sent.Method + " " + sent.URL}
	for _, name := range names(sent.Header) {
		for _, value := range sent.Header[name] {
			lines = append(lines, name+": "+value)
		}
	}
	return strings.Join(append(lines, "", size(len(sent.Body)), ""), "\n")
}

func names(h http.Header) []string {
	all := make([]string, 0, len(h))
	for name := range h {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// size writes the body's length, to the byte.
func size(n int) string {
	if n < 1000 {
		return fmt.Sprintf("body, %d bytes", n)
	}
	return fmt.Sprintf("body, %s (%d bytes)", views.Size(n), n)
}

// Wanted returns the size that a request likes to be read in.
func (m *Model) Wanted() (width, height int) { return 100, m.head.Len() + m.text.Len() }

// SetDoes says what sending from here does, where that is more than to send what
// is shown.
func (m *Model) SetDoes(does string) { m.does = does }

// SetSize implements views.Pane.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.head.SetWidth(m.width)
	m.text.SetWidth(m.width)
	m.top = m.moved(m.top, 0)
}

// SetFocus implements views.Pane.
func (m *Model) SetFocus(bool) tea.Cmd { return nil }

// content is the text that an anchor lies in.
func (m *Model) content(a anchor) *text.Plain {
	if a.inBody {
		return m.text
	}
	return m.head
}

// after returns the row after a; ok is false behind the last.
func (m *Model) after(a anchor) (next anchor, ok bool) {
	c := m.content(a)
	switch {
	case a.line+1 < len(c.Lines(a.block)):
		a.line++
	case a.block+1 < c.Len():
		a.block, a.line = a.block+1, 0
	case !a.inBody && m.text.Len() > 0:
		a = anchor{inBody: true}
	default:
		return a, false
	}
	return a, true
}

// before returns the row before a; ok is false at the first.
func (m *Model) before(a anchor) (last anchor, ok bool) {
	switch {
	case a.line > 0:
		a.line--
		return a, true
	case a.block > 0:
		a.block--
	case a.inBody:
		a = anchor{block: m.head.Len() - 1}
	default:
		return a, false
	}
	a.line = len(m.content(a).Lines(a.block)) - 1
	return a, true
}

// moved returns the row that lies so many rows from a, no later than the one
// from which the end is in view.
func (m *Model) moved(a anchor, rows int) anchor {
	if n := len(m.content(a).Lines(a.block)); a.line >= n {
		a.line = n - 1
	}
	ok := true
	for ; rows > 0 && ok; rows-- {
		a, ok = m.after(a)
	}
	for ; rows < 0 && ok; rows++ {
		a, ok = m.before(a)
	}
	below := 1
	for end := a; below < m.height; below++ {
		if end, ok = m.after(end); !ok {
			break
		}
	}
	for ok = true; below < m.height && ok; below++ {
		a, ok = m.before(a)
	}
	return a
}

// Scroll implements views.Scroller.
func (m *Model) Scroll(_, dy int) { m.top = m.moved(m.top, dy) }

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer {
	was := m.top
	intent, cmd := m.handle(msg)
	return views.AnswerOf(intent, cmd, m.top != was)
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch m.keys.Asked(msg, views.Preview) {
	case views.ActCopyCurl:
		if m.curl != nil {
			return views.Copy{What: "curl command", Text: m.curl()}, nil
		}
	case views.ActCopy:
		return views.Copy{What: "body", Text: m.body}, nil
	}
	switch m.keys.Asked(msg, views.Global) {
	case views.ActSendNow:
		return views.SendNow{Shown: true}, nil
	case views.ActPreview:
		return views.Close{}, nil
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose:
		return views.Close{}, nil
	case views.ActListChoose:
		return views.SendNow{Shown: true}, nil
	case views.ActGoTop:
		m.top = anchor{}
	case views.ActGoEnd:
		m.top = m.end()
	default:
		if by, ok := views.Steps(action, m.height-1); ok {
			m.Scroll(0, by)
		}
	}
	return nil, nil
}

// end is the row from which the last one is in view.
func (m *Model) end() anchor {
	last := anchor{inBody: m.text.Len() > 0}
	last.block = m.content(last).Len() - 1
	return m.moved(last, 0)
}

// View implements views.Pane.
func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	now := drawnFor{m.top, m.width, m.height, m.styles.Version}
	if m.drawnFor == now {
		return m.drawn
	}
	rows := make([]string, 0, m.height)
	for a, ok := m.top, true; ok && len(rows) < m.height; a, ok = m.after(a) {
		line := m.content(a).Lines(a.block)[a.line]
		if a == (anchor{}) {
			line = m.styles.Accent.Render(ansi.Strip(line))
		}
		rows = append(rows, m.pad(line))
	}
	for len(rows) < m.height {
		rows = append(rows, m.pad(""))
	}
	m.drawn, m.drawnFor = strings.Join(rows, "\n"), now
	return m.drawn
}

func (m *Model) pad(s string) string { return text.Fit(s, m.width, "") }

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	send := m.keys.Binding(views.ActListChoose)
	send.SetHelp(send.Help().Key, m.does)
	all := []key.Binding{send}
	for _, a := range []views.Action{views.ActCopyCurl, views.ActCopy, views.ActListClose} {
		all = append(all, m.keys.Binding(a))
	}
	if m.top != (anchor{}) || m.end() != (anchor{}) { // there is more than fits
		all = append(all, m.keys.Binding(views.ActGoPageDown))
	}
	return all
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding { return [][]key.Binding{m.ShortHelp()} }
