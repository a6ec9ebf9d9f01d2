package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// colleague is the archive of another machine, in the place of the database of a team.
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

// TestTheTeamsHistoryIsShownInThePlaceOfOnesOwn: its list, its figures, and an exchange of it, whose
// id is copied with the word that others open it by.
func TestTheTeamsHistoryIsShownInThePlaceOfOnesOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("fault/403", "what a colleague asked")
		d.m.quit(nil)
		d.settle()
		d.m.History.Close()
	})
	own := filepath.Join(t.TempDir(), "own")
	open := archiveIn(dir)
	bubble(t, 120, 35, func(o *Options) {
		o.History = archiveIn(own)
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
		d.keys("f")
		d.until("its figures", func() bool { return strings.Contains(d.screen(), "100 %") })
		d.keys("f", "d")
		d.shows("gatehouse team prune --own")
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
		d.settle()
		d.m.History.Close()
	})
}

func TestWithoutATeamItIsSaidWhereOneIsSet(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("T")
		d.shows("no team is set; [team] in config.toml")
	})
}

// TestTheProgramStartsOnAnExchangeOfTheTeam: it is in the inspector, and F6 lists those beside it.
func TestTheProgramStartsOnAnExchangeOfTheTeam(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("fault/403", "what a colleague asked")
		d.m.quit(nil)
		d.settle()
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
				d.keys("h") // the program goes on, and so does what it says
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
