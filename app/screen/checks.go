package screen

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

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
	return &checks.Records{Filter: h.Filter, Allowed: h.AllowFiles, Open: func(ctx context.Context) (*archive.Archive, error) {
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
	if h.checking != nil {
		return h.RunChecking(h.checking.of, nil) // which says that they run
	}
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

// RunChecking runs checks beside the screen, one file at a time. From is the overlay in which that
// was asked for: a path that is wrong is said there. A report is replaced by the new one, another
// overlay closes when the checks begin; nil for none.
func (h *Host) RunChecking(c *Checking, from *Overlay) tea.Cmd {
	if now := h.checking; now != nil && now.from != nil && now.from == from {
		return nil // the key once more
	} else if now != nil {
		return h.PathFault(from, "not checked", c.Path, fmt.Errorf("the checks of %s still run", now.of.Path))
	}
	run := &checksRun{host: h, of: c, from: from}
	h.checking = run
	return h.WorkFor(from, progress.Reading(c.Path), func(*progress.Work) tea.Msg {
		all, err := checks.Read(c.Path, h.AllowFiles...)
		return checksRead{run, all, err}
	})
}

// checksRun is a run of checks that has not ended.
type checksRun struct {
	host *Host
	of   *Checking
	from *Overlay
}

// checksRead brings the checks of a file.
type checksRead struct {
	*checksRun
	all []*expect.Check
	err error
}

func (r checksRead) Land() tea.Cmd {
	h := r.host
	done := checked{checksRun: r.checksRun, err: r.err}
	switch {
	case r.from != nil && !slices.Contains(h.Overlays.Open, r.from):
		h.checking = nil
		return nil // it was closed: nobody waits for it
	case r.err != nil:
		return done.Land()
	}
	if r.from != nil {
		if _, again := r.from.Pane.(*checkspane.Model); !again {
			from := r.from
			r.from = nil
			h.Overlays.Dismiss(from)
		}
	}
	return h.WorkFor(r.from, checks.Step(0, 0), func(w *progress.Work) tea.Msg {
		var tasks []checks.Task
		if tasks, done.on, done.err = r.of.Tasks(w, r.all); done.err == nil {
			done.results, done.err = checks.SideBySide(w, checks.Jobs, r.all, tasks)
		}
		return done
	})
}

// checked brings what came of checks.
type checked struct {
	*checksRun
	results []expect.Result
	on      string
	err     error
}

func (c checked) Land() tea.Cmd {
	h := c.host
	h.checking = nil
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
