// Package reply is the overlay in which the output of a call is written: the
// call's arguments above, what a command reported, and the text.
package reply

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/tooluse"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Rows above the text, at most, and rows of the text that the overlay asks for.
const (
	aboutRows = 12
	minRows   = 3 // of them, however few the terminal has
	noteRows  = 6
	textRows  = 10
	inset     = 2 // columns, of what the call asks for
)

// Reply is what is asked for.
type Reply struct {
	Asks  string          // names About, above it: "arguments"
	About string          // what the call asks for
	Shown []tooluse.Block // what the call asks for as it is read, in place of About
	Notes string          // what a command reported: its exit, its standard error; may be empty
	Text  string          // to begin with
	At    int             // byte of it at the cursor; 0 for its end
	// Example marks Text as an example, which typing replaces.
	Example bool
	JSON    bool // the text is an item, written as JSON; else it is the output itself
	// LikeJSON has a text that is no JSON confirmed: the example is JSON.
	LikeJSON bool
	Run      views.Intent // runs the tool's command; nil: there is no tool
	RunWords string       // what Run does
	What     string       // names what is written, if it is no answer to a call
	AsItWas  views.Intent // what ActSendAsItWas does; nil: nothing
	// Take makes the intent of what was written.
	Take func(text string) views.Intent
}

// Model is the overlay.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	reply  Reply
	shown  []page.Block // of Reply.Shown
	buf    *edit.Editor
	fault  string // why what was written could not be taken
	asked  bool   // whether an empty output is meant, or one that is no JSON; the next enter confirms it
	top    int    // first row of the text on the screen

	views.Box
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the overlay.
func New(styles *themes.Styles, keys *views.Keys, r Reply) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Composer), reply: r, buf: edit.New()}
	if len(r.Shown) > 0 {
		lexers := markdown.NewLexers()
		for i := range r.Shown {
			m.shown = append(m.shown, page.NewBlock(styles, lexers, &r.Shown[i]))
		}
	}
	m.buf.Set(r.Text)
	if r.At > 0 && r.At < len(r.Text) {
		m.buf.GoTo(len(edit.Clean(r.Text[:r.At])))
	}
	if r.JSON {
		m.buf.GoTo(0)
	}
	if r.Example {
		m.buf.Mark(0, m.buf.Buffer().Len())
	}
	return m
}

// SetFault shows why what was written was not accepted.
func (m *Model) SetFault(fault string) { m.fault = fault }

// PreferredSize returns the size that shows all choices.
func (m *Model) PreferredSize() (width, height int) {
	const columns = 96
	rows := textRows
	for _, block := range m.blocks(columns) {
		rows += len(block) + 1
	}
	return columns, rows + 2 // what is written, and the last row
}

// Text returns what is written.
func (m *Model) Text() string { return m.buf.Text() }

// blocks returns the drawn blocks above the text, for a width.
func (m *Model) blocks(width int) [][]string {
	var out [][]string
	if m.reply.About != "" || len(m.shown) > 0 {
		what := text.Truncate(text.SanitizeLine("The call's "+cmp.Or(m.reply.Asks, "arguments")), max(width, 0), "…")
		out = append(out, append([]string{m.styles.Dim.Render(what)}, m.about(width)...))
	}
	if m.reply.Notes != "" {
		out = append(out, m.block(m.reply.Notes, width, noteRows, m.styles.Warn.Render))
	}
	return out
}

// about draws what the call asks for, and says that there is more where it does not fit.
// On few rows less of it is shown.
func (m *Model) about(width int) []string {
	rows := aboutRows
	if m.Height > 0 {
		rows = max(min(rows, m.Height-textRows), minRows)
	}
	if len(m.shown) == 0 {
		return m.inset(m.block(m.reply.About, width-inset, rows, m.styles.Tool.Render))
	}
	var lines []string
	for i, c := range m.shown {
		if c.SetWidth(max(width-inset, 1)); i > 0 && m.reply.Shown[i].Apart {
			lines = append(lines, "")
		}
		for n := 0; n < c.Len() && len(lines) <= rows; n++ {
			lines = append(lines, c.Lines(n)...)
		}
	}
	if len(lines) > rows {
		lines = append(lines[:rows-1], m.styles.Dim.Render(text.Truncate("… the transcript shows all of it", max(width-inset, 0), "…")))
	}
	return m.inset(lines)
}

func (m *Model) inset(lines []string) []string {
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", inset) + l
	}
	return lines
}

// block wraps words, and counts the lines that do not fit.
func (m *Model) block(words string, width, rows int, draw func(...string) string) []string {
	const maxBytes = 8 << 10 // of a text that may be megabytes
	lines := text.Rows(strings.TrimRight(text.Sanitize(text.Start(words, maxBytes)), "\n"), max(width, 1))
	if more := len(lines) - rows; more > 0 {
		lines = append(lines[:rows-1], fmt.Sprintf("… %d more lines", more+1))
	}
	for i, l := range lines {
		lines[i] = draw(text.Truncate(l, max(width, 0), ""))
	}
	return lines
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.buf.SetWidth(max(m.Width-1, 1)) // one column for the cursor after a full row
	m.show()
}

func (m *Model) Typing() bool { return true }

// above returns the rows above the text: the blocks that fit, and the line that describes the
// text below it.
func (m *Model) above() []string {
	var rows []string
	for _, b := range m.blocks(m.Width) {
		if len(rows)+len(b)+2 > m.Height-3 {
			break
		}
		rows = append(append(rows, b...), "")
	}
	if m.Height < 4 || m.reply.What != "" {
		return rows
	}
	what := "Output, as text"
	if m.reply.JSON {
		what = "Output item, as JSON"
	}
	return append(rows, m.styles.Accent.Render("❯ ")+m.styles.Strong.Render(text.Truncate(what, max(m.Width-2, 0), "…")))
}

// textHeight returns how many rows the text has; the last row of the overlay is the foot.
func (m *Model) textHeight() int { return max(m.Height-len(m.above())-1, 1) }

// show scrolls to the cursor.
func (m *Model) show() {
	row, _ := m.buf.Cursor()
	m.top = max(min(m.top, row), row-m.textHeight()+1, 0)
}

func (m *Model) Scroll(_, dy int) { m.buf.Vertical(dy); m.show() }

func (m *Model) Update(msg tea.Msg) views.Answer {
	was, fault, asked := m.buf.State(), m.fault, m.asked
	var intent views.Intent
	switch msg := msg.(type) {
	case tea.PasteMsg:
		m.buf.Insert(msg.Content)
		m.fault, m.asked = "", false
	case tea.MouseClickMsg:
		m.buf.Click(msg.Y-len(m.above())+m.top, msg.X)
	case tea.KeyPressMsg, views.Perform:
		intent = m.press(msg)
	}
	m.show()
	return views.AnswerOf(intent, nil, m.buf.State() != was || m.fault != fault || m.asked != asked)
}

func (m *Model) press(msg tea.Msg) views.Intent {
	if m.keys.Asked(msg, views.Overlay) == views.ActListClose {
		return views.Close{}
	}
	if m.reply.Run != nil && m.keys.Asked(msg, views.Overlay) == views.ActCallRun {
		return m.reply.Run
	}
	switch m.keys.Asked(msg, views.Global) {
	case views.ActSendNow:
		return m.accept()
	case views.ActSendAsItWas:
		return m.reply.AsItWas
	}
	action := m.keys.Asked(msg, views.Composer)
	switch action {
	case views.ActSend:
		return m.accept()
	case "":
		if typed := views.Typed(msg); typed != "" {
			m.buf.Insert(typed)
		}
	case views.ActGoPageUp, views.ActGoPageDown:
		by := m.textHeight()
		if action == views.ActGoPageUp {
			by = -by
		}
		m.buf.Vertical(by)
	default:
		m.buf.Do(action)
	}
	m.fault, m.asked = "", false
	return nil
}

// accept returns what was written, or a notice why it is not accepted.
func (m *Model) accept() views.Intent {
	text := m.buf.Text()
	if m.reply.JSON {
		if err := scan.Check([]byte(text)); err != nil {
			m.fault = err.Error()
			return nil
		}
		if scan.KindOf([]byte(text)) != scan.Object {
			m.fault = "an item must be a JSON object"
			return nil
		}
	} else if !m.asked && (text == "" && m.reply.What == "" || m.reply.LikeJSON && scan.Check([]byte(text)) != nil) {
		m.asked = true
		return nil
	}
	return m.reply.Take(text)
}

func (m *Model) View() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	out := append(m.above(), m.buf.Draw(m.styles, m.top, m.textHeight(), m.Width)...)
	out = append(append(out, make([]string, m.Height)...)[:m.Height-1], m.foot())
	return text.Rect(out, m.Width, m.Height)
}

// foot describes what is wrong, or what enter will do.
func (m *Model) foot() string {
	send := m.keys.Name(views.ActSend)
	switch {
	case m.fault != "":
		return m.styles.Bad.Render("✗ " + text.Truncate(text.SanitizeLine(m.fault), max(m.Width-2, 0), "…"))
	case m.asked && m.buf.Text() != "":
		return m.styles.Warn.Render(text.Truncate("not JSON, as the example is: "+send+" again sends it as it is", max(m.Width, 0), "…"))
	case m.asked:
		return m.styles.Warn.Render("empty: " + send + " again sends an empty output")
	}
	if m.reply.What != "" {
		return m.styles.Dim.Render(m.reply.What)
	}
	if m.buf.Marked() != "" {
		return m.styles.Dim.Render("an example: type over it, or " + send + " sends it as it is")
	}
	return m.styles.Dim.Render(send + " sends the output; " + m.keys.Name(views.ActListClose) + " keeps it for later")
}

func (m *Model) Cursor() *tea.Cursor {
	row, col := m.buf.Cursor()
	y := row - m.top + len(m.above())
	if m.Width == 0 || y < 0 || y >= m.Height-1 {
		return nil
	}
	return tea.NewCursor(min(col, m.Width-1), y)
}

func (m *Model) ShortHelp() []key.Binding {
	does := "send"
	if m.reply.What != "" { // what is written goes into a list
		does = "take"
	}
	help := m.keys.Renamed(views.ActSend, does)
	if m.reply.AsItWas != nil {
		help = m.keys.Bindings(views.ActSendNow, views.ActSendAsItWas)
	}
	if m.reply.Run != nil {
		help = append(help, m.keys.In(views.Overlay).As(views.ActCallRun, m.reply.RunWords))
	}
	return append(help, m.keys.Bindings(views.ActNewLine, views.ActListClose)...)
}
