package page

import (
	"fmt"
	"html/template"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
)

// runOf draws the run of exchanges, nothing if they are not of one run.
func runOf(list []Exchange) template.HTML {
	if len(list) < 2 {
		return ""
	}
	var entries []history.Entry
	for i := range list {
		of, listed := &list[i], list[i].Listed
		if listed == nil || listed.Run == 0 || listed.Run != list[0].Listed.Run {
			return ""
		}
		e := history.Of(of.About, of.State, of.Capture) // what was masked is so here too
		e.Key, e.Run, e.Parent, e.Joined = listed.Key, listed.Run, listed.Parent, listed.Joined
		entries = append(entries, e)
	}
	return sections(report.Run(waterfall.Of(entries)))
}

// runWidth is how wide the bars of a run are, in units of their pictures.
const runWidth = 1000

// waterfall draws the exchanges of a run on one axis of time, and the cells of each.
func (w *reportWriter) waterfall(of report.Waterfall) {
	w.b.WriteString(`<p class="legend">`)
	for p := waterfall.Tool; p <= waterfall.Silent; p++ {
		fmt.Fprintf(&w.b, `<span class="w%d"><i></i>%s</span>`, p, p)
	}
	axis := waterfall.NewAxis(of.Rows, runWidth)
	if len(axis.Breaks()) > 0 {
		w.b.WriteString("<span>│ time cut out</span>")
	}
	w.shut("p")
	t := of.Table()
	for _, r := range t.Rows {
		what := len(r.Cells) - 1 // the exchange below shows it completely
		r.Cells[what].Text = cut(r.Cells[what].Text, t.Columns[what].MaxWidth)
	}
	w.table(t, func(i int) {
		fmt.Fprintf(&w.b, `<td class="run"><svg viewBox="0 0 %d 10" preserveAspectRatio="none" role="img">`, runWidth)
		for _, at := range axis.Breaks() {
			fmt.Fprintf(&w.b, `<path class="axis" d="M%d 0V10"/>`, at)
		}
		for _, s := range of.Rows[i].Bar() {
			from := axis.At(s.From)
			fmt.Fprintf(&w.b, `<g class="w%d"><title>%s %s</title><rect x="%.1f" width="%.1f" height="10"/></g>`,
				s.Part, s.Part, figures.Duration(s.To-s.From), from, max(axis.At(s.To)-from, 1))
		}
		w.b.WriteString("</svg></td>")
	})
}
