package measures

import (
	"fmt"
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
)

// Cells of the table of the runs, of costs at least, and the width from which on it has room beside
// the models' names.
const (
	verdictCells = 12
	timeCells    = 8
	unitsCells   = 5
	tokensCells  = 9
	costCells    = 10
	besideNames  = 72
)

// table is how each run went and what it took, a line a model.
func (w *writer) table() {
	s, f := w.m.styles, &w.m.figures
	if len(f.Runs) == 0 {
		return
	}
	costs := costCells
	for _, r := range f.Runs {
		costs = max(costs, text.Width(text.SanitizeLine(r.Used.Cost)))
	}
	cells := func(time, units, tokens, cost string) string {
		return fmt.Sprintf(" %*s  %*s  %*s  %*s", timeCells, time, unitsCells, units, tokensCells, tokens, costs, cost)
	}
	w.title("RUNS", fmt.Sprintf("%-*s", verdictCells, "  verdict")+cells("time", "units", "tokens", "cost"))
	room := w.m.Width - 3 - verdictCells - text.Width(cells("", "", "", ""))
	for i, name := range names(f.Runs, room) {
		r := f.Runs[i]
		verdict, time := "–", "–"
		if r.Asked {
			verdict = explain.Sign(r.Verdict) + " " + string(r.Verdict)
		}
		if r.TimeUS > 0 {
			time = figures.Duration(r.TimeUS)
		}
		dash := func(s string) string {
			if s == "" {
				return "–"
			}
			return s
		}
		verdict += strings.Repeat(" ", max(verdictCells-text.Width(verdict), 0))
		values := text.SanitizeLine(cells(time, dash(r.Used.Units), dash(r.Used.Tokens), dash(r.Used.Cost)))
		note := ""
		if r.Earlier != "" {
			note = "earlier"
		}
		label, below := aside(text.Truncate(name, room, "…"), note, room)
		w.add(text.Fit(s.Dim.Render(label), room+1, "") + views.VerdictStyle(s, r.Verdict).Render(verdict) + s.Text.Render(values))
		if below {
			w.indented(note, s.Warn)
		}
	}
}

// runs is what else there is to say of each run, and in a narrow pane all.
func (w *writer) runs() {
	title, narrow := "RUNS", w.m.Width < besideNames
	if !narrow {
		title = "ANSWERS"
	}
	for _, r := range w.m.figures.Runs {
		if !narrow && !r.Asked {
			continue
		}
		if title != "" {
			w.title(title, "")
			title = ""
		}
		w.run(r, narrow)
	}
}

func (w *writer) run(r Run, narrow bool) {
	s := w.m.styles
	name, value := text.SanitizeLine(r.Name), ""
	if r.Asked && narrow {
		value = explain.Sign(r.Verdict)
		word := " " + string(r.Verdict)
		if r.TimeUS > 0 {
			value += " " + figures.Duration(r.TimeUS)
		}
		// The name goes before the word, which the sign says too.
		if r.Verdict != state.Completed && text.Width(name+value+word) < w.m.Width-2 {
			value = explain.Sign(r.Verdict) + word + strings.TrimPrefix(value, explain.Sign(r.Verdict))
		}
	}
	w.row(text.Middle(name, w.m.Width-3-text.Width(value)), views.VerdictStyle(s, r.Verdict), value)
	if why := r.Failure; why != "" {
		const longest = 4 << 10 // bytes
		w.indented(text.Clip(why, longest), s.Text)
	}
	if r.Earlier != "" {
		w.indented("earlier: "+r.Earlier, s.Warn)
	}
	if words := r.Used.words(); narrow && words != "" {
		w.indented(words, s.Dim)
	}
	for _, fact := range r.Facts {
		w.indented(fact, s.Dim)
	}
	for _, note := range r.Notes {
		w.words("⚠ "+note, s.Warn)
	}
}

// words is what an answer took, in words.
func (u Usage) words() string {
	var parts []string
	for _, p := range [...]struct{ n, what string }{{u.Tokens, " token"}, {u.Units, " search unit"}} {
		switch p.n {
		case "":
		case "1":
			parts = append(parts, p.n+p.what)
		default:
			parts = append(parts, p.n+p.what+"s")
		}
	}
	if u.Cost != "" {
		parts = append(parts, u.Cost)
	}
	return strings.Join(parts, ", ")
}
