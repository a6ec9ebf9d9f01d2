package connections

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// labelCells is the width of the column of labels with the space after it.
const labelCells = 15

// line is a drawn line of the form, and the setting that it belongs to; -1 for none.
type line struct {
	drawn   string
	setting int
}

func (f *Form) lines() []line {
	d := f.detail
	title := f.styles.Strong.Render(text.SanitizeLine(d.Title))
	right := f.styles.Dim.Render(text.SanitizeLine(d.Right))
	gap := max(f.Width-text.Width(title)-text.Width(right)-2, 2)
	all := []line{{" " + title + strings.Repeat(" ", gap) + right, -1}}
	for i := range d.Settings {
		for _, row := range f.setting(i) {
			all = append(all, line{row, i})
		}
	}
	if len(d.Steps) == 0 && !d.Testing {
		return all
	}
	all = append(all, line{" " + f.styles.Rule.Render(strings.Repeat("─", max(f.Width-2, 0))), -1})
	for _, row := range (reports.Pen{Styles: f.styles, Width: max(f.Width-2, 1)}).Blocks(d.Steps) {
		all = append(all, line{" " + row, -1})
	}
	if d.Testing {
		all = append(all, line{" " + f.styles.Running.Render("● testing"), -1})
	}
	return all
}

// setting draws a setting: its label, its value and what there is to say of it.
func (f *Form) setting(i int) []string {
	s := f.detail.Settings[i]
	sign := " "
	if i == f.selected && f.Focused {
		sign = f.styles.Accent.Render("▸")
	}
	label := f.styles.Dim.Render(text.Fit(s.Label, labelCells-1, "…"))
	width := max(f.Width-labelCells-2, 1)
	if f.editing == s.ID {
		rows := []string{sign + label + " " + f.written(s, width)}
		return append(rows, f.faultRows(width)...)
	}
	value := f.styles.Text.Render(text.SanitizeLine(s.Value))
	switch {
	case s.Choices != nil && i == f.selected && f.Focused && f.detail.Fixed == "":
		value = f.styles.Dim.Render("◂ ") + value + f.styles.Dim.Render(" ▸")
	case s.Value == "":
		value = f.styles.Faint.Render(s.Empty)
	}
	if s.Note != "" {
		value += "  " + f.styles.Dim.Render(text.SanitizeLine(s.Note))
	}
	rows := []string{sign + label + " " + text.Truncate(value, width, "…")}
	for _, more := range s.More {
		rows = append(rows, text.Paragraph(f.styles, f.styles.Dim, labelCells+1, width+labelCells+1, text.SanitizeLine(more))...)
	}
	if i == f.selected {
		rows = append(rows, f.faultRows(width)...)
	}
	return rows
}

// written returns the text that is being written, or its end if it is longer than width.
func (f *Form) written(s Setting, width int) string {
	words := text.SanitizeLine(f.edit.Text())
	if s.Hidden {
		words = strings.Repeat("•", len([]rune(f.edit.Text())))
	}
	if over := text.Width(words) - width + 1; over > 0 {
		words = text.TruncateLeft(words, over+1, "…")
	}
	return f.styles.Strong.Render(words)
}

func (f *Form) faultRows(width int) []string {
	if f.fault == "" {
		return nil
	}
	return text.Paragraph(f.styles, f.styles.Bad, labelCells+1, width+labelCells+1, "✗ "+text.SanitizeLine(f.fault))
}

func (f *Form) View() string {
	all := f.lines()
	var out []string
	for _, l := range all[min(f.first(all), len(all)):] {
		out = append(out, l.drawn)
	}
	if f.Height > 1 && len(out) > f.Height {
		out[f.Height-1] = " " + f.styles.Warn.Render("↓ more")
	}
	return text.Rect(out, f.Width, f.Height)
}

// first returns the first line that shows.
func (f *Form) first(all []line) int { return min(f.top, max(len(all)-f.Height, 0)) }

// show scrolls to the selected setting.
func (f *Form) show() {
	if i := f.selectedLine(f.lines()); i >= 0 {
		f.top = min(max(f.top, i-f.Height+2), max(i-1, 0))
	}
}

// selectedLine returns the first line of the selected setting; -1 where there is none.
func (f *Form) selectedLine(all []line) int {
	return slices.IndexFunc(all, func(l line) bool { return l.setting == f.selected })
}

// showSteps scrolls to the last step of the test, but leaves the selected setting in view: it is the one
// to correct.
func (f *Form) showSteps() {
	all := f.lines()
	if i := f.selectedLine(all); i >= 0 {
		f.top = min(max(len(all)-f.Height, 0), i)
	}
}

func (f *Form) Scroll(_, dy int) {
	f.top = min(max(f.top+dy, 0), max(len(f.lines())-f.Height, 0))
}

// settingAt returns the setting that is drawn in a row.
func (f *Form) settingAt(y int) (at int, ok bool) {
	all := f.lines()
	if y += f.first(all); y < 0 || y >= len(all) {
		return 0, false
	}
	return all[y].setting, all[y].setting >= 0
}

func (f *Form) Cursor() *tea.Cursor {
	if f.editing == "" {
		return nil
	}
	at, all := f.at(f.editing), f.lines()
	for i, l := range all {
		if l.setting != at {
			continue
		}
		y := i - f.first(all)
		_, col := f.edit.Cursor()
		if words := f.written(f.detail.Settings[at], max(f.Width-labelCells-2, 1)); text.Width(words) < col || f.detail.Settings[at].Hidden {
			col = text.Width(words)
		}
		if x := labelCells + 1 + col; y >= 0 && y < f.Height && x < f.Width {
			return tea.NewCursor(x, y)
		}
	}
	return nil
}
