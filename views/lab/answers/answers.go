// Package answers shows the answers to one case of a lab: of all variants, next to one another where the width suffices,
// or one without saying whose it is.
package answers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Case is what is shown.
type Case struct {
	Title    string // of the case, with its place
	Prompt   string
	Variants []string     // nil: the answer is to be marked, and has no name
	Answers  [][]lab.Same // by variant
}

func (c Case) blind() bool { return c.Variants == nil && c.Answers != nil }

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	shown    Case
	selected int // of the answers of all variants
	page     *page.Page

	views.Box
	changes int
	drawn   text.Memo[drawnFor, drawing]
}

type drawnFor struct{ changes, width, style int }

// drawing is the lines of a case, and the line at which each answer begins.
type drawing struct {
	lines  []string
	starts []int
}

var _ views.Scroller = (*Model)(nil)

// New makes an empty pane.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.LabCase)}
	m.page = page.OfLines(func() []string { return m.draw().lines })
	return m
}

// Show shows a case. Another than before is shown from its beginning; of the same one the selected answer stays selected.
func (m *Model) Show(c Case) {
	was, of, _ := m.Selected()
	if c.Title != m.shown.Title {
		m.selected = 0
		m.page.Top()
	} else {
		n := 0
		for v, answers := range c.Answers {
			for _, one := range answers {
				if v == of && (one.ID == was.ID || was.Text != "" && strings.TrimSpace(one.Text) == strings.TrimSpace(was.Text)) {
					m.selected = n
				}
				n++
			}
		}
		m.selected = max(min(m.selected, n-1), 0)
	}
	m.shown = c
	m.changes++
}

// Selected returns the selected answer and its variant; ok is false if there is none.
func (m *Model) Selected() (one lab.Same, variant int, ok bool) {
	at := m.selected
	for v, answers := range m.shown.Answers {
		if at < len(answers) {
			return answers[at], v, true
		}
		at -= len(answers)
	}
	return one, 0, false
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.page.SetSize(m.Width, max(m.Height, 1))
}

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
		if one, _, ok := m.Selected(); ok {
			return views.Ask(views.Copy{What: "the answer", Text: one.Text})
		}
		return views.Answer{}
	}
	return views.Ask(views.RunAction{Action: action})
}

// step selects another answer, and scrolls to it.
func (m *Model) step(by int) views.Answer {
	starts := m.draw().starts
	if to := m.selected + by; to < 0 || to >= len(starts) {
		return views.Answer{}
	}
	m.selected += by
	m.changes++
	const minVisible = 4 // rows of a selected answer without scrolling
	m.page.Top()
	if start := starts[m.selected]; start >= m.Height-minVisible {
		m.page.Scroll(0, start-1)
	}
	return views.Answer{Used: true}
}

func (m *Model) Scroll(dx, dy int) { m.page.Scroll(dx, dy) }

const (
	minColumn = 38      // cells of answers next to one another
	maxText   = 1 << 16 // bytes of an answer that are shown
	maxPrompt = 6       // rows
)

// draw draws the case as wide as the pane: as many variants next to one another as fit, the others below them.
func (m *Model) draw() drawing {
	return m.drawn.Get(drawnFor{m.changes, m.Width, m.styles.Version}, func() (d drawing) {
		width := max(m.Width-1, 1)
		d.lines = []string{m.styles.Strong.Render(text.Truncate(text.SafeLine(m.shown.Title), width, "…"))}
		prompt := text.Rows(text.Sanitize(strings.TrimSpace(m.shown.Prompt)), max(width-2, 1))
		for _, line := range prompt[:min(len(prompt), maxPrompt)] {
			d.lines = append(d.lines, m.styles.User.Render("▌ ")+m.styles.Text.Render(line))
		}
		d.lines = append(d.lines, "")
		fit := max(min((width+3)/(minColumn+3), len(m.shown.Answers)), 1)
		for first := 0; first < len(m.shown.Answers); first += fit {
			m.row(&d, first, min(first+fit, len(m.shown.Answers)), (width+3)/fit-3)
		}
		for i := range d.lines {
			d.lines[i] = " " + d.lines[i]
		}
		return d
	})
}

// row draws the variants from one up to another next to one another.
func (m *Model) row(d *drawing, from, to, width int) {
	bar, top, lines := m.styles.Rule.Render(" │ "), len(d.lines), []string(nil)
	for v := from; v < to; v++ {
		column := m.column(d, v, width, top)
		if v > from {
			column = text.SideBySide(lines, column, (v-from)*(width+3)-3, bar)
		}
		lines = column
	}
	d.lines = append(d.lines, lines...)
}

// column draws the answers of a variant, and notes the line of each; the first line of the column is top.
func (m *Model) column(d *drawing, v, width, top int) (lines []string) {
	add := func(words string, render func(...string) string) {
		for _, row := range text.Rows(words, max(width, 1)) {
			lines = append(lines, render(row))
		}
	}
	answers, sent := m.shown.Answers[v], 0
	for _, one := range answers {
		sent += one.Count
	}
	if !m.shown.blind() {
		add(text.SafeLine(m.shown.Variants[v]), m.styles.Model.Render)
	}
	if len(answers) == 0 {
		add("not sent", m.styles.Dim.Render)
	}
	for _, one := range answers {
		isSelected := len(d.starts) == m.selected
		d.starts = append(d.starts, top+len(lines))
		words, style := strings.TrimRight(text.ClipSized(one.Text, maxText), " \n"), m.styles.Text
		if words == "" {
			words, style = one.Message, m.styles.Bad
		}
		if !m.shown.blind() {
			head, render := "  ", m.styles.Dim.Render
			if isSelected {
				head, render = "▸ ", m.styles.Accent.Render
			}
			for _, fact := range facts(one, sent) {
				lines = append(lines, render(head+text.Truncate(text.SafeLine(fact), max(width-2, 1), "…")))
				head, render = "  ", m.styles.Dim.Render
			}
			for _, missed := range one.Missed {
				add("✗ "+text.SafeLine(missed), m.styles.Warn.Render)
			}
		}
		add(text.Sanitize(words), style.Render)
		lines = append(lines, "")
	}
	return lines
}

// facts describes an answer of some that were sent, in lines: how it ended, who served it, and its figures.
func facts(one lab.Same, sent int) []string {
	ended := explain.Sign(one.Verdict) + " " + one.Failure()
	if sent > 1 {
		ended += fmt.Sprintf(", %d of %d the same", one.Count, sent)
	}
	if one.Marked {
		ended += fmt.Sprintf(", your mark %d", one.Mark)
	}
	figure := func(lead string, m lab.Measure, unit string) string {
		v := one.Trial.Figure(m)
		if math.IsNaN(v) || one.ID == "" {
			return ""
		}
		return lead + m.Write(v) + unit + "   "
	}
	return slices.DeleteFunc([]string{
		ended, figures.ServedBy(one.Served, one.Provider),
		figure("TTFT ", lab.TTFT, "") + figure("total ", lab.Total, "") + figure("", lab.Rate, " tok/s"),
		figure("out ", lab.Tokens, "") + figure("", lab.Cost, ""),
	}, func(line string) bool { return line == "" })
}

func (m *Model) View() string { return text.Rect(m.page.Drawn(), m.Width, m.Height) }

func (m *Model) ShortHelp() []key.Binding {
	mark := views.MarkKeys(m.keys, "mark")
	if m.shown.blind() {
		return []key.Binding{mark, m.keys.As(views.ActLabNext, "skip"), m.keys.As(views.ActLabBefore, "before")}
	}
	return append(m.keys.Bindings(views.ActOpenRow, views.ActGoRight, views.ActLabNext, views.ActLabBefore, views.ActRankJudge, views.ActLabPin, views.ActRankGrid), mark)
}
