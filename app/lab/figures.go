package lab

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/checks"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/lab/grid"
)

// inputs are the values that the grid depends on.
type inputs struct {
	version uint64
	figure  lab.Measure
	order   lab.Order
}

// results are the answers so far; there is no case until the requests have been written.
func (s *Screen) results() (r lab.Results) {
	if s.Ready() {
		r = s.plan.Known
	}
	return r
}

// size describes a lab.
func size(r lab.Results) string {
	words, repeat := r.Bench().Size(), 0
	for _, row := range r.Trials {
		for _, trials := range row {
			repeat = max(repeat, len(trials))
		}
	}
	if repeat > 1 {
		words += fmt.Sprintf(" × %d", repeat)
	}
	return words
}

// measure computes the grid in the background, once at a time, if it is outdated.
func (s *Screen) measure() tea.Cmd {
	now := inputs{s.version, s.figure, s.order}
	if s.working || s.measured == now {
		return nil
	}
	s.measured, s.working = now, true
	r, notes, finished := s.results(), s.notes(), s.run == nil
	return func() tea.Msg {
		g := gridOf(r, now, finished)
		words := []string{r.Figures(now.figure).Title, size(r), g.Title}
		g.Title, g.Notes = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " · "), notes
		return screen.EffectFunc(func() tea.Cmd {
			s.working = false
			s.grid.Show(g)
			return s.measure()
		})
	}
}

// notes returns what must be known to read the grid, and what to do next.
func (s *Screen) notes() (notes []string) {
	switch {
	case s.planErr != "":
		return []string{s.planErr}
	case s.preparing != nil:
		return nil
	}
	if len(s.lab.Cases) == 0 {
		notes = append(notes, s.key(views.ActLabAdd)+" adds prompts: typed, of a file, of the conversation, of the history")
	}
	if len(s.lab.Variants) == 0 {
		notes = append(notes, s.key(views.ActLabVariant)+" adds the models to compare")
	}
	if len(notes) > 0 {
		return append(notes, s.Keys.Name(views.ActOpen)+" opens a lab file, "+s.key(views.ActLabEdit)+" writes one")
	}
	if s.run == nil && s.plan != nil {
		if _, left := s.plan.Left(); left > 0 {
			notes = append(notes, s.key(views.ActRankRunAll)+" runs "+figures.Counted(left, "request")+" without an answer")
		}
	}
	return notes
}

// maxMissed is how many expectations that were not met are listed below the grid.
const maxMissed = 50

// gridOf computes the grid and the reports. What takes long is left out until a run has finished.
func gridOf(r lab.Results, of inputs, finished bool) grid.Grid {
	figure, b := r.Figures(of.figure), report.Bench{Bench: r.Bench()}
	g := grid.Grid{Title: b.OrderWords(of.order), Order: figure.Sort(of.order, figure.LowIsBetter())}
	g.Table = b.Table(figure, g.Order)
	if of.figure == lab.Pass && len(g.Order) > 0 {
		g.Table.Rows[len(g.Table.Rows)-1] = report.PassIntervals(r)
	}
	if !b.Started() {
		return g
	}
	g.Details = []report.Report{report.Variants(r)}
	if finished && len(r.Cases) > 1 {
		g.Details = append(g.Details, b.Differences(figure))
	}
	g.Details = append(g.Details, report.ServedBy(r))
	if finished {
		missed := report.MissedBy(r)
		if n := len(missed.Blocks); n > maxMissed {
			missed.Blocks = append(missed.Blocks[:maxMissed], report.Span{Text: figures.Thousands(n-maxMissed) + " more are in the answers of the cases"})
		}
		quality := lab.Pass
		if of.figure == lab.Marks {
			quality = lab.Marks
		}
		g.Details = append(g.Details, b.Price(r.Figures(quality)), missed)
	}
	g.Details = slices.DeleteFunc(g.Details, report.Report.Empty)
	return g
}

func (s *Screen) stepFigure(by int) tea.Cmd {
	s.figure = (s.figure + lab.Measure(by) + lab.Measures) % lab.Measures
	if s.figure == lab.Ended && s.results().CompletedOnly { // which lab.Pass shows
		return s.stepFigure(by)
	}
	return nil
}

// switchOrder sorts the grid, or restores the order of the file if it is sorted that way.
func (s *Screen) switchOrder(order lab.Order) tea.Cmd {
	if s.order == order {
		order = lab.BySet
	}
	s.order = order
	s.grid.Begin()
	return nil
}

// askExport asks where the results are to be written.
func (s *Screen) askExport() tea.Cmd {
	if !s.Ready() {
		return s.Notify("nothing to export yet: %s", cmp.Or(s.planErr, "the requests are being prepared"))
	}
	return s.AskSave(&screen.ToSave{
		Title: "Export the results", Path: s.InFolder("results.csv"), Note: ".json; .csv: a row for each answer; .md, .html: the reports",
		Take: func(path string) (screen.Contents, error) {
			r := s.results()
			write := checks.LabWriter(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
			if write == nil {
				return screen.Contents{}, errors.New("end the name in .json, .csv, .md or .html to choose the format")
			}
			return screen.Contents{Write: func() ([]byte, error) { return write(r) }}, nil
		},
	})
}
