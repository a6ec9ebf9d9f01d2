package apptest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/views"
)

// RunWithHistory runs a test on the screen History with three exchanges: two answers and a failure.
func RunWithHistory(t *testing.T, test func(d *Driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	Run(t, 120, 35, func(o *app.Options) { o.History = ArchiveIn(dir) }, func(d *Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("fault/403", "second question")
		d.Ask("sim/coder", "third question")
		d.Press("esc", "f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/coder") })
		test(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// ArchiveIn returns the option that opens the history in a folder, as cmd does.
func ArchiveIn(dir string) func(context.Context, func(error)) (*archive.Archive, error) {
	return func(ctx context.Context, report func(error)) (*archive.Archive, error) {
		return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report})
	}
}

// Saved returns the exchanges of the history in a folder, the newest first.
func Saved(t *testing.T, dir string) []history.Entry {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := a.List(t.Context(), archive.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// WithUsedFile returns a change of the options: recent choices are stored in a file.
func WithUsedFile(path string) func(*app.Options) {
	return func(o *app.Options) {
		o.UsedFile = path
		o.History = ArchiveIn(filepath.Dir(path))
	}
}

// RunTwice runs the program twice with one history. The second run continues the workspace of
// the first.
func RunTwice(t *testing.T, first, second func(d *Driver)) {
	t.Helper()
	RunTwiceWith(t, func(*app.Options) {}, first, second)
}

// RunTwiceWith is RunTwice with changed options for the second run.
func RunTwiceWith(t *testing.T, change func(*app.Options), first, second func(d *Driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	history := func(o *app.Options) { o.History = ArchiveIn(dir) }
	Run(t, 120, 35, history, func(d *Driver) {
		d.Flush()
		first(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	Run(t, 120, 35, func(o *app.Options) { history(o); change(o) }, func(d *Driver) {
		d.WaitFor("the offer", func() bool { return strings.Contains(d.Screen(), "Continue") })
		d.Start(d.Run(views.ActContinue))
		d.Start(d.Run(views.ActContinue)) // pressed twice
		d.WaitFor("what was left", func() bool { return strings.Contains(d.Screen(), "continued") })
		second(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}
