package report

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Findings is a list of findings in a pane. Each is written out, on as many rows as it needs;
// one of them may be selected.
type Findings struct {
	List     []report.Finding
	Selected int // of the list; -1: none

	top  int // first row that is shown
	rows []findingRow
	wide int // for which the rows were made
}

type findingRow struct {
	finding int
	text    string
	first   bool
}

// Set shows other findings. The selection stays with the finding that it was on.
func (l *Findings) Set(list []report.Finding) {
	selected := -1
	if l.Selected >= 0 && l.Selected < len(l.List) {
		selected = slices.IndexFunc(list, l.List[l.Selected].Same)
	}
	*l = Findings{List: list, Selected: selected, top: l.top}
}

// Rows returns how many rows all findings need at a width.
func (l *Findings) Rows(width int) int { return len(l.wrapped(width)) }

func (l *Findings) wrapped(width int) []findingRow {
	if l.rows != nil && l.wide == width {
		return l.rows
	}
	l.rows, l.wide = []findingRow{}, width
	const sign = 2 // cells
	for i, f := range l.List {
		for n, line := range text.Rows(text.SanitizeLine(f.Words()), max(width-sign, 8)) {
			l.rows = append(l.rows, findingRow{i, strings.TrimLeft(line, " "), n == 0})
		}
	}
	return l.rows
}

// Reveal scrolls the selected finding into view, in a pane of this size.
func (l *Findings) Reveal(width, height int) {
	rows := l.wrapped(width)
	selected := func(r findingRow) bool { return r.finding == l.Selected }
	first := slices.IndexFunc(rows, selected)
	if first < 0 || height < 1 {
		return
	}
	after := first
	for after < len(rows) && selected(rows[after]) {
		after++
	}
	l.top = min(max(l.top, after-height), first)
}

// At returns the finding in a row of what is drawn; -1 for none.
func (l *Findings) At(width, y int) int {
	if rows := l.wrapped(width); y >= 0 && y+l.top < len(rows) {
		return rows[y+l.top].finding
	}
	return -1
}

// Draw draws as many rows as fit, and returns how many are below them.
func (l *Findings) Draw(styles *themes.Styles, width, height int) (lines []string, below int) {
	rows, pen := l.wrapped(width), Pen{Styles: styles}
	height = max(height, 0)
	l.top = max(min(l.top, len(rows)-height), 0)
	shown := rows[l.top:min(l.top+height, len(rows))]
	for _, r := range shown {
		f, sign, look := l.List[r.finding], " ", styles.Text
		if r.first {
			sign = f.Mark()
		}
		if r.finding == l.Selected {
			look = styles.Selection
		}
		lines = append(lines, pen.Role(f.Level.Role()).Render(sign)+" "+look.Render(r.text))
	}
	return lines, len(rows) - l.top - len(shown)
}

const headRows = 2 // the sentence and the gap below it

// Faults is the overlay between a request with faults and the wire: what is wrong, where, and what can
// be done.
type Faults struct {
	styles *themes.Styles
	keys   *views.Keys
	found  Findings

	width, height int
}

var (
	_ views.Pane     = (*Faults)(nil)
	_ views.Scroller = (*Faults)(nil)
)

// NewFaults makes the list; found is not empty.
func NewFaults(styles *themes.Styles, keys *views.Keys, found []report.Finding) *Faults {
	return &Faults{styles: styles, keys: keys.In(views.Overlay), found: Findings{List: found}}
}

// PreferredSize returns the size that shows all findings that are not too many.
func (m *Faults) PreferredSize() (width, height int) {
	width = 60
	for _, f := range m.found.List[:min(len(m.found.List), 50)] {
		width = max(width, 2+text.Width(f.Words()))
	}
	const narrow = 76 // cells that a screen of 80 leaves
	return min(width, 100), headRows + min(m.found.Rows(min(width, narrow)), 16)
}

func (m *Faults) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.Scroll(0, 0)
}

func (m *Faults) SetFocus(bool) tea.Cmd { return nil }

// Scroll implements views.Scroller: it moves the selection.
func (m *Faults) Scroll(_, dy int) { m.move(dy) }

func (m *Faults) move(by int) views.Answer {
	selected := m.found.Selected
	m.found.Selected = max(min(selected+by, len(m.found.List)-1), 0)
	m.found.Reveal(m.width, m.height-headRows)
	return views.Answer{Used: m.found.Selected != selected}
}

func (m *Faults) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := m.found.At(m.width, click.Y-headRows); i >= 0 {
			return m.move(i - m.found.Selected)
		}
		return views.Answer{}
	}
	if m.keys.Asked(msg, views.Global) == views.ActSendNow {
		return views.Ask(views.SendNow{Force: true})
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return views.Ask(views.ShowPlace{Pointer: m.found.List[m.found.Selected].Pointer})
	}
	by, _ := views.Steps(action, m.height-headRows)
	return m.move(by)
}

func (m *Faults) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	head := "Not sent: " + report.Counted(m.found.List).Text + ". " + m.keys.Name(views.ActSendNow) + " sends anyway."
	lines, _ := m.found.Draw(m.styles, m.width, m.height-headRows)
	return text.Rect(append([]string{m.styles.Text.Render(head), ""}, lines...), m.width, m.height)
}

func (m *Faults) ShortHelp() []key.Binding {
	return []key.Binding{m.keys.As(views.ActListChoose, "go there"), m.keys.As(views.ActSendNow, "send it anyway"), m.keys.Binding(views.ActListClose)}
}
