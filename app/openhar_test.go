package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/app/inspect"
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
	bubble(t, 120, 40, withMetadata, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.ask("fault/cut", "second words")
		var list []*screen.Exchange
		for _, turn := range d.m.desk.Shown().Turns() {
			list = append(list, d.m.look().ExchangeOf(turn))
		}
		path = writeHAR(t, list...)
		d.keys("f4", "E", "g")
		events = d.screen()
		d.keys("[", "R")
		before = d.screen()
	})
	opened := func(d *driver) {
		d.shows("second words")
		d.shows("truncated")
		d.keys("f4", "E", "g")
		d.shows("exchange 2 of 2")
		same(t, events, d.screen())
		d.keys("[", "R")
		d.shows("exchange 1 of 2")
		same(t, before, d.screen())
	}
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, 120, 40, func(o *Options) { o.Session = &session }, opened)
	bubble(t, 120, 40, nil, func(d *driver) {
		d.do(views.OpenFile{Path: path})
		d.until("it is open", func() bool { return len(d.m.desk.Chats) == 2 })
		opened(d)
		if unsaved := d.m.desk.Unsaved(); len(unsaved) > 0 {
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
	onRerank(t, 120, 40, func(d *driver) {
		d.rerankSet("sim/bm25", "fault/500")
		d.rank()
		shown := d.screen()
		path := writeHAR(t, d.rerank().Exchange(0), d.rerank().Exchange(1))
		d.do(views.OpenFile{Path: path})
		d.until("it is open", func() bool { return strings.Contains(d.screen(), "opened ") })
		d.keys("j", "k") // the notice goes with a key
		same(t, shown, d.screen())
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.shows("rerank run 1 of 2")
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
			onRerank(t, 140, 35, func(d *driver) {
				d.rerankSet("sim/bm25", "sim/trigram")
				d.rank()
				made(d.rerank().Exchange(0))
			})
			onRerank(t, 140, 35, func(d *driver) {
				d.do(views.OpenFile{Path: path})
				d.until("it is open", func() bool { return d.rerank().Exchange(0) != nil })
				opened(d.rerank().Exchange(0))
			})
			continue
		}
		bubble(t, 120, 40, nil, func(d *driver) {
			d.ask("sim/writer", "first words")
			made(d.m.look().Exchange())
		})
		session, err := files.OpenSession(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		bubble(t, 120, 40, func(o *Options) { o.Session = &session }, func(d *driver) {
			opened(d.m.look().Exchange())
			d.ask("sim/writer", "more words")
			if now := d.m.look().Exchange().About; now.Connection != history.Local || now.Session == "q" {
				t.Errorf("what this run made is told as %+v", now)
			}
		})
	}
}

// TestAContinuedExchangeKeepsWhereItWent, though the next run may be connected elsewhere.
func TestAContinuedExchangeKeepsWhereItWent(t *testing.T) {
	var was history.About
	twoRuns(t, func(d *driver) {
		d.ask("sim/writer", "first words")
		was = d.m.look().Exchange().About
	}, func(d *driver) {
		d.m.desk.Shown().Link = d.m.NewLink(Connection{Name: "other", BaseURL: "https://other.test/v1"})
		if x := d.m.look().Exchange(); x == nil || x.About != was {
			t.Errorf("it is told otherwise, was %+v", was)
		}
	})
}

// TestTheListOfThisRunWithAnOpenedFile has a reason why it is empty, and esc leads back to
// the exchange of the file.
func TestTheListOfThisRunWithAnOpenedFile(t *testing.T) {
	var path string
	bubble(t, 120, 40, nil, func(d *driver) {
		d.ask("sim/writer", "first words")
		path = writeHAR(t, d.m.look().Exchange())
	})
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, 80, 24, func(o *Options) { o.Session = &session }, func(d *driver) {
		d.keys("f4", "E", "X")
		d.shows("the exchange shown was opened, not sent.")
		d.keys("esc")
		d.shows("exchange 1 of 1")
		if got := d.m.Focus(); got != inspect.EventsPane {
			t.Errorf("esc leads to %s", got)
		}
	})
}
