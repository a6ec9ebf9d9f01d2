package screen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/views"
)

// writeHAR writes exchanges as gatehouse export does.
func writeHAR(t *testing.T, list ...*screen.Exchange) (path string) {
	t.Helper()
	return writeHARAbout(t, history.About{}, list...)
}

func writeHARAbout(t *testing.T, about history.About, list ...*screen.Exchange) (path string) {
	t.Helper()
	var all []export.Exchange
	for _, x := range list {
		about.Kind = x.State.Kind()
		all = append(all, share.Of(about, x.Capture))
	}
	d, _ := export.DocumentAs("har")
	out, err := share.Write(nil, d, all)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "session.har")
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAConversationComesOutOfAHAR: its turns, and each exchange with its events, at any
// moment of it.
func TestAConversationComesOutOfAHAR(t *testing.T) {
	var path, events, before string
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Ask("fault/cut", "second words")
		var list []*screen.Exchange
		for _, turn := range d.Desk.Shown().Turns() {
			list = append(list, d.Look().ExchangeOf(turn))
		}
		path = writeHAR(t, list...)
		d.Press("f4", "E", "g")
		events = d.Screen()
		d.Press("[", "R")
		before = d.Screen()
	})
	opened := func(d *apptest.Driver) {
		d.Shows("second words")
		d.Shows("truncated")
		d.Press("f4", "E", "g")
		d.Shows("exchange 2 of 2")
		same(t, events, d.Screen())
		d.Press("[", "R")
		d.Shows("exchange 1 of 2")
		same(t, before, d.Screen())
	}
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 120, 40, func(o *app.Options) { o.Session = &session }, opened)
	apptest.Run(t, 120, 40, nil, func(d *apptest.Driver) {
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("it is open", func() bool { return len(d.Desk.Chats) == 2 })
		opened(d)
		if unsaved := d.Desk.Unsaved(); len(unsaved) > 0 {
			t.Errorf("%v would be lost, though it is in the file", unsaved)
		}
	})
}

// same compares two screens without their first and last lines, which describe the
// conversation.
func same(t *testing.T, want, got string) {
	t.Helper()
	middle := func(s string) string {
		lines := strings.Split(s, "\n")
		return strings.Join(lines[1:len(lines)-3], "\n")
	}
	if middle(want) != middle(got) {
		t.Errorf("it shows\n%s\nwant\n%s", got, want)
	}
}

// TestRankingsComeOutOfAHAR with their answers, in the comparison that they were.
func TestRankingsComeOutOfAHAR(t *testing.T) {
	apptest.RunOnRerank(t, 120, 40, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25", "fault/500")
		d.Rank()
		shown := d.Screen()
		path := writeHAR(t, d.Reranker().Exchange(0), d.Reranker().Exchange(1))
		d.Do(views.OpenFile{Path: path})
		d.WaitFor("it is open", func() bool { return strings.Contains(d.Screen(), "opened ") })
		d.Press("j", "k") // the notice goes with a key
		same(t, shown, d.Screen())
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Shows("rerank run 1 of 2")
	})
}

// TestAnOpenedExchangeKeepsWhereItWent: it is exported as it was made, whatever this run
// is connected to.
func TestAnOpenedExchangeKeepsWhereItWent(t *testing.T) {
	for _, kind := range []state.Kind{state.Responses, state.Rerank} {
		about := history.About{Origin: history.Send, Kind: kind, Connection: "work", BaseURL: "https://gate.example/api/v1", Service: "theirs", Session: "q", Turn: 7}
		path := ""
		made := func(x *screen.Exchange) { path = writeHARAbout(t, about, x) }
		opened := func(x *screen.Exchange) {
			e := screen.Exported(x, x.State, "")
			if e.About != about || e.Local {
				t.Errorf("%v: it is told as %+v, local: %t", kind, e.About, e.Local)
			}
		}
		if kind == state.Rerank {
			apptest.RunOnRerank(t, 140, 35, func(d *apptest.Driver) {
				d.RerankSet("sim/bm25", "sim/trigram")
				d.Rank()
				made(d.Reranker().Exchange(0))
			})
			apptest.RunOnRerank(t, 140, 35, func(d *apptest.Driver) {
				d.Do(views.OpenFile{Path: path})
				d.WaitFor("it is open", func() bool { return d.Reranker().Exchange(0) != nil })
				opened(d.Reranker().Exchange(0))
			})
			continue
		}
		apptest.Run(t, 120, 40, nil, func(d *apptest.Driver) {
			d.Ask("sim/writer", "first words")
			made(d.Look().Exchange())
		})
		session, err := files.OpenSession(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		apptest.Run(t, 120, 40, func(o *app.Options) { o.Session = &session }, func(d *apptest.Driver) {
			opened(d.Look().Exchange())
			d.Ask("sim/writer", "more words")
			if now := d.Look().Exchange().About; now.Connection != history.Local || now.Session == "q" {
				t.Errorf("what this run made is told as %+v", now)
			}
		})
	}
}

// TestAContinuedExchangeKeepsWhereItWent, though the next run may be connected elsewhere.
func TestAContinuedExchangeKeepsWhereItWent(t *testing.T) {
	var was history.About
	apptest.RunTwice(t, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		was = d.Look().Exchange().About
	}, func(d *apptest.Driver) {
		d.Desk.Shown().Link = d.NewLink(app.Connection{Name: "other", BaseURL: "https://other.test/v1"})
		if x := d.Look().Exchange(); x == nil || x.About != was {
			t.Errorf("it is told otherwise, was %+v", was)
		}
	})
}
