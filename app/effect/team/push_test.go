package team_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	teams "gatehouse/app/effect/team"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/archive/team/teamtest"
	"gatehouse/state/history"
	"gatehouse/state/share/redact"
)

func TestMain(m *testing.M) { os.Exit(teamtest.Main(m)) }

// TestPushCountsWhatTheTeamGot: an exchange that the database rejects is withheld, and not counted.
func TestPushCountsWhatTheTeamGot(t *testing.T) {
	url := teamtest.Database(t)
	if _, err := team.Init(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	began := time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)
	outside := began.Add(time.Hour)
	teamtest.Do(t, url, fmt.Sprintf("ALTER TABLE gatehouse.exchange ADD CHECK (id < %d)", outside.UnixMicro()))
	for name, c := range map[string]struct {
		starts           []time.Time
		pushed, problems int
	}{
		"all":          {[]time.Time{began, began.Add(time.Second)}, 2, 0},
		"one rejected": {[]time.Time{began, began.Add(time.Second), outside}, 2, 1},
		"the only one": {[]time.Time{outside}, 0, 1},
		"nothing":      {nil, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "gatehouse"), archive.Options{Fold: files.Fold, Share: func(*history.Entry) bool { return true }})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			for i, start := range c.starts {
				about := history.About{Origin: history.Send}
				x := &wire.Capture{ID: name + string(rune('a'+i)), Start: start, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}, Sent: wire.Sent{Method: "POST", URL: "https://g.example/responses", Body: []byte(`{"model":"m"}`)}}
				a.Save(about, files.Fold(about, x), x, nil)
			}
			if err := a.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			problems, last := 0, 0
			p := teams.Pusher{
				Archive: a, By: team.Writer{By: "ann"}, Report: func(error) { problems++ },
				Open:  func(ctx context.Context) (*team.Store, error) { return team.Open(ctx, url, nil) },
				Rules: func() (*redact.Rules, error) { return redact.New(nil, "") },
			}
			defer p.Close()
			done, err := p.Push(t.Context(), func(done int) error { last = done; return nil })
			if err != nil || done != c.pushed || last != done || problems != c.problems {
				t.Errorf("pushed %d, last %d, %d problems, %v, want %d and %d", done, last, problems, err, c.pushed, c.problems)
			}
			if o, err := a.Outbox(t.Context()); err != nil || o.Waiting != 0 {
				t.Errorf("%+v %v", o, err)
			}
		})
	}
}
