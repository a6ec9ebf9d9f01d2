package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// colleague is the archive of another machine. It replaces the database of a team.
type colleague struct{ *archive.Archive }

func (c colleague) List(ctx context.Context, p archive.Page) ([]history.Entry, error) {
	list, err := c.Archive.List(ctx, p)
	for i := range list {
		list[i].By, list[i].Host = "ann", "desk"
	}
	return list, err
}

func (c colleague) Find(ctx context.Context, id string) (history.Entry, error) {
	e, err := c.Archive.Find(ctx, id)
	e.By, e.Host = "ann", "desk"
	return e, err
}

// teamOf opens the archive of a colleague as the history of a team.
func teamOf(open func(context.Context, func(error)) (*archive.Archive, error)) func(context.Context) (archive.Reader, error) {
	return func(ctx context.Context) (archive.Reader, error) {
		a, err := open(ctx, func(error) {})
		return colleague{a}, err
	}
}

// TestTheTeamsHistoryReplacesTheLocalOne: its list, its figures, and an exchange of it, whose
// id is copied with the word that others open it by.
func TestTheTeamsHistoryReplacesTheLocalOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("fault/403", "what a colleague asked")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	local := filepath.Join(t.TempDir(), "own")
	open := archiveIn(dir)
	bubble(t, 120, 35, func(o *Options) {
		o.History = archiveIn(local)
		o.Team = teamOf(open)
	}, func(d *driver) {
		d.ask("sim/writer", "my question")
		d.keys("esc", "f6")
		d.until("the own list", func() bool { return strings.Contains(d.screen(), "sim/writer") })
		d.keys("T")
		d.until("the team's list", func() bool {
			return strings.Contains(d.screen(), "fault/403") && strings.Contains(d.screen(), "team · 1")
		})
		d.hides("sim/writer")
		d.shows("T own")
		d.hides("* share")
		d.keys("f")
		d.until("its figures", func() bool { return strings.Contains(d.screen(), "100 %") })
		d.keys("f", "d")
		d.shows("gatehouse team prune --own")
		d.keys("*")
		d.shows("it is in the history of the team")
		d.keys("enter")
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		d.shows("403")
		d.keys("f6", "T")
		d.until("the own list again", func() bool {
			return strings.Contains(d.screen(), "sim/writer") && !strings.Contains(d.screen(), "fault/403")
		})
		team, err := d.m.History.Team(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		list, err := team.List(context.Background(), archive.Page{Limit: 1})
		if err != nil || len(list) != 1 || list[0].Word() != "team:"+list[0].ID {
			t.Errorf("%+v, %v", list, err)
		}
		_ = team.(colleague).Close()
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

func TestWithoutATeamItsSettingIsNamed(t *testing.T) {
	past(t, func(d *driver) {
		for _, key := range []string{"T", "*"} {
			d.keys(key)
			d.shows("no team is set; [team] in config.toml")
			d.keys("j")
			d.hides("no team is set")
		}
	})
}

// TestTheProgramStartsOnAnExchangeOfTheTeam: it is in the inspector, and F6 lists the others.
func TestTheProgramStartsOnAnExchangeOfTheTeam(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("fault/403", "what a colleague asked")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	open := archiveIn(dir)
	bubble(t, 120, 35, func(o *Options) { o.Team, o.TeamExchange = teamOf(open), "last" }, func(d *driver) {
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		d.shows("403")
		d.shows("shared by ann")
		d.keys("f6")
		d.until("the team's list", func() bool { return strings.Contains(d.screen(), "team · 1") })
		team, err := d.m.History.Team(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		_ = team.(colleague).Close()
	})
	for words, team := range map[string]func(context.Context) (archive.Reader, error){
		"team:abc is not opened: no such exchange.": func(context.Context) (archive.Reader, error) { return empty{}, nil },
		"team:abc is not opened: the team's database: no answer.": func(context.Context) (archive.Reader, error) {
			return nil, errors.New("the team's database: no answer")
		},
	} {
		t.Run(words, func(t *testing.T) {
			bubble(t, 120, 35, func(o *Options) { o.Team, o.TeamExchange = team, "abc" }, func(d *driver) {
				d.until("why it is not opened", func() bool { return strings.Contains(d.screen(), words) })
				d.keys("h") // the program continues, and the message stays
				d.shows(words)
			})
		})
	}
}

// empty is a history without exchanges.
type empty struct{ archive.Reader }

func (empty) Find(context.Context, string) (history.Entry, error) {
	return history.Entry{}, archive.ErrNone
}

// TestAnExchangeIsMarkedToShareWithTheTeam: in the list and in the inspector, until the team has it.
func TestAnExchangeIsMarkedToShareWithTheTeam(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) {
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report, Share: func(*history.Entry) bool { return false }})
		}
		o.Team = func(context.Context) (archive.Reader, error) { return empty{}, nil }
	}, func(d *driver) {
		d.ask("sim/writer", "worth sharing")
		d.keys("esc", "f6")
		row := func(sign string) func() bool {
			return func() bool {
				return strings.Contains(d.screen(), "▸"+sign+" ") && strings.Contains(d.screen(), "sim/writer")
			}
		}
		d.until("the list", row(" "))
		d.keys("*")
		d.until("its mark", row("☆"))
		d.shows("* unmarks it while it waits")
		d.keys("*")
		d.until("no mark", row(" "))
		d.shows("unmarked: it stays on this machine")
		d.keys("enter")
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		d.keys("*")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "marked to share with the team") })
		a := d.m.History.Opened()
		due, err := a.Due(context.Background(), 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d are due, %v", len(due), err)
		}
		if err := a.Pushed(context.Background(), due); err != nil {
			t.Fatal(err)
		}
		d.keys("f6")
		d.until("that the team has it", row("★"))
		d.keys("*")
		d.until("how it is removed", func() bool {
			return strings.Contains(d.screen(), "gatehouse team prune --own team:"+due[0].Entry.ID+" --yes")
		})
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

// reached is the end of an earlier report.
type reached struct{ before string }

func (reached) Error() string  { return "reached again" }
func (r reached) Ends() string { return r.before }

// TestOnceTheTeamIsReachedAgainTheListSaysSo: the notice that an exchange waits goes, and so does its sign.
func TestOnceTheTeamIsReachedAgainTheListSaysSo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var say func(error)
	bubble(t, 120, 35, func(o *Options) {
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			say = report
			return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report, Share: func(*history.Entry) bool { return true }})
		}
		o.Team = func(context.Context) (archive.Reader, error) { return empty{}, nil }
	}, func(d *driver) {
		d.ask("sim/writer", "worth sharing")
		d.keys("esc", "f6")
		d.until("that it waits", func() bool { return strings.Contains(d.screen(), "▸☆ ") })
		waits := "1 exchange waits and is shared with the team later"
		say(errors.New(waits))
		d.until("why", func() bool { return strings.Contains(d.screen(), waits) })
		a := d.m.History.Opened()
		due, err := a.Due(context.Background(), 10)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Pushed(context.Background(), due); err != nil {
			t.Fatal(err)
		}
		say(reached{waits})
		d.until("that the team has it", func() bool { return strings.Contains(d.screen(), "▸★ ") })
		d.shows("reached again")
		d.hides(waits)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}
