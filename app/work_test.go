package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

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
func (r *reader) begin(d *driver) {
	r.give = make(chan int)
	d.start(d.m.WorkFor(r.from, progress.Step{Verb: "reading", What: "a\x1b[31m.har"}, func(w *progress.Work) tea.Msg {
		for n := range r.give {
			for range n {
				if r.err = w.Counted("reading", r.took+1, 3000, "exchanges"); r.err != nil {
					return readerEnded{d.m, r}
				}
				r.took++
			}
		}
		return readerEnded{d.m, r}
	}))
	d.flush()
}

// readerEnded reports how many exchanges were taken.
type readerEnded struct {
	m  *Model
	of *reader
}

func (e readerEnded) Land() tea.Cmd {
	if e.of.err != nil {
		return e.m.Notify("not opened: %v; %d kept", e.of.err, e.of.took)
	}
	return e.m.Notify("opened, %d exchanges", e.of.took)
}

// TestLongWorkSaysHowFarItIs once it takes long, in a line that is safe, and no longer than
// it lasts.
func TestLongWorkSaysHowFarItIs(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Environ = []string{"TERM_PROGRAM=ghostty"} }, func(d *driver) {
		var r reader
		r.begin(d)
		r.give <- 1
		d.pass(progress.Patience - time.Millisecond)
		d.hides("reading")
		d.pass(2 * time.Millisecond)
		d.shows(`reading a␛[31m.har: 1 of 3,000 exchanges · esc stops`)
		d.shows("esc stop reading")
		r.give <- 1203
		d.pass(progress.Pace)
		d.shows("1,204 of 3,000 exchanges")
		if bar := d.m.View().ProgressBar; bar == nil || bar.Value != 40 {
			t.Errorf("the terminal's bar is %+v", bar)
		}
		d.typeText("typed meanwhile")
		d.shows("typed meanwhile")
		d.shows("1,204 of 3,000 exchanges")
		close(r.give)
		d.flush()
		d.shows("opened, 1204 exchanges")
		d.hides("of 3,000 exchanges")
		d.hides("stop reading")
	})
}

// TestQuickWorkHasNoLine, and leaves esc what it is.
func TestQuickWorkHasNoLine(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		var r reader
		r.begin(d)
		r.give <- 5
		d.keys("f4", "esc")
		d.hides("reading")
		close(r.give)
		d.flush()
		d.shows("opened, 5 exchanges")
	})
}

// TestTheKeyThatStopsWork stops it and nothing else; a notice reports what was done.
func TestTheKeyThatStopsWork(t *testing.T) {
	for _, key := range []string{"esc", "ctrl+c"} {
		bubble(t, 100, 30, nil, func(d *driver) {
			d.keys("f4") // where esc leads back
			var r reader
			r.begin(d)
			r.give <- 7
			d.pass(progress.Patience + time.Millisecond)
			at := d.m.Focus()
			d.keys(key)
			d.shows("stopping: reading")
			if d.m.Focus() != at || d.quit {
				t.Errorf("%s leads to %s", key, d.m.Focus())
			}
			r.give <- 1
			d.flush()
			d.shows("not opened: stopped after reading 8 of 3,000 exchanges; 7 kept")
			d.hides("stopping")
			d.keys("esc")
			if d.m.Focus() == at {
				t.Error("esc leads nowhere any more")
			}
		})
	}
}

// TestAnOverlayHasEscBeforeWork: what the line says of the key is so.
func TestAnOverlayHasEscBeforeWork(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		var r reader
		r.begin(d)
		r.give <- 7
		d.pass(progress.Patience + time.Millisecond)
		d.keys("ctrl+p")
		d.shows("7 of 3,000 exchanges")
		d.hides("esc stops")
		d.keys("esc")
		d.shows("7 of 3,000 exchanges · esc stops")
		close(r.give)
		d.flush()
	})
}

// TestQuittingStopsWork: nothing waits for it.
func TestQuittingStopsWork(t *testing.T) {
	var r reader
	bubble(t, 100, 30, nil, func(d *driver) {
		r.begin(d)
		r.give <- 7
		d.flush()
		d.m.Life.Stop()
		r.give <- 1
		d.flush()
	})
	var stopped *progress.StoppedError
	if !errors.As(r.err, &stopped) {
		t.Errorf("it goes on: %v", r.err)
	}
}

// TestAnExportStops while it masks, and nothing is written.
func TestAnExportStops(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 100, 30, withMetadata, func(d *driver) {
		release := make(chan struct{})
		d.m.Options.Redact = func() (*redact.Rules, error) {
			<-release
			return redact.New(nil, "")
		}
		d.ask("sim/writer", "one")
		d.ask("sim/writer", "two")
		d.keys("alt+y", "tab")
		d.typeText("har")
		d.keys("enter")
		d.pass(progress.Patience + time.Millisecond)
		d.shows("reading the session … · esc stops")
		d.keys("esc")
		d.shows("stopping: reading the session")
		close(release)
		d.flush()
		d.shows("HAR 1.2: not created: stopped after masking 1 of 2 exchanges")
		if len(written(t, ".har")) > 0 || d.m.Overlays.Top() != nil {
			t.Error("it goes on")
		}
	})
}

// TestSeveralModelsAreCounted while they are waited for, and not when they answer at once.
func TestSeveralModelsAreCounted(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		d.rerankSet("sim/bm25", "sim/trigram")
		d.rank()
		d.hides("waiting for")
		d.rerankSet("sim/bm25", "fault/stall", "sim/trigram")
		d.do(views.RunRerank{})
		d.hides("waiting for")
		d.pass(time.Second)
		d.shows("waiting for the models: 2 of 3 answers · esc stops all")
		d.keys("esc")
		d.flush()
		d.shows("stopped: 2 of 3 answers received")
		d.hides("waiting for")
		if d.rerank().Running() > 0 {
			t.Error("it goes on")
		}
	})
}

// TestWorkOfAnOverlayStopsWithIt: what is asked for in an overlay is not wanted any more when
// that is closed.
func TestWorkOfAnOverlayStopsWithIt(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("ctrl+o")
		r := reader{from: d.m.Overlays.Top()}
		r.begin(d)
		r.give <- 7
		d.pass(progress.Patience + time.Millisecond)
		d.shows("7 of 3,000 exchanges · esc stops")
		d.keys("esc")
		d.shows("stopping: reading")
		r.give <- 1
		d.flush()
		d.shows("not opened: stopped after reading 8 of 3,000 exchanges; 7 kept")
	})
}

// TestAllWorkOfAnOverlayStopsWithIt: what was asked for in it first does not run on unseen.
func TestAllWorkOfAnOverlayStopsWithIt(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("ctrl+o")
		both := []*reader{{from: d.m.Overlays.Top()}, {from: d.m.Overlays.Top()}}
		for _, r := range both {
			r.begin(d)
		}
		d.keys("esc")
		var stopped *progress.StoppedError
		for i, r := range both {
			r.give <- 1
			close(r.give)
			d.flush()
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
	slow := func(o *Options) {
		release = make(chan struct{})
		open := archiveIn(dir)
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			<-release
			return open(ctx, report)
		}
	}
	bubble(t, 100, 30, slow, func(d *driver) {
		d.keys("f6")
		d.hides("reading the history")
		d.pass(progress.Patience + time.Millisecond)
		d.shows("reading the history … · esc stops")
		d.keys("esc")
		d.shows("search stopped; F6 lists again")
		d.hides("reading the history")
		close(release)
		d.flush()
		d.keys("f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "Nothing yet") })
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// TestWorkThatWaitsRunsNoLoop: an unchanged line costs nothing.
func TestWorkThatWaitsRunsNoLoop(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		var r reader
		r.begin(d)
		r.give <- 3
		d.pass(progress.Patience + time.Millisecond)
		d.idles("while work waits")
		d.shows("3 of 3,000 exchanges")
		close(r.give)
		d.flush()
	})
}
