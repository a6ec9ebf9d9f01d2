package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"

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

// Checks is a file of checks and the exchanges for them. It can be run again.
type Checks struct {
	Path string
	// Tasks returns the exchanges and a description of them. It is called in the background.
	Tasks func(*progress.Work, []*expect.Check) (tasks []checks.Task, on string, err error)
	Shown *Exchange // an exchange that may not be in the history; nil: none
}

// Records returns the exchanges that checks name.
func (h *Host) Records() *checks.Records {
	return &checks.Records{Filter: h.Filter, Allowed: h.AllowFiles, Open: func(ctx context.Context) (*archive.Archive, error) {
		a := h.History.Archive(ctx)
		if a == nil {
			return nil, errors.New("nothing is saved in this run, so there is no history to look in")
		}
		return a, a.Flush(ctx)
	}}
}

// bindCheck binds a key to a saved check, which runs it on the exchange that it was made from. It
// returns a hint with the key.
func (h *Host) bindCheck(path string, of *Sharing) string {
	exchange := of.Of
	h.checks = &Checks{Path: path, Shown: of.From, Tasks: func(w *progress.Work, all []*expect.Check) ([]checks.Task, string, error) {
		r := h.Records()
		r.Given = &share.Afresh([]export.Exchange{exchange})[0]
		on := "the exchanges that they name"
		if r.OnlyGiven(all) {
			on = "the exchange it came from"
		}
		tasks, err := r.Tasks(w, all)
		return tasks, on, err
	}}
	return "; " + h.Keys.Name(views.ActRunCheck) + " runs it"
}

// RerunChecks runs the checks that ran last, or were saved since.
func (h *Host) RerunChecks() tea.Cmd {
	c := cmp.Or(h.checking.Load(), h.checks)
	if c == nil {
		return h.Notify("no check was saved or run yet; %s makes one of an exchange, %s in the history runs a file of checks",
			h.Keys.Name(views.ActMakeCheck), h.Keys.In(views.History).Name(views.ActHistoryCheck))
	}
	return h.RunChecks(c)
}

// RunChecks runs checks in the background, one file at a time. The top overlay shows their
// progress and faults of the path; the report replaces it. A report of checks shows its new content.
func (h *Host) RunChecks(c *Checks) tea.Cmd {
	from := h.Overlays.Top()
	if running := h.checking.Load(); running != nil {
		return h.PathFault(from, "not checked", c.Path, fmt.Errorf("the checks of %s still run", running.Path))
	}
	h.checking.Store(c)
	return h.WorkOnFile(from, "not checked", c.Path, func(w *progress.Work) (func() tea.Cmd, error) {
		defer h.checking.Store(nil)
		results, err := c.run(w, h.AllowFiles)
		return func() tea.Cmd {
			h.checks = c
			pane := reports.NewList(h.Styles, h.Keys, "report", views.RunChecks{})
			if from != nil {
				if shown, ok := from.Pane.(*reports.List); ok && shown.Refresh == pane.Refresh {
					pane = shown // with its place and search
				}
			}
			pane.Show(results)
			return h.OpenOverlay("Checks of "+c.Path, pane)
		}, err
	})
}

// run runs the checks and reports the results, or the faults of their file.
func (c *Checks) run(w *progress.Work, allowed []string) (report.Report, error) {
	all, err := checks.Read(c.Path, allowed...)
	if broken := (*expect.Broken)(nil); errors.As(err, &broken) {
		return report.BrokenChecks(broken), nil
	}
	if err != nil {
		return report.Report{}, err
	}
	tasks, on, err := c.Tasks(w, all)
	if err != nil {
		return report.Report{}, err
	}
	results, err := checks.RunParallel(w, checks.Jobs, all, tasks)
	return report.Checks(results, on), err
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

// AskChecks asks for a file of checks, and proposes the last one; the answer is an intent.
func (h *Host) AskChecks(note string, answer func(path string) views.Intent) tea.Cmd {
	path := h.OpenFrom()
	if h.checks != nil {
		path = h.checks.Path
	}
	return h.AskExistingPath("Run a file of checks", path, note, answer)
}
