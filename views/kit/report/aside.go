package report

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Aside are reports next to a list, about the row under its cursor. It has no keys; the wheel scrolls
// it.
type Aside struct {
	*page.Page
	styles *themes.Styles
	shown  []report.Report
	drawn  text.Memo[text.Shape, []string]
}

var (
	_ views.Pane     = (*Aside)(nil)
	_ views.Scroller = (*Aside)(nil)
)

// NewAside makes it empty.
func NewAside(styles *themes.Styles) *Aside {
	a := &Aside{styles: styles}
	a.Page = page.OfLines(a.lines)
	return a
}

// Show shows reports from their beginning; with more, the same with more in them, where they
// were read.
func (a *Aside) Show(reports []report.Report, more bool) {
	a.shown = reports
	a.drawn.Forget()
	if !more {
		a.Top()
	}
}

func (a *Aside) Update(tea.Msg) views.Answer { return views.Answer{} }

func (a *Aside) ShortHelp() []key.Binding { return nil }

// lines draws the first report, a summary, in full, and the others briefly.
func (a *Aside) lines() []string {
	return a.drawn.Get(text.Shape{Width: a.Width, Style: a.styles.Version}, func() []string {
		if a.Width < twoColumns {
			return a.column(a.shown, 0, a.Width)
		}
		half, width := (len(a.shown)+1)/2, (a.Width-1)/2
		left, right := a.column(a.shown[:half], 0, width), a.column(a.shown[half:], half, a.Width-1-width)
		return text.SideBySide(left, right, width, a.styles.Rule.Render("│"))
	})
}

// twoColumns is the width from which on the reports are drawn in two columns.
const twoColumns = 108

// column draws the reports from one on below one another.
func (a *Aside) column(shown []report.Report, from, width int) []string {
	const margin = 1
	var lines []string
	for i, r := range shown {
		pen := Pen{Styles: a.styles, Width: max(width-2*margin, 1), Brief: from+i > 0}
		more := pen.Lines(r)
		if len(lines) > 0 && len(more) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	for i, l := range lines {
		lines[i] = text.Fit(" "+l, width, "…")
	}
	return lines
}
