package history_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/history"
	"gatehouse/app/inspect"
	"gatehouse/state"
	"gatehouse/views"
	historypane "gatehouse/views/history"
)

func TestTheHistoryListsTheNewestFirst(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.WaitFor("the count", func() bool { return strings.Contains(d.Screen(), " 3 exchanges   1 all") })
		s := d.Screen()
		coder, fault, writer := strings.Index(s, "sim/coder"), strings.Index(s, "fault/403"), strings.Index(s, "sim/writer")
		if coder < 0 || coder > fault || fault > writer {
			t.Errorf("the order is wrong:\n%s", s)
		}
		d.Shows("✗ failed 403")
	})
}

func TestTheFilterIsAppliedWhileItIsWritten(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("verdict:fai")
		d.Shows("verdict:failed") // the rest is proposed
		d.Shows("sim/coder")      // what is not written yet filters nothing
		d.Press("right")
		d.WaitFor("the failure alone", func() bool { return !strings.Contains(d.Screen(), "sim/coder") })
		d.Shows("fault/403")
		d.WaitFor("the counts", func() bool { return strings.Contains(d.Screen(), "1 of 3") })
		d.Type(" ttft>soon")
		d.Press("enter")
		d.Shows("ttft takes a number")
		for range " ttft>soon" {
			d.Press("/", "backspace")
		}
		d.Press("enter", "f2", "f6") // it stays when the screen is left
		d.Shows("verdict:failed")
		d.Press("esc")
		d.WaitFor("all of them", func() bool { return strings.Contains(d.Screen(), "sim/coder") })
	})
}

// TestNothingMovesWhileAConditionIsWritten: no error appears, and the list stays as it is, until the condition
// can be read or is left.
func TestNothingMovesWhileAConditionIsWritten(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.WaitFor("the count", func() bool { return strings.Contains(d.Screen(), " 3 exchanges   1 all") })
		list := func() (at int, rows string) {
			above, rows, _ := strings.Cut(d.Screen(), "   when")
			return strings.Count(above, "\n"), rows[:strings.LastIndex(rows, "\n")] // without the keys
		}
		wantAt, want := list()
		for _, condition := range []string{"verdict:", "verdict:nothing", "-", "cost>a", "since:", "foo:bar", `"an open quote`, "sim/coder or", "-verdict:x"} {
			d.Type(condition)
			d.Sleep(time.Second)
			if at, got := list(); at != wantAt || got != want && condition != "sim/coder or" {
				t.Errorf("%s moves the list:\n%s", condition, d.Screen())
			}
			d.Press("ctrl+u")
			d.Sleep(time.Second)
		}
	})
}

// TestTheFilterListsItsFields and the values of one, for tab and F1.
func TestTheFilterListsItsFields(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/", "f1")
		d.Shows("Fields of a filter")
		d.Type("how it ended")
		d.Press("enter", "tab")
		d.Shows("verdict: how it ended")
		d.Type("fail")
		d.Press("enter")
		d.Shows("filter ❯ verdict:failed")
		d.WaitFor("the failure alone", func() bool { return !strings.Contains(d.Screen(), "sim/coder") })
		d.Type("-lin")
		d.Press("tab", "tab")
		d.Type("error")
		d.Press("enter")
		d.Shows("verdict:failed -lint:error")
		d.Type(" total>") // any value
		d.Press("tab")
		d.Shows("for example")
		d.Press("enter")
		d.Shows("-lint:error  total>")
	})
}

func TestAFilterThatCannotBeReadIsNotOneThatMatchesNothing(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("quixotic")
		d.WaitFor("no exchange", func() bool { return strings.Contains(d.Screen(), "Nothing matches the filter.") })
		d.Type(" foo:bar")
		d.Hides("✗ no field") // it may be one that is not written yet
		d.Press("enter")
		d.Shows("✗ no field")
		d.Shows("Correct the filter to see what it matches.")
		d.Hides("Nothing matches the filter.")
	})
}

func TestAnExchangeOfTheHistoryIsInspectedCompletely(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("j", "enter")
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		d.Shows("403")
		d.Shows("playground")
		d.Press("w") // its events or body
		d.Press("esc")
		d.Shows("first words")
	})
}

func TestAnExchangeOfTheHistoryGoesOn(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("G", "c")
		d.WaitFor("the conversation", func() bool {
			now := d.Desk.Shown().Conv
			return now.Len() == 1 && strings.Contains(string(now.Current.Exchange.Request), "first question")
		})
		c := d.Desk.Shown()
		if c.Conv.Len() != 1 || c.Conv.Current.Exchange.Verdict != state.Completed {
			t.Fatalf("the conversation has %d turns", c.Conv.Len())
		}
		if body := string(d.Body()); !strings.Contains(body, "first question") || !strings.Contains(body, "assistant") {
			t.Errorf("the next request does not go on from it:\n%s", body)
		}
	})
}

func TestAnExchangeOfTheHistoryIsSentAgain(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Do(views.SetModel{Slug: "sim/coder"}) // of the shown conversation, which it does not belong to
		d.Press("G", "r")
		d.WaitFor("the answer", func() bool {
			t := d.Desk.Shown().Conv.Current
			return t != nil && t.Exchange != nil && t.Exchange.Verdict == state.Completed && d.Idle()
		})
		d.Shows("sent again unchanged: sim/writer, to the local gateway")
		d.Press("f6")
		d.WaitFor("four exchanges", func() bool { return strings.Contains(d.Screen(), " 4 exchanges   1 all") })
		list := strings.Split(d.Screen(), "\n")
		if !strings.Contains(list[4], "sim/writer") {
			t.Errorf("the newest is not the one sent again:\n%s", d.Screen())
		}
	})
}

func TestADeletedExchangeComesBack(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("d", "enter")
		d.WaitFor("it is gone", func() bool { return !strings.Contains(d.Screen(), "sim/coder") })
		for range 3 { // the user presses again when nothing happens at once
			d.Start(d.Run(views.ActUndo))
		}
		d.WaitFor("it is back", func() bool { return strings.Contains(d.Screen(), "sim/coder") })
	})
}

func TestTwoMarkedExchangesAreCompared(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("m", "G", "m", "D")
		d.WaitFor("the comparison", func() bool {
			return strings.Contains(d.Screen(), "sim/coder") && strings.Contains(d.Screen(), "Diff") && strings.Contains(d.Screen(), "A ")
		})
		d.Shows("sim/writer")
	})
}

// TestWhatWentToAnotherGatewayIsNotSentUnseen: the same bytes go nowhere else without a
// look at them.
func TestWhatWentToAnotherGatewayIsNotSentUnseen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(baseURL string, test func(d *apptest.Driver)) {
		apptest.Run(t, 160, 35, func(o *app.Options) { o.History, o.Connection.BaseURL = apptest.ArchiveIn(dir), baseURL }, func(d *apptest.Driver) {
			test(d)
			d.Quit(nil)
			d.Flush()
			d.History.Close()
		})
	}
	run("", func(d *apptest.Driver) { d.Ask("sim/writer", "for the local gateway alone") })
	run("http://other.test/api/v1", func(d *apptest.Driver) {
		d.Press("esc", "f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/writer") })
		d.Press("r")
		d.WaitFor("the refusal", func() bool { return strings.Contains(d.Screen(), "not sent") })
		d.Shows("it was sent to the local gateway, where no connection leads")
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return strings.Contains(d.Screen(), "Overview") })
		d.Press("alt+r")
		d.WaitFor("the refusal", func() bool { return strings.Contains(d.Screen(), "not sent") })
		if n := d.Desk.Started; n != 0 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// TestTheListFollowsTheFilterLine: a fault takes a row below the filter, and gives it back.
func TestTheListFollowsTheFilterLine(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		heads := func() int {
			for i, line := range strings.Split(d.Screen(), "\n") {
				if strings.Contains(line, "first words") {
					return i
				}
			}
			return -1
		}
		at := heads()
		d.Press("/")
		d.Type("verdict:fai")
		d.Press("enter")
		if got := heads(); got != at+1 {
			t.Errorf("with a fault the list begins at row %d, want %d:\n%s", got, at+1, d.Screen())
		}
		d.Hides("of 3") // what an unreadable filter matches is not known
		d.Press("esc")
		if got := heads(); got != at {
			t.Errorf("without the filter the list begins at row %d, want %d:\n%s", got, at, d.Screen())
		}
	})
}

// TestAFilterIsSavedAsAView: it is there in the next launch, is chosen by its number, and
// its removal can be undone.
func TestAFilterIsSavedAsAView(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	run := func(test func(d *apptest.Driver)) {
		apptest.Run(t, 140, 35, apptest.WithUsedFile(filepath.Join(dir, "used.json")), func(d *apptest.Driver) {
			test(d)
			d.Quit(nil)
			d.Flush()
			d.History.Close()
		})
	}
	run(func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("fault/403", "second question")
		d.Press("esc", "f6")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/writer") })
		d.Shows("1 all  2 failed  3 blocked  4 slow  5 since start")
		d.Press("2")
		d.WaitFor("the failure alone", func() bool { return !strings.Contains(d.Screen(), "sim/writer") })
		d.Press("1", "s")
		d.Shows("no filter to save")
		d.Press("/")
		d.Type("model:sim/*")
		d.Press("enter", "s")
		d.Type("all")
		d.Press("enter")
		d.Shows("“all” is a built-in view")
		d.Press("backspace", "backspace", "backspace")
		d.Type("good ones")
		d.Press("enter")
		d.WaitFor("it is said", func() bool { return strings.Contains(d.Screen(), "saved as “good ones”") })
		d.Shows("6 good ones")
	})
	run(func(d *apptest.Driver) {
		d.Press("f6")
		d.WaitFor("the views", func() bool { return strings.Contains(d.Screen(), "6 good ones") })
		d.Press("6")
		d.WaitFor("what it matches", func() bool {
			return strings.Contains(d.Screen(), "sim/writer") && !strings.Contains(d.Screen(), "fault/403")
		})
		d.Shows("model:sim/*")
		d.Press("x")
		d.WaitFor("it is removed", func() bool { return !strings.Contains(d.Screen(), "6 good ones") })
		d.Press("alt+z")
		d.WaitFor("it is back", func() bool { return strings.Contains(d.Screen(), "6 good ones") })
		d.Press("1", "x")
		d.Shows("choose one of your own views")
	})
}

// TestBlockedIsAVerdictOfTheFilter: lists call it so.
func TestBlockedIsAVerdictOfTheFilter(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f2")
		d.Ask("fault/guardrail", "a blocked question")
		d.Press("esc", "f6", "3")
		d.WaitFor("what was blocked alone", func() bool {
			return strings.Contains(d.Screen(), "fault/guardrail") && !strings.Contains(d.Screen(), "fault/403")
		})
		d.Shows("✗ blocked 403")
	})
}

// TestAnExchangeOfTheHistoryIsShownAfterTheListOfThisRun: the one that was chosen, and not
// the list that the inspector showed last.
func TestAnExchangeOfTheHistoryIsShownAfterTheListOfThisRun(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f4", "X", "f6", "j", "enter")
		d.WaitFor("the inspector", func() bool { return d.Focus() == inspect.OverviewPane })
		if x := d.Inspector().Look.Exchange(); x == nil || x.State.Verdict != state.Failed {
			t.Errorf("another exchange is shown:\n%s", d.Screen())
		}
	})
}

// TestTabCompletesTheFilter: while there is something to complete, which the footer says.
func TestTabCompletesTheFilter(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("verdict:fai")
		d.Shows("tab complete")
		d.Press("tab")
		if got := d.Pane(history.FilterPane).(*historypane.Filter).Text(); got != "verdict:failed" || d.Focus() != history.FilterPane {
			t.Errorf("the filter is %q, the focus on %s", got, d.Focus())
		}
		d.Hides("tab complete")
		d.Press("tab") // now to the list, as everywhere
		if d.Focus() != history.ListPane {
			t.Errorf("the focus is on %s", d.Focus())
		}
	})
}

// selected is the row of the selection in a list of exchanges.
func selected(d *apptest.Driver) string {
	for _, line := range strings.Split(d.Screen(), "\n") {
		if strings.HasPrefix(line, "▸") {
			return line
		}
	}
	return ""
}

// TestTheSelectionStaysWhereOneIsDeleted: on the row that has its place, and on it again
// once it is back.
func TestTheSelectionStaysWhereOneIsDeleted(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		for _, c := range []struct{ keys, deleted, left string }{{"G", "sim/writer", "fault/403"}, {"k", "fault/403", "sim/writer"}} {
			d.Press(c.keys, "d", "enter")
			d.WaitFor("it is gone", func() bool { return len(d.ExchangeRows()) == 2 })
			if got := selected(d); !strings.Contains(got, c.left) {
				t.Errorf("with %s deleted %q is selected, want %s", c.deleted, got, c.left)
			}
			d.Press("g", "alt+z")
			d.WaitFor("it is back", func() bool { return len(d.ExchangeRows()) == 3 })
			if got := selected(d); !strings.Contains(got, c.deleted) {
				t.Errorf("with %s back %q is selected", c.deleted, got)
			}
		}
	})
}

// TestTheListIsOrderedByAKey: o goes through the columns, O turns the order round, and what runs stays on top.
func TestTheListIsOrderedByAKey(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		first := func(words string) func() bool {
			return func() bool {
				s := d.Screen()
				at, others := strings.Index(s, words), []string{"sim/coder", "fault/403", "sim/writer"}
				for _, other := range others {
					if o := strings.Index(s, other); other != words && o >= 0 && o < at {
						return false
					}
				}
				return at >= 0
			}
		}
		d.WaitFor("the list", first("sim/coder"))
		d.Press("O")
		d.WaitFor("the oldest first", first("sim/writer"))
		d.Shows("oldest first")
		d.Shows("when ▴")
		d.Press("O", "o", "o", "o", "o")
		d.WaitFor("the most tokens first", func() bool { return strings.Contains(d.Screen(), "tokens ▾") && !first("fault/403")() })
		d.Shows("by tokens ▾")
		d.Press("U")
		d.WaitFor("runs, which have an order of their own", func() bool { return strings.Contains(d.Screen(), "first question") })
		d.Hides("by tokens")
		d.Press("U", "o")
		d.WaitFor("the newest first again", first("sim/coder"))
		d.Hides("▾")
	})
}
