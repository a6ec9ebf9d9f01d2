package screen_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/archive"
	"gatehouse/state/share/redact"
	"gatehouse/views"
)

// reader is work that takes one exchange of many for each that it is given.
type reader struct {
	from *screen.Overlay
	give chan int // how many to take
	took int
	err  error
}

// begin begins the work in a bubble.
func (r *reader) begin(d *apptest.Driver) {
	r.give = make(chan int)
	d.Start(d.WorkFor(r.from, progress.Step{Verb: "reading", What: "a\x1b[31m.har"}, func(w *progress.Work) tea.Msg {
		for n := range r.give {
			for range n {
				if r.err = w.Counted("reading", r.took+1, 3000, "exchanges"); r.err != nil {
					return readerEnded{d.Model, r}
				}
				r.took++
			}
		}
		return readerEnded{d.Model, r}
	}))
	d.Flush()
}

// readerEnded reports how many exchanges were taken.
type readerEnded struct {
	m  *app.Model
	of *reader
}

func (e readerEnded) Apply() tea.Cmd {
	if e.of.err != nil {
		return e.m.Notify("not opened: %v; %d kept", e.of.err, e.of.took)
	}
	return e.m.Notify("opened, %d exchanges", e.of.took)
}

// TestLongWorkSaysHowFarItIs once it takes long, in a line that is safe, and no longer than
// it lasts.
func TestLongWorkSaysHowFarItIs(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Environ = []string{"TERM_PROGRAM=ghostty"} }, func(d *apptest.Driver) {
		var r reader
		r.begin(d)
		r.give <- 1
		d.Sleep(progress.Patience - time.Millisecond)
		d.Hides("reading")
		d.Sleep(2 * time.Millisecond)
		d.Shows(`reading a␛[31m.har: 1 of 3,000 exchanges · esc stops`)
		d.Shows("esc stop reading")
		r.give <- 1203
		d.Sleep(progress.Pace)
		d.Shows("1,204 of 3,000 exchanges")
		if bar := d.View().ProgressBar; bar == nil || bar.Value != 40 {
			t.Errorf("the terminal's bar is %+v", bar)
		}
		d.Type("typed meanwhile")
		d.Shows("typed meanwhile")
		d.Shows("1,204 of 3,000 exchanges")
		close(r.give)
		d.Flush()
		d.Shows("opened, 1204 exchanges")
		d.Hides("of 3,000 exchanges")
		d.Hides("stop reading")
	})
}

// TestQuickWorkHasNoLine, and leaves esc what it is.
func TestQuickWorkHasNoLine(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		var r reader
		r.begin(d)
		r.give <- 5
		d.Press("f4", "esc")
		d.Hides("reading")
		close(r.give)
		d.Flush()
		d.Shows("opened, 5 exchanges")
	})
}

// TestTheKeyThatStopsWork stops it and nothing else; a notice reports what was done.
func TestTheKeyThatStopsWork(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
			d.Press("f4") // where esc leads back
			var r reader
			r.begin(d)
			r.give <- 7
			d.Sleep(progress.Patience + time.Millisecond)
			at := d.Focus()
			d.Press(key)
			d.Shows("stopping: reading")
			if d.Focus() != at || d.HasQuit {
				t.Errorf("%s leads to %s", key, d.Focus())
			}
			r.give <- 1
			d.Flush()
			d.Shows("not opened: stopped after reading 8 of 3,000 exchanges; 7 kept")
			d.Hides("stopping")
			d.Press("esc")
			if d.Focus() == at {
				t.Error("esc leads nowhere any more")
			}
		})
	}
}

// TestAnOverlayHasEscBeforeWork: what the line says of the key is so.
func TestAnOverlayHasEscBeforeWork(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		var r reader
		r.begin(d)
		r.give <- 7
		d.Sleep(progress.Patience + time.Millisecond)
		d.Press("ctrl+p")
		d.Shows("7 of 3,000 exchanges")
		d.Hides("esc stops")
		d.Press("esc")
		d.Shows("7 of 3,000 exchanges · esc stops")
		close(r.give)
		d.Flush()
	})
}

// TestQuittingStopsWork: nothing waits for it.
func TestQuittingStopsWork(t *testing.T) {
	var r reader
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		r.begin(d)
		r.give <- 7
		d.Flush()
		d.Life.Stop()
		r.give <- 1
		d.Flush()
	})
	var stopped *progress.StoppedError
	if !errors.As(r.err, &stopped) {
		t.Errorf("it goes on: %v", r.err)
	}
}

// TestAnExportStops while it masks, and nothing is written.
func TestAnExportStops(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 100, 30, apptest.WithMetadata, func(d *apptest.Driver) {
		release := make(chan struct{})
		d.Options.Redact = func() (*redact.Rules, error) {
			<-release
			return redact.New(nil, "")
		}
		d.Ask("sim/writer", "one")
		d.Ask("sim/writer", "two")
		d.Press("alt+y", "tab")
		d.Type("har")
		d.Press("enter")
		d.Sleep(progress.Patience + time.Millisecond)
		d.Shows("reading the session … · esc stops")
		d.Press("esc")
		d.Shows("stopping: reading the session")
		close(release)
		d.Flush()
		d.Shows("HAR 1.2: not created: stopped after masking 1 of 2 exchanges")
		if len(written(t, ".har")) > 0 || d.Overlays.Top() != nil {
			t.Error("it goes on")
		}
	})
}

// TestSeveralModelsAreCounted while they are waited for, and not when they answer at once.
func TestSeveralModelsAreCounted(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "sim/trigram")
		d.Rank()
		d.Hides("waiting for")
		d.RerankSet("sim/bm25", "fault/stall", "sim/trigram")
		d.Do(views.RunRerank{})
		d.Hides("waiting for")
		d.Sleep(time.Second)
		d.Shows("waiting for the models: 2 of 3 answers · esc stops all")
		d.Press("esc")
		d.Flush()
		d.Shows("stopped: 2 of 3 answers received")
		d.Hides("waiting for")
		if d.Reranker().Running() > 0 {
			t.Error("it goes on")
		}
	})
}

// TestWorkOfAnOverlayStopsWithIt: what is asked for in an overlay is not wanted any more when
// that is closed.
func TestWorkOfAnOverlayStopsWithIt(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("ctrl+o")
		r := reader{from: d.Overlays.Top()}
		r.begin(d)
		r.give <- 7
		d.Sleep(progress.Patience + time.Millisecond)
		d.Shows("7 of 3,000 exchanges · esc stops")
		d.Press("esc")
		d.Shows("stopping: reading")
		r.give <- 1
		d.Flush()
		d.Shows("not opened: stopped after reading 8 of 3,000 exchanges; 7 kept")
	})
}

// TestAllWorkOfAnOverlayStopsWithIt: what was asked for in it first does not run on unseen.
func TestAllWorkOfAnOverlayStopsWithIt(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("ctrl+o")
		both := []*reader{{from: d.Overlays.Top()}, {from: d.Overlays.Top()}}
		for _, r := range both {
			r.begin(d)
		}
		d.Press("esc")
		var stopped *progress.StoppedError
		for i, r := range both {
			r.give <- 1
			close(r.give)
			d.Flush()
			if !errors.As(r.err, &stopped) {
				t.Errorf("reader %d goes on: %v", i, r.err)
			}
		}
	})
}

// TestASearchOfTheHistoryStops where the history is slow, and the next one is another.
func TestASearchOfTheHistoryStops(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var release chan struct{}
	slow := func(o *app.Options) {
		release = make(chan struct{})
		open := apptest.ArchiveIn(dir)
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			<-release
			return open(ctx, report)
		}
	}
	apptest.Run(t, 100, 30, slow, func(d *apptest.Driver) {
		d.Press("f6")
		d.Hides("reading the history")
		d.Sleep(progress.Patience + time.Millisecond)
		d.Shows("reading the history … · esc stops")
		d.Press("esc")
		d.Shows("search stopped; F6 lists again")
		d.Hides("reading the history")
		close(release)
		d.Flush()
		d.Press("f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "Nothing yet") })
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

// TestWorkThatWaitsRunsNoLoop: an unchanged line costs nothing.
func TestWorkThatWaitsRunsNoLoop(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		var r reader
		r.begin(d)
		r.give <- 3
		d.Sleep(progress.Patience + time.Millisecond)
		d.StaysIdle("while work waits")
		d.Shows("3 of 3,000 exchanges")
		close(r.give)
		d.Flush()
	})
}
