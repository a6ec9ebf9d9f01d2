package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/history"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	entries "gatehouse/state/history"
)

// TestRecordsThatWaitAreCounted: in the history's list, and at the connection that the proxy
// leads to, for as long as there are some.
func TestRecordsThatWaitAreCounted(t *testing.T) {
	var goOn chan struct{}
	proxied(t, func(o *Options) {
		goOn, o.Proxy = make(chan struct{}), &o.Local
		fold := func(about entries.About, c *wire.Capture) *state.Exchange {
			<-goOn
			return files.Fold(about, c)
		}
		dir := filepath.Join(t.TempDir(), "a")
		o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			return archive.Open(ctx, dir, archive.Options{Fold: fold, Report: report})
		}
	}, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		d.hides("to be recorded")
		for range 3 {
			c.ask("fault/500", "it ends at once")
		}
		d.until("the records", func() bool { return d.m.Proxy.Waiting() == 2 }) // in addition to the one that is made
		d.flush()
		d.shows("2 to be recorded")
		d.keys("f7")
		d.until("the count", func() bool { return strings.Contains(d.screen(), "2 more to be recorded") })
		close(goOn)
		d.until("all records", func() bool { return d.m.Proxy.Waiting() == 0 })
		d.keys("f6")
		d.pass(time.Second)
		d.hides("to be recorded")
	})
}

func TestAnExchangeOfAnotherProgramIsListedWhileItRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	proxied(t, func(o *Options) { o.History = archiveIn(dir); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		c.ask("sim/writer", "an older one")
		d.until("its end", func() bool { return d.m.Proxy.Saved == 1 })
		d.keys("esc", "f6")
		d.until("the older one", func() bool { return strings.Contains(d.screen(), "an older one") })
		stop := c.ask("fault/slow", "a newer one")
		d.until("the newer one", func() bool { return strings.Contains(d.screen(), "streaming") })
		s := d.screen()
		if strings.Index(s, "a newer one") > strings.Index(s, "an older one") {
			t.Errorf("the newest is not on top:\n%s", s)
		}
		if !strings.Contains(s, "1 exchange · 1 running") {
			t.Errorf("the one that runs is not counted:\n%s", s)
		}
		stop()
		d.until("the end", func() bool {
			return strings.Contains(d.lineWith("a newer one"), "truncated") || strings.Contains(d.lineWith("a newer one"), "cancelled")
		})
		d.until("the archive", func() bool {
			return d.m.Proxy.Saved == 2 && len(listOf(d)) == 2 && listOf(d)[0].Key > 0
		})
		if n := strings.Count(d.screen(), "a newer one"); n != 1 {
			t.Errorf("it is listed %d times:\n%s", n, d.screen())
		}
	})
	list := saved(t, dir)
	if len(list) != 2 || list[0].Origin != entries.Proxy || list[0].Connection != entries.Local || list[0].BaseURL != "" {
		t.Errorf("saved are %+v", list)
	}
}

// TestTheListIsInTheOrderOfTheBeginnings: also when one that began earlier ends later.
func TestTheListIsInTheOrderOfTheBeginnings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	proxied(t, func(o *Options) { o.History = archiveIn(dir); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("fault/slow", "the long one")
		d.until("the long one", func() bool { return strings.Contains(d.screen(), "streaming") })
		c.ask("sim/writer", "the short one")
		ordered := func() bool {
			list := listOf(d)
			if !slices.IsSortedFunc(list, func(a, b entries.Entry) int { return b.Start.Compare(a.Start) }) {
				t.Fatalf("not the newest first:\n%s", d.screen())
			}
			return len(list) == 2
		}
		d.until("both", ordered)
		d.t.Log(d.m.Proxy.Follows, "\n"+d.screen())
		d.until("the short one in the archive", func() bool { return ordered() && listOf(d)[0].Key > 0 })
		d.until("the end of the long one", func() bool { return ordered() && strings.Contains(d.lineWith("the long one"), "completed") })
		d.until("both in the archive", func() bool { return ordered() && listOf(d)[1].Key > 0 })
	})
}

// TestTheCursorOfTheList: on the newest it stays on the newest, elsewhere on its exchange, also
// when that gets its place in the archive, and so do the marks.
func TestTheCursorOfTheList(t *testing.T) {
	proxied(t, func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		at := func(words string) func() bool {
			return func() bool { return strings.Contains(d.lineWith(words), "▸") }
		}
		c.ask("sim/writer", "alpha")
		d.until("it", at("alpha"))
		stop := c.ask("fault/slow", "bravo")
		d.until("the newest", at("bravo"))
		d.keys("m", "down")
		c.ask("sim/writer", "charlie")
		d.until("the third", func() bool { return strings.Contains(d.screen(), "charlie") })
		if !at("alpha")() {
			t.Errorf("the cursor left its exchange:\n%s", d.screen())
		}
		d.keys("up")
		stop()
		d.until("the archive", func() bool {
			l := listOf(d)
			return len(l) == 3 && l[0].Key > 0 && l[1].Key > 0 && l[2].Key > 0
		})
		if line := d.lineWith("bravo"); !at("bravo")() || !strings.Contains(line, "▸A 00:00") {
			t.Errorf("the cursor or the mark is gone:\n%s", d.screen())
		}
	})
}

// TestAFilterMatchesWhatPasses: what a filter says of an exchange may be known at its end only.
func TestAFilterMatchesWhatPasses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Options)
	}{
		{"archive", func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }},
		{"memory", func(o *Options) { o.NoHistory = true; o.Proxy = &o.Local }},
	} {
		t.Run(test.name, func(t *testing.T) {
			proxied(t, test.change, func(d *driver, c *caller) {
				d.keys("esc", "f6", "2") // the view of those that failed
				c.ask("fault/slow", "may break")
				c.ask("sim/writer", "works")
				c.ask("fault/500", "breaks")
				d.until("the failed one", func() bool { return strings.Contains(d.lineWith("breaks"), "failed 500") })
				d.until("the others", func() bool { return d.m.Sent.Len() == 3 && strings.Contains(d.screen(), "1 running") })
				d.shows("1 running")
				d.hides("may break")
				d.hides("works")
				d.keys("5") // since the start
				d.until("all", func() bool { return strings.Contains(d.screen(), "may break") && strings.Contains(d.screen(), "works") })
			})
		})
	}
}

func TestADeletedExchangeOfTheProxyStaysDeleted(t *testing.T) {
	proxied(t, func(o *Options) { o.History = archiveIn(filepath.Join(t.TempDir(), "data")); o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("sim/writer", "goes away")
		d.until("the archive", func() bool { l := listOf(d); return len(l) == 1 && l[0].Key > 0 })
		d.keys("d")
		d.until("its end", func() bool { return len(listOf(d)) == 0 })
		c.ask("sim/writer", "comes")
		d.until("another", func() bool { l := listOf(d); return len(l) == 1 && l[0].Key > 0 })
		d.hides("goes away")
	})
}

func listOf(d *driver) []entries.Entry {
	return d.m.pane(history.ListPane).(interface{ Entries() []entries.Entry }).Entries()
}

func TestWithoutAHistoryTheExchangesAreShownAllTheSame(t *testing.T) {
	proxied(t, func(o *Options) { o.NoHistory = true; o.Proxy = &o.Local }, func(d *driver, c *caller) {
		d.keys("esc", "f6")
		c.ask("sim/writer", "from elsewhere")
		d.until("its end", func() bool { return strings.Contains(d.lineWith("from elsewhere"), "completed") })
		d.keys("enter")
		d.shows("completed")
		d.keys("f6", "d")
		d.shows("not deleted")
	})
}
