package screen

import (
	"context"
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/checks"
	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/export"
	"gatehouse/state/report"
	"gatehouse/views"
	checkspane "gatehouse/views/checks"
)

// Checking is a file of checks, and what it is held against. It can be run again.
type Checking struct {
	Path string
	// Tasks are the exchanges, and which they are, in words. It is called beside the screen.
	Tasks func(*progress.Work, []*expect.Check) (tasks []checks.Task, on string, err error)
	Shown Exchange // one of the exchanges that the history need not have; nil: there is none
}

// errUnsaved is the error of looking for an exchange where none is saved.
var errUnsaved = errors.New("nothing is saved in this run, so there is no history to look in")

// Records are the exchanges that checks name.
func (h *Host) Records() *checks.Records {
	return &checks.Records{Filter: h.Filter, Open: func(ctx context.Context) (*archive.Archive, error) {
		a := h.History.Archive(ctx)
		if a == nil {
			return nil, errUnsaved
		}
		return a, a.Flush(ctx)
	}}
}

// checkMade remembers a check that was saved, which the key runs on the exchange that it was made
// of.
func (h *Host) checkMade(path string, of *Sharing) {
	own := of.Of
	h.checks = &Checking{Path: path, Shown: of.From, Tasks: func(w *progress.Work, all []*expect.Check) ([]checks.Task, string, error) {
		r := h.Records()
		r.Own = &share.Afresh([]export.Exchange{own})[0]
		on := "the exchanges that they name"
		if r.OnlyOwn(all) {
			on = "the exchange it came from"
		}
		tasks, err := r.Tasks(w, all)
		return tasks, on, err
	}}
}

// RunChecks runs the check that was saved last, or again what ran last.
func (h *Host) RunChecks() tea.Cmd {
	if h.checks == nil {
		return h.Notify("no check was saved or run yet; %s makes one of an exchange, %s in the history runs a file of checks",
			h.Keys.Name(views.ActMakeCheck), h.Keys.In(views.History).Name(views.ActHistoryCheck))
	}
	return h.RunChecking(h.checks, nil)
}

// RunChecksAgain runs what a report tells of again, for the same overlay.
func (h *Host) RunChecksAgain(i views.RunChecks) tea.Cmd {
	c, ok := i.Of.(*Checking)
	if !ok {
		return nil
	}
	return h.RunChecking(c, h.Overlays.Top())
}

// RunChecking runs checks beside the screen. From is the overlay in which that was asked for: the
// report takes its place; nil for none.
func (h *Host) RunChecking(c *Checking, from *Overlay) tea.Cmd {
	return h.WorkFor(from, progress.Reading(c.Path), func(w *progress.Work) tea.Msg {
		done := checked{host: h, of: c, from: from}
		all, err := checks.Read(c.Path)
		var tasks []checks.Task
		if err == nil {
			tasks, done.on, err = c.Tasks(w, all)
		}
		if err == nil {
			done.results, err = checks.SideBySide(w, checks.Jobs, all, tasks)
		}
		done.err = err
		return done
	})
}

// checked brings what came of checks.
type checked struct {
	host    *Host
	of      *Checking
	from    *Overlay
	results []expect.Result
	on      string
	err     error
}

// Land implements Effect.
func (c checked) Land() tea.Cmd {
	h := c.host
	var stopped *progress.StoppedError
	var broken *expect.Broken
	switch {
	case errors.As(c.err, &stopped) && c.from != nil:
		return nil // with the overlay
	case errors.As(c.err, &stopped):
		return h.Notify("%v; nothing is reported", stopped)
	case errors.As(c.err, &broken):
		return c.show(report.BrokenChecks(broken))
	case c.err != nil:
		return h.PathFault(c.from, "not checked", c.of.Path, c.err)
	}
	return c.show(report.Checks(c.results, c.on))
}

// show shows a report, in the overlay of the one before where there is one.
func (c checked) show(r report.Report) tea.Cmd {
	h := c.host
	h.checks, h.Folder = c.of, filepath.Dir(c.of.Path)
	if c.from != nil {
		if pane, ok := c.from.Pane.(*checkspane.Model); ok {
			pane.Show(r, c.results)
			h.Redraw()
			return nil
		}
		if !h.Overlays.Dismiss(c.from) {
			return nil // it was closed: the report is not wanted any more
		}
	}
	pane := checkspane.New(h.Styles, h.Keys, c.of)
	pane.Show(r, c.results)
	return h.OpenOverlay("Checks of "+c.of.Path, pane)
}

// ShowChecked shows an exchange that was checked, and its frame.
func (h *Host) ShowChecked(i views.ShowChecked) tea.Cmd {
	c, ok := i.Of.(*Checking)
	if !ok {
		return nil
	}
	h.Overlays.Close()
	then := func() tea.Cmd {
		said := h.Notify("%s runs the checks again", h.Keys.Name(views.ActRunCheck))
		if i.Frame < 0 {
			return said
		}
		return tea.Batch(h.ShowFrame(i.Frame), said)
	}
	if x := c.Shown; x != nil && x.Capture() != nil && x.Capture().ID == i.Exchange {
		return tea.Batch(h.ShowExchange(x), then())
	}
	return h.ShowRecorded(i.Exchange, then)
}

// AskChecks asks for a file of checks; the answer is an intent.
func (h *Host) AskChecks(note string, answer func(path string) views.Intent) tea.Cmd {
	path := h.OpenFrom()
	if h.checks != nil {
		path = h.checks.Path
	}
	return h.AskExistingPath("Run a file of checks", path, note, answer)
}
