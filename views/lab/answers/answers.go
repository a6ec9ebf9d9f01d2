// Package answers shows the answers to one case of a lab: of all variants side by side or below one another,
// or one without saying whose it is.
package answers

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Case is what is shown.
type Case struct {
	Title   string // of the case, with its place
	Prompt  string
	Columns []Column
	Foot    []string // below the answers
	Blind   bool     // the answers are to be judged: they have no names
}

// Column has the answers of one variant.
type Column struct {
	Name    string // of the variant; empty while judging
	Summary string // of its answers
	Answers []Answer
}

// Answer is an answer of a variant, and of all its repeats that answered the same.
type Answer struct {
	Facts  []string // who served it, how it ended, its figures; a line each
	Missed []string // what was expected and not met
	Text   string
	Failed bool
}

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	shown  Case
	column int // of the selected answer
	answer int
	page   *page.Page

	views.Box
	changes int
	drawn   text.Memo[drawnFor, drawing]
}

type drawnFor struct{ changes, width, style int }

// drawing is the lines of a case, and the line at which each answer begins, by column.
type drawing struct {
	lines  []string
	starts [][]int
}

var _ views.Scroller = (*Model)(nil)

// New makes an empty pane.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.LabCase)}
	m.page = page.OfLines(func() []string { return m.draw().lines })
	return m
}

// Show shows a case. Another than before is shown from its beginning.
func (m *Model) Show(c Case) {
	if c.Title != m.shown.Title {
		m.column, m.answer = 0, 0
		m.page.Top()
	}
	m.shown = c
	m.column = max(min(m.column, len(c.Columns)-1), 0)
	if len(c.Columns) > 0 {
		m.answer = max(min(m.answer, len(c.Columns[m.column].Answers)-1), 0)
	}
	m.changes++
	m.SetSize(m.Width, m.Height)
}

// Selected returns the selected answer; ok is false if there is none.
func (m *Model) Selected() (column, answer int, ok bool) {
	ok = m.column < len(m.shown.Columns) && m.answer < len(m.shown.Columns[m.column].Answers)
	return m.column, m.answer, ok
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.page.SetSize(m.Width, max(m.Height-len(m.foot()), 1))
}

func (m *Model) foot() []string { return m.shown.Foot[:min(len(m.shown.Foot), max(m.Height-1, 0))] }

func (m *Model) Update(msg tea.Msg) views.Answer {
	action := m.keys.Asked(msg, views.LabCase)
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Ask(views.Cancel{})
	}
	if answer, ok := m.page.Do(action); ok {
		return answer
	}
	switch action {
	case "":
		return views.Answer{}
	case views.ActGoRight:
		return m.step(1)
	case views.ActGoLeft:
		return m.step(-1)
	case views.ActCopy:
		if c, a, ok := m.Selected(); ok {
			return views.Ask(views.Copy{What: "the answer", Text: m.shown.Columns[c].Answers[a].Text})
		}
		return views.Answer{}
	}
	return views.Ask(views.RunAction{Action: action})
}

// step selects another answer, and scrolls to it.
func (m *Model) step(by int) views.Answer {
	var all [][2]int
	for c, column := range m.shown.Columns {
		for a := range column.Answers {
			all = append(all, [2]int{c, a})
		}
	}
	at := slices.Index(all, [2]int{m.column, m.answer}) + by
	if at < 0 || at >= len(all) {
		return views.Answer{}
	}
	m.column, m.answer = all[at][0], all[at][1]
	m.changes++
	start := m.draw().starts[m.column][m.answer]
	m.page.Top()
	if start >= m.Height-len(m.foot())-minVisible {
		m.page.Scroll(0, start-1)
	}
	return views.Answer{Used: true}
}

func (m *Model) Scroll(dx, dy int) { m.page.Scroll(dx, dy) }

// Sizes in cells.
const (
	minColumn  = 38      // of the width of answers side by side
	minVisible = 4       // rows of a selected answer without scrolling
	maxText    = 1 << 16 // bytes of an answer that are shown
)

// draw draws the case as wide as the pane.
func (m *Model) draw() drawing {
	return m.drawn.Get(drawnFor{m.changes, m.Width, m.styles.Version}, func() (d drawing) {
		width := max(m.Width-1, 1)
		d.lines = []string{m.styles.Strong.Render(text.Fit(text.SafeLine(m.shown.Title), width, "…"))}
		for i, line := range text.Rows(text.Sanitize(strings.TrimSpace(m.shown.Prompt)), width-2) {
			if i == maxPrompt {
				d.lines = append(d.lines, m.styles.Dim.Render("  …"))
				break
			}
			d.lines = append(d.lines, m.styles.User.Render("▌ ")+m.styles.Text.Render(line))
		}
		d.lines = append(d.lines, "")
		n := len(m.shown.Columns)
		each := (width - 3*(n-1)) / max(n, 1)
		if n < 2 || each < minColumn {
			m.stack(&d, width)
		} else {
			m.sideBySide(&d, each)
		}
		for i := range d.lines {
			d.lines[i] = " " + d.lines[i]
		}
		return d
	})
}

const maxPrompt = 6 // rows

// stack draws the columns below one another.
func (m *Model) stack(d *drawing, width int) {
	for c := range m.shown.Columns {
		lines, starts := m.drawColumn(c, width)
		for i := range starts {
			starts[i] += len(d.lines)
		}
		d.lines, d.starts = append(append(d.lines, lines...), ""), append(d.starts, starts)
	}
}

// sideBySide draws the columns next to one another.
func (m *Model) sideBySide(d *drawing, each int) {
	top, rows := len(d.lines), 0
	columns := make([][]string, len(m.shown.Columns))
	for c := range columns {
		var starts []int
		columns[c], starts = m.drawColumn(c, each)
		for i := range starts {
			starts[i] += top
		}
		d.starts, rows = append(d.starts, starts), max(rows, len(columns[c]))
	}
	bar := m.styles.Rule.Render(" │ ")
	for row := range rows {
		cells := make([]string, len(columns))
		for c, lines := range columns {
			line := ""
			if row < len(lines) {
				line = lines[row]
			}
			cells[c] = text.Fit(line, each, "")
		}
		d.lines = append(d.lines, strings.Join(cells, bar))
	}
}

// drawColumn draws the answers of a variant; starts has the line of each.
func (m *Model) drawColumn(c, width int) (lines []string, starts []int) {
	column := m.shown.Columns[c]
	if column.Name != "" {
		lines = append(lines, m.styles.Model.Render(text.Truncate(text.SafeLine(column.Name), width, "…")),
			m.styles.Dim.Render(text.Truncate(column.Summary, width, "…")))
	}
	for a, one := range column.Answers {
		starts = append(starts, len(lines))
		for i, fact := range one.Facts {
			mark, style := "  ", m.styles.Dim
			if i == 0 && c == m.column && a == m.answer && !m.shown.Blind {
				mark, style = "▸ ", m.styles.Accent
			}
			lines = append(lines, style.Render(mark+text.Truncate(text.SafeLine(fact), max(width-2, 1), "…")))
		}
		for _, missed := range one.Missed {
			for _, row := range text.Rows("✗ "+text.SafeLine(missed), max(width-2, 1)) {
				lines = append(lines, m.styles.Warn.Render("  "+row))
			}
		}
		style := m.styles.Text
		if one.Failed {
			style = m.styles.Bad
		}
		for _, row := range text.Rows(text.Sanitize(strings.TrimRight(text.ClipSized(one.Text, maxText), " \n")), width) {
			lines = append(lines, style.Render(row))
		}
		lines = append(lines, "")
	}
	return lines, starts
}

func (m *Model) View() string {
	lines := m.page.Drawn()
	for len(lines) < m.Height-len(m.foot()) {
		lines = append(lines, "")
	}
	for _, line := range m.foot() {
		lines = append(lines, " "+line)
	}
	return text.Rect(lines, m.Width, m.Height)
}

func (m *Model) ShortHelp() []key.Binding {
	first, last := m.keys.Name(views.ActRankMark0), m.keys.Name(views.ActRankMark3)
	mark := key.NewBinding(key.WithKeys(first), key.WithHelp(fmt.Sprintf("%s–%s", first, last), "mark"))
	if m.shown.Blind {
		return []key.Binding{mark, m.keys.As(views.ActLabNext, "skip"), m.keys.As(views.ActLabBefore, "before")}
	}
	return append(m.keys.Bindings(views.ActOpenRow, views.ActGoRight, views.ActLabNext, views.ActLabBefore), append([]key.Binding{mark},
		m.keys.Bindings(views.ActRankJudge, views.ActLabPin, views.ActRankGrid)...)...)
}
