package screen_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

func TestWhatIsAskedIsSavedInTheHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Type("what is quixotic?")
		d.Press("enter")
		d.WaitFor("the answer", func() bool { return d.Desk.Shown().Run() == nil })
		if screen := d.Screen(); !strings.Contains(screen, "Saved to history (F6).") {
			t.Errorf("the first time nothing says so:\n%s", screen)
		}
		d.Type("a")
		d.Shows("Saved to history") // until a key that is not text
		d.Press("left", "right")
		d.Hides("Saved to history")
		d.Type("gain")
		d.Press("enter")
		d.WaitFor("the answer", func() bool { return d.Desk.Shown().Run() == nil })
		if screen := d.Screen(); strings.Contains(screen, "Saved to history (F6).") {
			t.Errorf("it says so again:\n%s", screen)
		}
		d.History.Close()
	})
	list := apptest.Saved(t, dir)
	if len(list) != 2 || list[0].Origin != history.Playground || list[0].Turn != 2 || list[0].Session == "" || list[0].Session != list[1].Session {
		t.Errorf("saved are %+v", list)
	}
}

func TestAnAnswerThatStillRunsAtTheEndIsSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	shown := ""
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Type("write 100 KB")
		d.Press("enter")
		d.WaitFor("some of the answer", func() bool {
			turn := d.Desk.Shown().Conv.Current
			return turn != nil && len(turn.Exchange.Text()) > 100
		})
		shown = d.Desk.Shown().Conv.Current.Exchange.Text()
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	list := apptest.Saved(t, dir)
	if len(list) != 1 || list[0].Verdict != state.Cancelled || list[0].Size < int64(len(shown)) {
		t.Errorf("saved are %+v, shown were %d bytes", list, len(shown))
	}
}

func TestAHistoryThatCannotBeOpenedIsReportedOnce(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = func(context.Context, func(error)) (*archive.Archive, error) {
			return nil, &archive.LostError{Dir: "/data", Err: context.DeadlineExceeded}
		}
	}, func(d *apptest.Driver) {
		d.Flush()
		if screen := d.Screen(); !strings.Contains(screen, "history is not being saved") {
			t.Errorf("nothing says so:\n%s", screen)
		}
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the answer", func() bool { return d.Desk.Shown().Run() == nil })
		if turn := d.Desk.Shown().Conv.Current; turn.Exchange.Verdict != state.Completed {
			t.Errorf("the answer is %s", turn.Exchange.Verdict)
		}
	})
}

// TestWhatTheHistoryHoldsHasNoStar, and no name of a file that there is not.
func TestWhatTheHistoryHoldsHasNoStar(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(t.TempDir()) }, func(d *apptest.Driver) {
		d.Type("Which key is the oldest?")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Shows("Saved to history (F6). Start with --no-persist to turn this off.")
		top, _, _ := strings.Cut(d.Screen(), "\n")
		if strings.Contains(top, "*") || strings.Contains(top, "untitled") || strings.Contains(top, "not saved") {
			t.Errorf("the top line is %q", top)
		}
		d.History.Close()
	})
	apptest.Run(t, 120, 35, func(o *app.Options) { o.NoHistory = true }, func(d *apptest.Driver) {
		d.Hides("not saved")
		d.Type("Which key is the oldest?")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Shows("not saved")
	})
}

func TestTheTopLineSaysThatNothingIsSaved(t *testing.T) {
	apptest.Run(t, 80, 24, func(o *app.Options) { o.NoHistory = true }, func(d *apptest.Driver) { d.Shows("no history") })
}

// TestAFailedConnectionIsInTheHistory: where nothing listens, and where there is not even
// an address, the request and why it failed are saved as any other exchange.
func TestAFailedConnectionIsInTheHistory(t *testing.T) {
	refused := errors.New("connection refused")
	for name, change := range map[string]func(*app.Options){
		"nothing listens": func(o *app.Options) {
			o.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, refused }}
		},
		"no address": func(o *app.Options) {
			o.Connection.Connect = func(context.Context) (string, string, error) { return "", "", refused }
		},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir); change(o) }, func(d *apptest.Driver) {
			d.Type("is anybody there?")
			d.Press("enter")
			d.WaitFor("the failure", func() bool { return d.Desk.Shown().Run() == nil && d.Desk.Shown().Conv.Current != nil })
			if turn := d.Desk.Shown().Conv.Current; turn.Capture == nil {
				t.Errorf("%s: the turn has no capture", name)
			}
			d.Quit(nil)
			d.Flush()
			d.History.Close()
		})
		list := apptest.Saved(t, dir)
		if len(list) != 1 || list[0].Verdict != state.Failed || list[0].Words != "is anybody there?" {
			t.Errorf("%s: saved are %+v", name, list)
		}
	}
}
