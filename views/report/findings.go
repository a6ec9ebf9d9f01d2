package report

import (
	"slices"
	"strings"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views/text"
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

// Rows is how many rows all of them need in so many cells.
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

// Reveal brings the selected finding into view, in so many cells and rows.
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

// At is the finding in a row of what is drawn; -1 for none.
func (l *Findings) At(width, y int) int {
	if rows := l.wrapped(width); y >= 0 && y+l.top < len(rows) {
		return rows[y+l.top].finding
	}
	return -1
}

// Draw draws as many rows as fit, and says how many are below them.
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
