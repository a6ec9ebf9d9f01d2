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
	counter     *fill.Counter
	working     bool
	computedFor fillInputs // by the last computation
	shown       report.Report
	changes     int // of shown
}

// fillInputs are the inputs of the prompt report; it is stale when they differ.
type fillInputs struct {
	version uint64
	prices  *prices.Book
	link    *screen.Link
	minute  int64 // when it was computed: caches expire after some minutes
}

// refreshPrompt computes in the background what fills the prompt of the shown document, one version
// at a time.
func (s *Screen) refreshPrompt() tea.Cmd {
	now := fillInputs{s.version, s.Prices(), s.desk.Shown().Link, time.Now().Unix() / 60}
	if s.doc == nil || !s.isShown() || s.promptFill.working || s.promptFill.computedFor == now {
		return nil
	}
	s.promptFill.working, s.promptFill.computedFor = true, now
	doc, filler, counter := s.doc, s.desk.Filler(), s.promptFill.counter
	return func() tea.Msg {
		promptFill, ok := filler.Of(doc, counter)
		return screen.EffectFunc(func() tea.Cmd {
			s.promptFill.working = false
			if s.doc == nil || now.version != s.version {
				return nil // another document is shown by now
			}
			words, shown := "", report.Report{Title: "PROMPT"}
			if ok {
				words, shown = report.FillTokens(promptFill), report.Fill(promptFill)
			}
			s.outline.SetFill(words)
			s.promptFill.shown = shown
			s.promptFill.changes++
			return nil
		})
	}
}

// promptSelected reports whether the place of the prompt is selected, whose page replaces
// the form.
func (s *Screen) promptSelected() bool { return s.place.Group == views.PromptGroup }

func withPrompt(l screen.Layout) screen.Layout {
	l.Pages[PromptPane] = l.Pages[FormPane]
	delete(l.Pages, FormPane)
	return l
}

// tab returns the page of what fills the prompt, whose rows lead to the pieces in the request.
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
