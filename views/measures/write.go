package measures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/figures"
	"gatehouse/state/rank"
	"gatehouse/views"
	"gatehouse/views/text"
)

// writer gathers lines.
type writer struct {
	m     *Model
	lines []string
}

func (w *writer) add(line string) { w.lines = append(w.lines, " "+line) }

// title begins a part.
func (w *writer) title(name, right string) {
	s := w.m.styles
	if len(w.lines) > 0 {
		w.add("")
	}
	style := s.Strong
	if w.m.focus {
		style = s.Accent
	}
	right = text.Truncate(right, max(w.m.Width-len(name)-3, 0), "…")
	gap := max(w.m.Width-2-text.Width(name)-text.Width(right), 1)
	w.add(style.Render(name) + strings.Repeat(" ", gap) + s.Dim.Render(right))
}

// row is a label with a value at the right end.
func (w *writer) row(label string, style lipgloss.Style, value string) {
	room := w.m.Width - 2 - text.Width(value)
	label = text.Truncate(label, max(room-1, 0), "…")
	w.add(w.m.styles.Dim.Render(label) + strings.Repeat(" ", max(room-text.Width(label), 1)) + style.Render(value))
}

// explained is a row of a figure with what it says in plain words, where there is room
// for both.
func (w *writer) explained(name, plain, value string) (fits bool) {
	long := name + ": " + plain
	if fits = text.Width(long) <= w.m.Width-3-text.Width(value); fits {
		name = long
	}
	w.row(name, w.m.styles.Text, value)
	return fits
}

// words wraps a text.
func (w *writer) words(words string, style lipgloss.Style) {
	for _, line := range text.Rows(text.SanitizeLine(words), max(w.m.Width-2, 1)) {
		w.add(style.Render(line))
	}
}

// indented wraps a text that belongs to the line above; what has no spaces is
// cut where the line ends.
func (w *writer) indented(words string, style lipgloss.Style) {
	for _, line := range text.Rows(text.SanitizeLine(words), max(w.m.Width-4, 1)) {
		w.add("  " + style.Render(line))
	}
}

func (w *writer) figures() {
	f := &w.m.figures
	w.agreement()
	w.judgements()
	if w.m.Width >= besideNames {
		w.table()
	}
	if len(f.Splits) > 0 {
		w.title("FURTHEST APART", w.splitBy())
		digits := 0
		for _, s := range f.Splits {
			digits = max(digits, len(strconv.Itoa(s.Document+1)))
		}
		for _, s := range f.Splits {
			w.row(fmt.Sprintf("%*d %s", digits, s.Document+1, text.SanitizeLine(s.Words)), w.m.styles.Text, strconv.FormatFloat(s.Places, 'f', -1, 64))
		}
	}
	w.runs()
}

// splitBy says whose disagreement it is, where there are more than two.
func (w *writer) splitBy() string {
	const apart = "places apart"
	f, whose := &w.m.figures, "all columns"
	switch {
	case len(f.Runs) < 3:
		return apart
	case f.Agreed:
		whose = "the pair"
	}
	if whole := whose + ", " + apart; len("FURTHEST APART")+len(whole)+3 <= w.m.Width {
		return whole
	}
	return whose
}

func (w *writer) agreement() {
	f, s := &w.m.figures, w.m.styles
	if len(f.Runs) < 2 {
		w.title("AGREEMENT", "")
		w.words("two answers needed; "+w.m.keys.Name(views.ActRankAddModel)+" adds a model", s.Dim)
		return
	}
	pair, key := text.SanitizeLine(f.Runs[f.A].Name+" · "+f.Runs[f.B].Name), w.m.keys.Name(views.ActRankPair)+" pair"
	if room := w.m.Width - 6 - len("AGREEMENT") - text.Width(key); w.m.Width >= besideNames && text.Width(pair) <= room {
		w.title("AGREEMENT", pair+"   "+key)
	} else {
		if text.Width(pair) > w.m.Width-2 {
			pair = strings.Join(names([]Run{f.Runs[f.A], f.Runs[f.B]}, (w.m.Width-len("  ·  "))/2), " · ")
		}
		w.title("AGREEMENT", key)
		w.add(s.Text.Render(pair))
	}
	switch {
	case f.Working:
		w.add(s.Dim.Render("calculating …"))
	case !f.Agreed:
		w.words("shown once both have answered", s.Dim)
	default:
		a := f.Agreement
		pairs := fmt.Sprintf("%s of %s of documents in the same order", figures.Thousands(a.Pairs.Same), figures.Counted(a.Pairs.All, "pair"))
		if !w.explained("Kendall's tau-b", pairs, figure(a.TauB)) && a.Pairs.All > 0 {
			w.indented(pairs, s.Dim)
		}
		w.explained("Spearman's rho", "as tau-b, but long moves count more", figure(a.Rho))
		w.explained("RBO, p "+strconv.FormatFloat(a.P, 'g', 3, 64), "the first places count most; 1 equal, 0 nothing shared", figure(a.RBO))
		w.explained("overlap@"+strconv.Itoa(a.K), fmt.Sprintf("among the first %d of both", a.K), fmt.Sprintf("%d of %d", a.Overlap, a.K))
		if a.Shared < a.Documents {
			w.row("returned by both", s.Text, fmt.Sprintf("%d of %d", a.Shared, a.Documents))
		}
		w.undefined(a)
		w.agedPair()
	}
}

// agedPair says which of the two whose agreement is shown is not of what would be
// asked now.
func (w *writer) agedPair() {
	f := &w.m.figures
	var aged []string
	for _, i := range [...]int{f.A, f.B} {
		if f.Runs[i].Earlier != "" {
			aged = append(aged, f.Runs[i].Name)
		}
	}
	if len(aged) > 0 {
		w.words("earlier: "+strings.Join(aged, ", "), w.m.styles.Warn)
	}
}

// undefined says why there is no tau-b, where there is none.
func (w *writer) undefined(a rank.Agreement) {
	f, s := &w.m.figures, w.m.styles
	switch {
	case !math.IsNaN(a.TauB):
		return
	case a.Documents < 2:
		w.words("no tau-b or rho: at least two documents are needed", s.Dim)
		return
	}
	for _, i := range [...]int{f.A, f.B} {
		if r := f.Runs[i]; r.Tied {
			w.words("no tau-b or rho: "+r.Name+" gives all documents the same score", s.Dim)
		}
	}
}

// names are the models' names in so many cells: all of them without the vendor,
// where one does not fit with it and they can still be told apart, and then cut in
// their middle.
func names(runs []Run, width int) []string {
	full, bare := make([]string, len(runs)), make([]string, len(runs))
	fits, seen := true, map[string]bool{}
	for i, r := range runs {
		full[i] = text.SanitizeLine(r.Name)
		bare[i] = full[i][strings.Index(full[i], "/")+1:]
		fits = fits && text.Width(full[i]) <= width
		seen[bare[i]] = true
	}
	if !fits && len(seen) == len(runs) {
		full = bare
	}
	for i := range full {
		full[i] = text.Middle(full[i], width)
	}
	return full
}

// figure writes a figure between -1 and 1.
func figure(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}
