// Package ask is the overlay that asks for one line of text, such as a path,
// with what it could become below it.
package ask

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

// Rows of the overlay, and where its text begins.
const (
	textRows = 3 // of the text, at most
	choices  = 8 // rows of choices, at most
	mark     = 2 // cells of "❯ "
)

// Model is one question.
type Model struct {
	styles   *themes.Styles
	keys     *views.Keys
	edit     *edit.Editor
	note     string // below the text: what the answer will do
	fault    string // why the text could not be taken
	answer   func(text string) views.Intent
	complete func(text string) views.Intent // nil: nothing is completed

	completions      []string // what the text could become
	completionsFresh bool     // they belong to the present text
	selected         int      // of completions; -1: none, the text itself is the answer
	mustExist        bool     // the answer is something that exists
	nameStart        int      // where in the text a proposed name begins; -1: it is the user's text

	views.Box
}

var _ views.Typist = (*Model)(nil)

// New makes a question. answer returns the intent for the text; complete is asked after every
// change of the text, to be answered by SetCompletions.
func New(styles *themes.Styles, keys *views.Keys, answer, complete func(text string) views.Intent) *Model {
	return &Model{styles: styles, keys: keys.In(views.Overlay), edit: edit.New(), answer: answer, complete: complete, selected: -1, nameStart: -1}
}

// SetText sets the text, with the cursor after it.
func (m *Model) SetText(text string) { m.edit.Set(text) }

// Propose sets a path. Typing replaces its name, or all of it if a path from the root or from
// home is typed.
func (m *Model) Propose(path string) {
	m.edit.Set(path)
	m.nameStart = strings.LastIndexByte(path, '/') + 1
}

// RequireExisting makes enter answer with the only completion: what is asked for exists.
func (m *Model) RequireExisting() { m.mustExist = true }

// Text returns the text.
func (m *Model) Text() string { return m.edit.Text() }

// SetNote sets the line below the text.
func (m *Model) SetNote(note string) { m.note = text.SanitizeLine(note) }

// SetFault shows instead of the note why the text was not accepted, until the text changes.
func (m *Model) SetFault(fault string) { m.fault = text.SanitizeLine(fault) }

// SetCompletions sets what a text could become. If the text has changed since, it does
// nothing.
func (m *Model) SetCompletions(text string, completions []string) {
	if text == m.Text() {
		m.completions, m.completionsFresh, m.selected = completions, true, -1
	}
}

// PreferredSize returns the size that shows all of it: a text, a note of any number of rows, and
// choices if something is completed.
func (m *Model) PreferredSize() (width, height int) {
	const columns = 72
	note := len(text.Rows(m.note, columns-mark))
	if m.complete == nil {
		return columns, max(textRows+1, 1+note)
	}
	return columns, 1 + max(note, 1) + choices
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.edit.SetWidth(max(m.Width-mark-1, 1))
}

func (m *Model) Typing() bool { return true }

func (m *Model) Cursor() *tea.Cursor {
	row, col := m.edit.Cursor()
	if row -= m.top(); m.Width <= mark || row >= m.Height {
		return nil
	}
	return tea.NewCursor(mark+col, row)
}

// rows returns how many rows the text takes, and top the first of them that shows.
func (m *Model) rows() int { return max(min(m.edit.Rows(), textRows, m.Height), 0) }

func (m *Model) top() int {
	row, _ := m.edit.Cursor()
	return max(row-max(m.rows(), 1)+1, 0)
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		line, _, _ := strings.Cut(strings.TrimSpace(msg.Content), "\n")
		was := m.edit.State()
		m.insert(strings.TrimSpace(line))
		return m.textChanged(was)
	case tea.MouseClickMsg:
		if i := msg.Y - m.rows() - len(m.noteLines()) + m.first(); i >= m.first() && i < len(m.completions) {
			m.selected = i
			return m.applyCompletion()
		}
	case tea.KeyPressMsg:
		return m.press(msg)
	}
	return views.Answer{}
}

func (m *Model) press(msg tea.KeyPressMsg) views.Answer {
	if m.keys.Asked(msg, views.Global) == views.ActNextPane {
		return m.applyCompletion()
	}
	switch m.keys.Asked(msg, views.Overlay) {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return m.enter()
	case views.ActGoUp:
		return m.move(-1)
	case views.ActGoDown:
		return m.move(1)
	}
	was, action := m.edit.State(), m.keys.Asked(msg, views.Composer)
	switch {
	case action == views.ActNewLine:
		return views.Answer{}
	case action != "":
		m.nameStart = -1
		m.edit.Do(action)
	case views.Typed(msg) != "":
		m.insert(msg.Text)
	default:
		return views.Answer{}
	}
	return m.textChanged(was)
}

// move moves the selection among the choices; before the first none is selected.
func (m *Model) move(by int) views.Answer {
	was := m.selected
	m.selected = max(min(m.selected+by, len(m.completions)-1), -1)
	return views.Answer{Used: m.selected != was}
}

// enter applies the selected completion, or answers: with the text or, if the answer must
// exist, with the only completion. The only completion that is a folder completes the text.
func (m *Model) enter() views.Answer {
	if m.selected >= 0 {
		return m.applyCompletion()
	}
	answer := m.Text()
	if m.mustExist && m.completionsFresh && len(m.completions) == 1 && answer != "" {
		if only := m.completions[0]; only != answer && only != answer+"/" {
			if strings.HasSuffix(only, "/") {
				return m.applyCompletion()
			}
			answer = only
		}
	}
	return views.Ask(m.answer(answer))
}

// insert types a text. It replaces a proposed name, and the folder too if a path from the root
// or from home is typed.
func (m *Model) insert(text string) {
	if m.nameStart >= 0 {
		folder := m.Text()[:m.nameStart]
		if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") {
			folder = ""
		}
		m.edit.Set(folder)
		m.nameStart = -1
	}
	m.edit.Insert(text)
}

// applyCompletion replaces the text by the selected completion, else by what all
// completions begin with.
func (m *Model) applyCompletion() views.Answer {
	was := m.edit.State()
	switch {
	case m.selected >= 0:
		m.edit.Set(m.completions[m.selected])
	case len(m.completions) > 0:
		if common := text.CommonPrefix(m.completions); len(common) > len(m.Text()) {
			m.edit.Set(common)
		}
	}
	return m.textChanged(was)
}

// textChanged asks again what the text could become; was is the text before the change.
func (m *Model) textChanged(was edit.State) views.Answer {
	used := m.edit.State() != was || m.selected >= 0 || m.fault != ""
	m.selected, m.fault, m.nameStart, m.completionsFresh = -1, "", -1, false
	if m.complete == nil {
		return views.Answer{Used: used}
	}
	return views.AnswerOf(m.complete(m.Text()), nil, used)
}

// first returns the first of the choices that shows.
func (m *Model) first() int {
	rows := max(m.Height-m.rows()-len(m.noteLines()), 1)
	return max(m.selected-rows+1, 0)
}

func (m *Model) View() string {
	var out []string
	for i, line := range m.edit.Draw(m.styles, m.top(), m.rows(), max(m.Width-mark, 0)) {
		sign := m.styles.Accent.Render("❯") + " "
		if m.nameStart >= 0 && m.rows() == 1 {
			words := m.Text()
			line = m.styles.Text.Render(text.SanitizeLine(words[:m.nameStart])) + m.styles.Selection.Render(text.SanitizeLine(words[m.nameStart:]))
		}
		if i > 0 {
			sign = "  "
		}
		out = append(out, sign+line)
	}
	for _, line := range m.noteLines() {
		out = append(out, "  "+line)
	}
	for i := m.first(); i < len(m.completions) && len(out) < m.Height; i++ {
		style, sign := m.styles.Text, "  "
		if i == m.selected {
			style, sign = m.styles.Selection, "▸ "
		}
		out = append(out, style.Render(text.Fit(sign+text.Truncate(text.SanitizeLine(m.completions[i]), max(m.Width-mark, 0), "…"), m.Width, "")))
	}
	return text.Rect(out, m.Width, m.Height)
}

// noteLines returns the lines below the text: the note, or the fault.
func (m *Model) noteLines() []string {
	words, style := "✗ "+m.fault, m.styles.Bad
	if m.fault == "" {
		words, style = m.note, m.styles.Dim
	}
	return text.Paragraph(m.styles, style, 0, max(m.Width-mark, 1), words)
}

func (m *Model) ShortHelp() []key.Binding {
	all := m.keys.Renamed(views.ActListChoose, "use")
	if m.complete != nil {
		all = append(all, m.keys.As(views.ActNextPane, "complete"))
	}
	return append(all, m.keys.Binding(views.ActListClose))
}
