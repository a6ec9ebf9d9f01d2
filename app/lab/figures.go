package lab

import (
	"cmp"
	"errors"
	"path/filepath"
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
	choice  grid.Choice
}

// results are the answers so far; there is no case until the requests have been written.
func (s *Screen) results() (r lab.Results) {
	if s.Ready() {
		r = s.plan.Known
	}
	return r
}

// measure computes the grid in the background, once at a time, if it is outdated.
func (s *Screen) measure() tea.Cmd {
	now := inputs{s.version, s.grid.Choice()}
	if s.working || s.measured == now {
		return nil
	}
	s.measured, s.working = now, true
	r, notes, finished := s.results(), s.notes(), s.run == nil
	return func() tea.Msg {
		g := gridOf(r, now.choice, finished)
		g.Notes = notes
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
func gridOf(r lab.Results, of grid.Choice, finished bool) grid.Grid {
	measures, b := r.Measures(), report.Bench{Bench: r.Bench()}
	measure := measures[min(of.Figure, len(measures)-1)]
	figure, quality := r.Figures(measure), lab.Pass
	if measure == lab.Marks {
		quality = lab.Marks
	}
	var details []report.Report
	if b.Started() {
		details = append(details, report.Variants(r))
		if finished && len(r.Cases) > 1 {
			details = append(details, b.Differences(figure))
		}
		details = append(details, report.ServedBy(r))
		if finished {
			details = append(details, b.Price(r.Figures(quality)), report.MissedBy(r, maxMissed))
		}
	}
	g := grid.Of(b, figure, of.Order, details...)
	if g.Figures = len(measures); measure == lab.Pass && len(g.Order) > 0 {
		g.Table.Rows[len(g.Table.Rows)-1] = report.PassIntervals(r)
	}
	return g
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
