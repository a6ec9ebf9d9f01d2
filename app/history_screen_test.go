package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/history"
	"gatehouse/app/inspect"
	"gatehouse/state"
	"gatehouse/views"
	historypane "gatehouse/views/history"
)

// past runs a test on the history of three exchanges: two answers and a failure.
func past(t *testing.T, test func(d *driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	bubble(t, 120, 35, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("fault/403", "second question")
		d.ask("sim/coder", "third question")
		d.keys("esc", "f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/coder") })
		test(d)
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
}

func TestTheHistoryListsTheNewestFirst(t *testing.T) {
	past(t, func(d *driver) {
		d.until("the count", func() bool { return strings.Contains(d.screen(), " 3 exchanges   1 all") })
		s := d.screen()
		coder, fault, writer := strings.Index(s, "sim/coder"), strings.Index(s, "fault/403"), strings.Index(s, "sim/writer")
		if coder < 0 || coder > fault || fault > writer {
			t.Errorf("the order is wrong:\n%s", s)
		}
		d.shows("✗ failed 403")
	})
}

func TestTheFilterIsAppliedWhileItIsWritten(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("verdict:fai")
		d.shows("verdict:failed") // the rest is proposed
		d.shows("sim/coder")      // what is not written yet filters nothing
		d.keys("right")
		d.until("the failure alone", func() bool { return !strings.Contains(d.screen(), "sim/coder") })
		d.shows("fault/403")
		d.until("the counts", func() bool { return strings.Contains(d.screen(), "1 of 3") })
		d.typeText(" ttft>soon")
		d.keys("enter")
		d.shows("ttft takes a number")
		for range " ttft>soon" {
			d.keys("/", "backspace")
		}
		d.keys("enter", "f2", "f6") // it stays when the screen is left
		d.shows("verdict:failed")
		d.keys("esc")
		d.until("all of them", func() bool { return strings.Contains(d.screen(), "sim/coder") })
	})
}

func TestAFilterThatCannotBeReadIsNotOneThatMatchesNothing(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("quixotic")
		d.until("no exchange", func() bool { return strings.Contains(d.screen(), "Nothing matches the filter.") })
		d.typeText(" foo:bar")
		d.shows("Correct the filter to see what it matches.")
		d.hides("Nothing matches the filter.")
	})
}

func TestAnExchangeOfTheHistoryIsInspectedCompletely(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("j", "enter")
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		d.shows("403")
		d.shows("playground")
		d.keys("e") // its events or body
		d.keys("esc")
		d.shows("first words")
	})
}

func TestAnExchangeOfTheHistoryGoesOn(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("G", "c")
		d.until("the conversation", func() bool {
			now := d.m.desk.Shown().Conv
			return now.Len() == 1 && strings.Contains(string(now.Current.Exchange.Request), "first question")
		})
		c := d.m.desk.Shown()
		if c.Conv.Len() != 1 || c.Conv.Current.Exchange.Verdict != state.Completed {
			t.Fatalf("the conversation has %d turns", c.Conv.Len())
		}
		if body := string(d.body()); !strings.Contains(body, "first question") || !strings.Contains(body, "assistant") {
			t.Errorf("the next request does not go on from it:\n%s", body)
		}
	})
}

func TestAnExchangeOfTheHistoryIsSentAgain(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("G", "r")
		d.until("the answer", func() bool {
			t := d.m.desk.Shown().Conv.Current
			return t != nil && t.Exchange != nil && t.Exchange.Verdict == state.Completed && d.idle()
		})
		d.keys("f6")
		d.until("four exchanges", func() bool { return strings.Contains(d.screen(), " 4 exchanges   1 all") })
		list := strings.Split(d.screen(), "\n")
		if !strings.Contains(list[4], "sim/writer") {
			t.Errorf("the newest is not the one sent again:\n%s", d.screen())
		}
	})
}

func TestADeletedExchangeComesBack(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("d")
		d.until("it is gone", func() bool { return !strings.Contains(d.screen(), "sim/coder") })
		for range 3 { // the user presses again when nothing happens at once
			d.start(d.m.Run(views.ActUndo))
		}
		d.until("it is back", func() bool { return strings.Contains(d.screen(), "sim/coder") })
	})
}

func TestTwoMarkedExchangesAreCompared(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("m", "G", "m", "D")
		d.until("the comparison", func() bool {
			return strings.Contains(d.screen(), "sim/coder") && strings.Contains(d.screen(), "Diff") && strings.Contains(d.screen(), "A ")
		})
		d.shows("sim/writer")
	})
}

// TestWhatWentToAnotherGatewayIsNotSentUnseen: the same bytes go nowhere else without a
// look at them.
func TestWhatWentToAnotherGatewayIsNotSentUnseen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(baseURL string, test func(d *driver)) {
		bubble(t, 160, 35, func(o *Options) { o.History, o.Connection.BaseURL = archiveIn(dir), baseURL }, func(d *driver) {
			test(d)
			d.m.quit(nil)
			d.flush()
			d.m.History.Close()
		})
	}
	run("", func(d *driver) { d.ask("sim/writer", "for the local gateway alone") })
	run("http://other.test/api/v1", func(d *driver) {
		d.keys("esc", "f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/writer") })
		d.keys("r")
		d.until("the refusal", func() bool { return strings.Contains(d.screen(), "not sent") })
		d.shows("it was sent to the local gateway, but this run is connected to http://other.test/api/v1")
		d.keys("enter")
		d.until("the inspector", func() bool { return strings.Contains(d.screen(), "Overview") })
		d.keys("alt+r")
		d.until("the refusal", func() bool { return strings.Contains(d.screen(), "not sent") })
		if n := d.m.desk.Started; n != 0 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// TestTheListFollowsTheFilterLine: a fault takes a row below the filter, and gives it back.
func TestTheListFollowsTheFilterLine(t *testing.T) {
	past(t, func(d *driver) {
		heads := func() int {
			for i, line := range strings.Split(d.screen(), "\n") {
				if strings.Contains(line, "first words") {
					return i
				}
			}
			return -1
		}
		at := heads()
		d.keys("/")
		d.typeText("verdict:fai")
		d.keys("enter")
		if got := heads(); got != at+1 {
			t.Errorf("with a fault the list begins at row %d, want %d:\n%s", got, at+1, d.screen())
		}
		d.hides("of 3") // what an unreadable filter matches is not known
		d.keys("esc")
		if got := heads(); got != at {
			t.Errorf("without the filter the list begins at row %d, want %d:\n%s", got, at, d.screen())
		}
	})
}

// TestAFilterIsSavedAsAView: it is there in the next launch, is chosen by its number, and
// its removal can be undone.
func TestAFilterIsSavedAsAView(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *driver)) {
		bubble(t, 140, 35, withUsedFile(filepath.Join(dir, "used.json")), func(d *driver) {
			test(d)
			d.m.quit(nil)
			d.flush()
			d.m.History.Close()
		})
	}
	run(func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("fault/403", "second question")
		d.keys("esc", "f6")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/writer") })
		d.shows("1 all  2 failed  3 blocked  4 slow  5 since start")
		d.keys("2")
		d.until("the failure alone", func() bool { return !strings.Contains(d.screen(), "sim/writer") })
		d.keys("1", "s")
		d.shows("no filter to save")
		d.keys("/")
		d.typeText("model:sim/*")
		d.keys("enter", "s")
		d.typeText("all")
		d.keys("enter")
		d.shows("“all” is a built-in view")
		d.keys("backspace", "backspace", "backspace")
		d.typeText("good ones")
		d.keys("enter")
		d.until("it is said", func() bool { return strings.Contains(d.screen(), "saved as “good ones”") })
		d.shows("6 good ones")
	})
	run(func(d *driver) {
		d.keys("f6")
		d.until("the views", func() bool { return strings.Contains(d.screen(), "6 good ones") })
		d.keys("6")
		d.until("what it matches", func() bool {
			return strings.Contains(d.screen(), "sim/writer") && !strings.Contains(d.screen(), "fault/403")
		})
		d.shows("model:sim/*")
		d.keys("x")
		d.until("it is removed", func() bool { return !strings.Contains(d.screen(), "6 good ones") })
		d.keys("alt+z")
		d.until("it is back", func() bool { return strings.Contains(d.screen(), "6 good ones") })
		d.keys("1", "x")
		d.shows("choose one of your own views")
	})
}

// TestBlockedIsAVerdictOfTheFilter: lists call it so.
func TestBlockedIsAVerdictOfTheFilter(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f2")
		d.ask("fault/guardrail", "a blocked question")
		d.keys("esc", "f6", "3")
		d.until("what was blocked alone", func() bool {
			return strings.Contains(d.screen(), "fault/guardrail") && !strings.Contains(d.screen(), "fault/403")
		})
		d.shows("✗ blocked 403")
	})
}

// TestAnExchangeOfTheHistoryIsShownAfterTheListOfThisRun: the one that was chosen, and not
// the list that the inspector showed last.
func TestAnExchangeOfTheHistoryIsShownAfterTheListOfThisRun(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f4", "X", "f6", "j", "enter")
		d.until("the inspector", func() bool { return d.m.Focus() == inspect.OverviewPane })
		if x := d.m.inspect().Look.Exchange(); x == nil || x.State.Verdict != state.Failed {
			t.Errorf("another exchange is shown:\n%s", d.screen())
		}
	})
}

// TestTabCompletesTheFilter: while there is something to complete, which the footer says.
func TestTabCompletesTheFilter(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("verdict:fai")
		d.shows("tab complete")
		d.keys("tab")
		if got := d.m.pane(history.FilterPane).(*historypane.Filter).Text(); got != "verdict:failed" || d.m.Focus() != history.FilterPane {
			t.Errorf("the filter is %q, the focus on %s", got, d.m.Focus())
		}
		d.hides("tab complete")
		d.keys("tab") // now to the list, as everywhere
		if d.m.Focus() != history.ListPane {
			t.Errorf("the focus is on %s", d.m.Focus())
		}
	})
}

// selected is the row of the selection in a list of exchanges.
func (d *driver) selected() string {
	for _, line := range strings.Split(d.screen(), "\n") {
		if strings.HasPrefix(line, "▸") {
			return line
		}
	}
	return ""
}

// TestTheSelectionStaysWhereOneIsDeleted: on the row that has its place, and on it again
// once it is back.
func TestTheSelectionStaysWhereOneIsDeleted(t *testing.T) {
	past(t, func(d *driver) {
		for _, c := range []struct{ keys, deleted, left string }{{"G", "sim/writer", "fault/403"}, {"k", "fault/403", "sim/writer"}} {
			d.keys(c.keys, "d")
			d.until("it is gone", func() bool { return len(d.rows()) == 2 })
			if got := d.selected(); !strings.Contains(got, c.left) {
				t.Errorf("with %s deleted %q is selected, want %s", c.deleted, got, c.left)
			}
			d.keys("g", "alt+z")
			d.until("it is back", func() bool { return len(d.rows()) == 3 })
			if got := d.selected(); !strings.Contains(got, c.deleted) {
				t.Errorf("with %s back %q is selected", c.deleted, got)
			}
		}
	})
}
