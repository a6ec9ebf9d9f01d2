package build

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/cache/fill"
	"gatehouse/state/cost/prices"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
)

// fillWork is the work that reports what fills the prompt of the shown document.
type fillWork struct {
	counter *fill.Counter
	working bool
	of      filledFor // what was computed last
	shown   report.Report
	changes int // of shown
}

// filledFor is what that depends on.
type filledFor struct {
	version uint64
	prices  *prices.Book
	link    *screen.Link
	minute  int64 // when it was computed: caches expire after some minutes
}

// fill computes in the background what fills the prompt of the shown document, one version at a
// time.
func (s *Screen) fill() tea.Cmd {
	now := filledFor{s.version, s.Prices(), s.desk.Shown().Link, time.Now().Unix() / 60}
	if s.doc == nil || !s.isShown() || s.filling.working || s.filling.of == now {
		return nil
	}
	s.filling.working, s.filling.of = true, now
	doc, filler, counter := s.doc, s.desk.Filler(), s.filling.counter
	return func() tea.Msg {
		filling, ok := filler.Of(doc, counter)
		return screen.EffectFunc(func() tea.Cmd {
			s.filling.working = false
			if s.doc == nil || now.version != s.version {
				return nil // another one is shown by now
			}
			words, shown := "", report.Report{Title: "PROMPT"}
			if ok {
				words, shown = report.FillTokens(filling), report.Fill(filling)
			}
			s.outline.SetFill(words)
			s.filling.shown = shown
			s.filling.changes++
			return nil
		})
	}
}

// prompting reports whether the place of the prompt is selected, whose page replaces
// the form.
func (s *Screen) prompting() bool { return s.place.Group == views.PromptGroup }

func withPrompt(l screen.Layout) screen.Layout {
	l.Pages[PromptPane] = l.Pages[FormPane]
	delete(l.Pages, FormPane)
	return l
}

// tab is the page of what fills the prompt, whose rows lead to the pieces in the request.
func (f *fillWork) tab() reports.Source {
	return reports.Source{
		Name: "what fills the prompt", Scope: views.Outline, Acting: true, General: true,
		Make:    func(views.Subject) []report.Report { return []report.Report{f.shown} },
		Depends: func(views.Subject) any { return f.changes },
		Open: func(_ views.Subject, row page.Row) (views.Intent, string) {
			path, ok := strings.CutPrefix(row.ID, report.PieceRow)
			if !ok {
				return nil, ""
			}
			return views.ShowPlace{Pointer: "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(path)}, "go to the piece"
		},
	}
}
