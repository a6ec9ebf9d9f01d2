package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// Checking is a file of checks and the exchanges for them. It can be run again.
type Checking struct {
	Path string
	// Tasks returns the exchanges and a description of them. It is called in the background.
	Tasks func(*progress.Work, []*expect.Check) (tasks []checks.Task, on string, err error)
	Shown *Exchange // an exchange that may not be in the history; nil: none
}

// errUnsaved is the error of searching the history when nothing is saved.
var errUnsaved = errors.New("nothing is saved in this run, so there is no history to look in")

// Records are the exchanges that checks name.
func (h *Host) Records() *checks.Records {
	return &checks.Records{Filter: h.Filter, Allowed: h.AllowFiles, Open: func(ctx context.Context) (*archive.Archive, error) {
		a := h.History.Archive(ctx)
		if a == nil {
			return nil, errUnsaved
		}
		return a, a.Flush(ctx)
	}}
}

// checkMade remembers a saved check. The key runs it on the exchange that it was made from.
func (h *Host) checkMade(path string, of *Sharing) {
	exchange := of.Of
	h.checks = &Checking{Path: path, Shown: of.From, Tasks: func(w *progress.Work, all []*expect.Check) ([]checks.Task, string, error) {
		r := h.Records()
		r.Given = &share.Afresh([]export.Exchange{exchange})[0]
		on := "the exchanges that they name"
		if r.OnlyGiven(all) {
			on = "the exchange it came from"
		}
		tasks, err := r.Tasks(w, all)
		return tasks, on, err
	}}
}

// RunChecks runs the checks again that ran last, or else the check that was saved last.
func (h *Host) RunChecks() tea.Cmd {
	c := cmp.Or(h.checking, h.checks)
	if c == nil {
		return h.Notify("no check was saved or run yet; %s makes one of an exchange, %s in the history runs a file of checks",
			h.Keys.Name(views.ActMakeCheck), h.Keys.In(views.History).Name(views.ActHistoryCheck))
	}
	return h.RunChecking(c) // which reports that checks are running already
}

// RunChecking runs checks in the background, one file at a time. The top overlay shows their
// progress and faults of the path, and is closed when the report opens. The report replaces an
// earlier one.
func (h *Host) RunChecking(c *Checking) tea.Cmd {
	done := checksDone{Checking: c, host: h, from: h.Overlays.Top()}
	if h.checking != nil {
		return h.PathFault(done.from, "not checked", c.Path, fmt.Errorf("the checks of %s still run", h.checking.Path))
	}
	h.checking = c
	return h.WorkFor(done.from, progress.Reading(c.Path), func(w *progress.Work) tea.Msg {
		all, err := checks.Read(c.Path, h.AllowFiles...)
		var tasks []checks.Task
		if err == nil {
			tasks, done.on, err = c.Tasks(w, all)
		}
		if err == nil {
			done.results, err = checks.RunParallel(w, checks.Jobs, all, tasks)
		}
		done.err = err
		return done
	})
}

// checksDone has the results of checks, or why there are none.
type checksDone struct {
	*Checking
	host    *Host
	from    *Overlay // in which the checks were asked for; nil: in none
	results []expect.Result
	on      string
	err     error
}

func (d checksDone) Land() tea.Cmd {
	h, shown := d.host, report.Checks(d.results, d.on)
	h.checking = nil
	var stopped *progress.StoppedError
	var broken *expect.Broken
	switch {
	case d.from != nil && !slices.Contains(h.Overlays.Open, d.from):
		return nil // nobody waits for them
	case errors.As(d.err, &stopped):
		return h.Notify("%v; nothing is reported", stopped)
	case errors.As(d.err, &broken):
		shown = report.BrokenChecks(broken)
	case d.err != nil:
		return h.PathFault(d.from, "not checked", d.Path, d.err)
	}
	h.checks, h.Folder = d.Checking, filepath.Dir(d.Path)
	if d.from != nil {
		if pane, ok := d.from.Pane.(*reports.List); ok && pane.Again == views.Intent(views.RunChecks{}) {
			pane.Show(shown, opens(d.results))
			h.Redraw()
			return nil
		}
	}
	h.Overlays.Dismiss(d.from)
	pane := reports.NewList(h.Styles, h.Keys, "report", views.RunChecks{})
	pane.Show(shown, opens(d.results))
	return h.OpenOverlay("Checks of "+d.Path, pane)
}

// opens returns a function from a row of the report of results to the intent that shows its exchange
// or frame.
func opens(results []expect.Result) func(row string) (views.Intent, string) {
	return func(row string) (views.Intent, string) {
		f, ok := report.FailureAt(results, row)
		if !ok || f.Run.Exchange == "" {
			return nil, ""
		}
		word := "show exchange"
		if f.Frame >= 0 {
			word = "show frame"
		}
		return views.ShowChecked{Exchange: f.Run.Exchange, Frame: f.Frame}, word
	}
}

// ShowChecked shows an exchange that was checked, and its frame.
func (h *Host) ShowChecked(i views.ShowChecked) tea.Cmd {
	h.Overlays.Close()
	then := func() tea.Cmd {
		notice := h.Notify("%s runs the checks again", h.Keys.Name(views.ActRunCheck))
		if i.Frame < 0 {
			return notice
		}
		return tea.Batch(h.Do(views.ShowFrame{Frame: i.Frame}), notice)
	}
	if x := h.checks.Shown; x != nil && x.Capture != nil && x.Capture.ID == i.Exchange {
		return tea.Batch(h.Do(ShowExchange{Of: x}), then())
	}
	return h.Do(ShowRecorded{ID: i.Exchange, Then: then})
}

// AskChecks asks for a file of checks; the answer is an intent.
func (h *Host) AskChecks(note string, answer func(path string) views.Intent) tea.Cmd {
	path := h.OpenFrom()
	if h.checks != nil {
		path = h.checks.Path
	}
	return h.AskExistingPath("Run a file of checks", path, note, answer)
}
