package history_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	entries "gatehouse/state/history"
)

// TestRecordsThatWaitAreCounted: in the history's list, and at the connection that the proxy
// leads to, for as long as there are some.
func TestRecordsThatWaitAreCounted(t *testing.T) {
	var goOn chan struct{}
	apptest.RunProxied(t, func(o *app.Options) {
		goOn, o.Proxy = make(chan struct{}), &o.Local
		fold := func(about entries.About, c *wire.Capture) *state.Exchange {
			<-goOn
			return files.Fold(about, c)
		}
		dir := filepath.Join(t.TempDir(), "a")
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			return archive.Open(ctx, dir, archive.Options{Fold: fold, Report: report})
		}
	}, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f6")
		d.Hides("to be recorded")
		for range 3 {
			c.Ask("fault/500", "it ends at once")
		}
		d.WaitFor("the records", func() bool { return d.Proxy.Waiting() == 2 }) // in addition to the one that is made
		d.Flush()
		d.Shows("2 to be recorded")
		d.Press("f7")
		d.WaitFor("the count", func() bool { return strings.Contains(d.Screen(), "2 more to be recorded") })
		close(goOn)
		d.WaitFor("all records", func() bool { return d.Proxy.Waiting() == 0 })
		d.Press("f6")
		d.Sleep(time.Second)
		d.Hides("to be recorded")
	})
}

func TestAnExchangeOfAnotherProgramIsListedWhileItRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.RunProxied(t, func(o *app.Options) { o.History = apptest.ArchiveIn(dir); o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("sim/writer", "an older one")
		d.WaitFor("its end", func() bool { return d.Proxy.Saved == 1 })
		d.Press("esc", "f6")
		d.WaitFor("the older one", func() bool { return strings.Contains(d.Screen(), "an older one") })
		stop := c.Ask("fault/slow", "a newer one")
		d.WaitFor("the newer one", func() bool { return strings.Contains(d.Screen(), "streaming") })
		s := d.Screen()
		if strings.Index(s, "a newer one") > strings.Index(s, "an older one") {
			t.Errorf("the newest is not on top:\n%s", s)
		}
		if !strings.Contains(s, "1 exchange · 1 running") {
			t.Errorf("the one that runs is not counted:\n%s", s)
		}
		stop()
		d.WaitFor("the end", func() bool {
			return strings.Contains(d.LineWith("a newer one"), "truncated") || strings.Contains(d.LineWith("a newer one"), "cancelled")
		})
		d.WaitFor("the archive", func() bool {
			return d.Proxy.Saved == 2 && len(d.HistoryRows()) == 2 && d.HistoryRows()[0].Key > 0
		})
		if n := strings.Count(d.Screen(), "a newer one"); n != 1 {
			t.Errorf("it is listed %d times:\n%s", n, d.Screen())
		}
	})
	list := apptest.Saved(t, dir)
	if len(list) != 2 || list[0].Origin != entries.Proxy || list[0].Connection != entries.Local || list[0].BaseURL != "" {
		t.Errorf("saved are %+v", list)
	}
}

// TestTheListIsInTheOrderOfTheBeginnings: also when one that began earlier ends later.
func TestTheListIsInTheOrderOfTheBeginnings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	apptest.RunProxied(t, func(o *app.Options) { o.History = apptest.ArchiveIn(dir); o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f6")
		c.Ask("fault/slow", "the long one")
		d.WaitFor("the long one", func() bool { return strings.Contains(d.Screen(), "streaming") })
		c.Ask("sim/writer", "the short one")
		ordered := func() bool {
			list := d.HistoryRows()
			if !slices.IsSortedFunc(list, func(a, b entries.Entry) int { return b.Start.Compare(a.Start) }) {
				t.Fatalf("not the newest first:\n%s", d.Screen())
			}
			return len(list) == 2
		}
		d.WaitFor("both", ordered)
		d.T.Log(d.Proxy.Follows, "\n"+d.Screen())
		d.WaitFor("the short one in the archive", func() bool { return ordered() && d.HistoryRows()[0].Key > 0 })
		d.WaitFor("the end of the long one", func() bool { return ordered() && strings.Contains(d.LineWith("the long one"), "completed") })
		d.WaitFor("both in the archive", func() bool { return ordered() && d.HistoryRows()[1].Key > 0 })
	})
}

// TestTheCursorOfTheList: on the newest it stays on the newest, elsewhere on its exchange, also
// when that gets its place in the archive, and so do the marks.
func TestTheCursorOfTheList(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) {
		o.History = apptest.ArchiveIn(filepath.Join(t.TempDir(), "data"))
		o.Proxy = &o.Local
	}, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f6")
		at := func(words string) func() bool {
			return func() bool { return strings.Contains(d.LineWith(words), "▸") }
		}
		c.Ask("sim/writer", "alpha")
		d.WaitFor("it", at("alpha"))
		stop := c.Ask("fault/slow", "bravo")
		d.WaitFor("the newest", at("bravo"))
		d.Press("m", "down")
		c.Ask("sim/writer", "charlie")
		d.WaitFor("the third", func() bool { return strings.Contains(d.Screen(), "charlie") })
		if !at("alpha")() {
			t.Errorf("the cursor left its exchange:\n%s", d.Screen())
		}
		d.Press("up")
		stop()
		d.WaitFor("the archive", func() bool {
			l := d.HistoryRows()
			return len(l) == 3 && l[0].Key > 0 && l[1].Key > 0 && l[2].Key > 0
		})
		if line := d.LineWith("bravo"); !at("bravo")() || !strings.Contains(line, "▸A 00:00") {
			t.Errorf("the cursor or the mark is gone:\n%s", d.Screen())
		}
	})
}

// TestAFilterMatchesWhatPasses: what a filter says of an exchange may be known at its end only.
func TestAFilterMatchesWhatPasses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*app.Options)
	}{
		{"archive", func(o *app.Options) {
			o.History = apptest.ArchiveIn(filepath.Join(t.TempDir(), "data"))
			o.Proxy = &o.Local
		}},
		{"memory", func(o *app.Options) { o.NoHistory = true; o.Proxy = &o.Local }},
	} {
		t.Run(test.name, func(t *testing.T) {
			apptest.RunProxied(t, test.change, func(d *apptest.Driver, c *apptest.Caller) {
				d.Press("esc", "f6", "2") // the view of those that failed
				c.Ask("fault/slow", "may break")
				c.Ask("sim/writer", "works")
				c.Ask("fault/500", "breaks")
				d.WaitFor("the failed one", func() bool { return strings.Contains(d.LineWith("breaks"), "failed 500") })
				d.WaitFor("the others", func() bool { return d.Sent.Len() == 3 && strings.Contains(d.Screen(), "1 running") })
				d.Shows("1 running")
				d.Hides("may break")
				d.Hides("works")
				d.Press("5") // since the start
				d.WaitFor("all", func() bool { return strings.Contains(d.Screen(), "may break") && strings.Contains(d.Screen(), "works") })
			})
		})
	}
}

func TestADeletedExchangeOfTheProxyStaysDeleted(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) {
		o.History = apptest.ArchiveIn(filepath.Join(t.TempDir(), "data"))
		o.Proxy = &o.Local
	}, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f6")
		c.Ask("sim/writer", "goes away")
		d.WaitFor("the archive", func() bool { l := d.HistoryRows(); return len(l) == 1 && l[0].Key > 0 })
		d.Press("d", "enter")
		d.WaitFor("its end", func() bool { return len(d.HistoryRows()) == 0 })
		c.Ask("sim/writer", "comes")
		d.WaitFor("another", func() bool { l := d.HistoryRows(); return len(l) == 1 && l[0].Key > 0 })
		d.Hides("goes away")
	})
}

func TestWithoutAHistoryTheExchangesAreShownAllTheSame(t *testing.T) {
	apptest.RunProxied(t, func(o *app.Options) { o.NoHistory = true; o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		d.Press("esc", "f6")
		c.Ask("sim/writer", "from elsewhere")
		d.WaitFor("its end", func() bool { return strings.Contains(d.LineWith("from elsewhere"), "completed") })
		d.Press("enter")
		d.Shows("completed")
		d.Press("f6", "d")
		d.Shows("not deleted")
	})
}
