package history_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
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
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Ask("fault/403", "what a colleague asked")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	local := filepath.Join(t.TempDir(), "own")
	open := apptest.ArchiveIn(dir)
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = apptest.ArchiveIn(local)
		o.Team = teamOf(open)
	}, func(d *apptest.Driver) {
		d.Ask("sim/writer", "my question")
		d.Press("esc", "f6")
		d.WaitFor("the own list", func() bool { return strings.Contains(d.Screen(), "sim/writer") })
		d.Press("T")
		d.WaitFor("the team's list", func() bool {
			return strings.Contains(d.Screen(), "fault/403") && strings.Contains(d.Screen(), "team · 1")
		})
		d.Hides("sim/writer")
		d.Shows("T own")
		d.Hides("* share")
		d.Press("F")
		d.WaitFor("its figures", func() bool { return strings.Contains(d.Screen(), "100 %") })
		d.Press("F", "d")
		d.Shows("gatehouse team prune --own")
		d.Press("*")
		d.Shows("it is in the history of the team")
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		d.Shows("403")
		d.Press("f6", "T")
		d.WaitFor("the own list again", func() bool {
			return strings.Contains(d.Screen(), "sim/writer") && !strings.Contains(d.Screen(), "fault/403")
		})
		team, err := d.History.Team(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		list, err := team.List(context.Background(), archive.Page{Limit: 1})
		if err != nil || len(list) != 1 || list[0].Word() != "team:"+list[0].ID {
			t.Errorf("%+v, %v", list, err)
		}
		_ = team.(colleague).Close()
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

func TestWithoutATeamItsSettingIsNamed(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		for _, key := range []string{"T", "*"} {
			d.Press(key)
			d.Shows("no team is set; [team] in config.toml")
			d.Press("j")
			d.Hides("no team is set")
		}
	})
}

// TestTheProgramStartsOnAnExchangeOfTheTeam: it is in the inspector, and F6 lists the others.
func TestTheProgramStartsOnAnExchangeOfTheTeam(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Ask("fault/403", "what a colleague asked")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	open := apptest.ArchiveIn(dir)
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Team, o.TeamExchange = teamOf(open), "last" }, func(d *apptest.Driver) {
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		d.Shows("403")
		d.Shows("shared by ann")
		d.Press("f6")
		d.WaitFor("the team's list", func() bool { return strings.Contains(d.Screen(), "team · 1") })
		team, err := d.History.Team(context.Background())
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
			apptest.Run(t, 120, 35, func(o *app.Options) { o.Team, o.TeamExchange = team, "abc" }, func(d *apptest.Driver) {
				d.WaitFor("why it is not opened", func() bool { return strings.Contains(d.Screen(), words) })
				d.Press("h") // the program continues, and the message stays
				d.Shows(words)
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
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report, Share: func(*history.Entry) bool { return false }})
		}
		o.Team = func(context.Context) (archive.Reader, error) { return empty{}, nil }
	}, func(d *apptest.Driver) {
		d.Ask("sim/writer", "worth sharing")
		d.Press("esc", "f6")
		row := func(sign string) func() bool {
			return func() bool {
				return strings.Contains(d.Screen(), "▸"+sign+" ") && strings.Contains(d.Screen(), "sim/writer")
			}
		}
		d.WaitFor("the list", row(" "))
		d.Press("*")
		d.WaitFor("its mark", row("☆"))
		d.Shows("* unmarks it while it waits")
		d.Press("*")
		d.WaitFor("no mark", row(" "))
		d.Shows("unmarked: it stays on this machine")
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		d.Press("*")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "marked to share with the team") })
		a := d.History.Opened()
		due, err := a.Due(context.Background(), 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d are due, %v", len(due), err)
		}
		if err := a.Pushed(context.Background(), due); err != nil {
			t.Fatal(err)
		}
		d.Press("f6")
		d.WaitFor("that the team has it", row("★"))
		d.Press("*")
		d.WaitFor("how it is removed", func() bool {
			return strings.Contains(d.Screen(), "gatehouse team prune --own team:"+due[0].Entry.ID+" --yes")
		})
		d.Quit(nil)
		d.Flush()
		d.History.Close()
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
	apptest.Run(t, 120, 35, func(o *app.Options) {
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			say = report
			return archive.Open(ctx, dir, archive.Options{Fold: files.Fold, Report: report, Share: func(*history.Entry) bool { return true }})
		}
		o.Team = func(context.Context) (archive.Reader, error) { return empty{}, nil }
	}, func(d *apptest.Driver) {
		d.Ask("sim/writer", "worth sharing")
		d.Press("esc", "f6")
		d.WaitFor("that it waits", func() bool { return strings.Contains(d.Screen(), "▸☆ ") })
		waits := "1 exchange waits and is shared with the team later"
		say(errors.New(waits))
		d.WaitFor("why", func() bool { return strings.Contains(d.Screen(), waits) })
		a := d.History.Opened()
		due, err := a.Due(context.Background(), 10)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Pushed(context.Background(), due); err != nil {
			t.Fatal(err)
		}
		say(reached{waits})
		d.WaitFor("that the team has it", func() bool { return strings.Contains(d.Screen(), "▸★ ") })
		d.Shows("reached again")
		d.Hides(waits)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}
