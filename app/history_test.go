package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// archiveIn opens an archive as cmd does.
func archiveIn(dir string) func(context.Context, func(error)) (*archive.Archive, error) {
	return func(ctx context.Context, report func(error)) (*archive.Archive, error) {
		return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report})
	}
}

// saved are the exchanges of an archive, the newest first.
func saved(t *testing.T, dir string) []history.Entry {
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

func TestWhatIsAskedIsSavedInTheHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.typeText("what is quixotic?")
		d.keys("enter")
		d.until("the answer", func() bool { return d.m.desk.Shown().Run == nil })
		if screen := d.screen(); !strings.Contains(screen, "Saved to history (F6).") {
			t.Errorf("the first time nothing says so:\n%s", screen)
		}
		d.typeText("a")
		d.hides("Saved to history")
		d.typeText("gain")
		d.keys("enter")
		d.until("the answer", func() bool { return d.m.desk.Shown().Run == nil })
		if screen := d.screen(); strings.Contains(screen, "Saved to history (F6).") {
			t.Errorf("it says so again:\n%s", screen)
		}
		d.m.History.Close()
	})
	list := saved(t, dir)
	if len(list) != 2 || list[0].Origin != history.Playground || list[0].Turn != 2 || list[0].Session == "" || list[0].Session != list[1].Session {
		t.Errorf("saved are %+v", list)
	}
}

func TestAnAnswerThatStillRunsAtTheEndIsSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	shown := ""
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.typeText("write 100 KB")
		d.keys("enter")
		d.until("some of the answer", func() bool {
			turn := d.m.desk.Shown().Conv.Current
			return turn != nil && len(turn.Exchange.Text()) > 100
		})
		shown = d.m.desk.Shown().Conv.Current.Exchange.Text()
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	list := saved(t, dir)
	if len(list) != 1 || list[0].Verdict != state.Cancelled || list[0].Size < int64(len(shown)) {
		t.Errorf("saved are %+v, shown were %d bytes", list, len(shown))
	}
}

func TestAHistoryThatCannotBeOpenedIsReportedOnce(t *testing.T) {
	bubble(t, 120, 35, func(o *Options) {
		o.History = func(context.Context, func(error)) (*archive.Archive, error) {
			return nil, &archive.LostError{Dir: "/data", Err: context.DeadlineExceeded}
		}
	}, func(d *driver) {
		d.flush()
		if screen := d.screen(); !strings.Contains(screen, "history is not being saved") {
			t.Errorf("nothing says so:\n%s", screen)
		}
		d.typeText("hello")
		d.keys("enter")
		d.until("the answer", func() bool { return d.m.desk.Shown().Run == nil })
		if turn := d.m.desk.Shown().Conv.Current; turn.Exchange.Verdict != state.Completed {
			t.Errorf("the answer is %s", turn.Exchange.Verdict)
		}
	})
}

// TestWhatTheHistoryHoldsHasNoStar, and no name of a file that there is not.
func TestWhatTheHistoryHoldsHasNoStar(t *testing.T) {
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(t.TempDir()) }, func(d *driver) {
		d.typeText("Which key is the oldest?")
		d.keys("enter")
		d.until("the end", d.idle)
		d.shows("Saved to history (F6). Start with --no-persist to turn this off.")
		top, _, _ := strings.Cut(d.screen(), "\n")
		if strings.Contains(top, "*") || strings.Contains(top, "untitled") || strings.Contains(top, "not saved") {
			t.Errorf("the top line is %q", top)
		}
		d.m.History.Close()
	})
	bubble(t, 120, 35, func(o *Options) { o.NoHistory = true }, func(d *driver) {
		d.hides("not saved")
		d.typeText("Which key is the oldest?")
		d.keys("enter")
		d.until("the end", d.idle)
		d.shows("not saved")
	})
}

func TestTheTopLineSaysThatNothingIsSaved(t *testing.T) {
	bubble(t, 80, 24, func(o *Options) { o.NoHistory = true }, func(d *driver) { d.shows("no history") })
}

// TestAFailedConnectionIsInTheHistory: where nothing listens, and where there is not even
// an address, the request and why it failed are saved as any other exchange.
func TestAFailedConnectionIsInTheHistory(t *testing.T) {
	refused := errors.New("connection refused")
	for name, change := range map[string]func(*Options){
		"nothing listens": func(o *Options) {
			o.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, refused }}
		},
		"no address": func(o *Options) {
			o.Connection.Connect = func(context.Context) (string, string, error) { return "", "", refused }
		},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir); change(o) }, func(d *driver) {
			d.typeText("is anybody there?")
			d.keys("enter")
			d.until("the failure", func() bool { return d.m.desk.Shown().Run == nil && d.m.desk.Shown().Conv.Current != nil })
			if turn := d.m.desk.Shown().Conv.Current; turn.Capture == nil {
				t.Errorf("%s: the turn has no capture", name)
			}
			d.m.quit(nil)
			d.flush()
			d.m.History.Close()
		})
		list := saved(t, dir)
		if len(list) != 1 || list[0].Verdict != state.Failed || list[0].Words != "is anybody there?" {
			t.Errorf("%s: saved are %+v", name, list)
		}
	}
}
