package app

import (
	"context"
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
		o.Team = func(ctx context.Context) (archive.Reader, error) {
			a, err := open(ctx, func(error) {})
			return colleague{a}, err
		}
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
