package inspect_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/inspect"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
	"gatehouse/views"
)

// TestWhyNothingWasReadFromTheCache is reported of the second exchange of a conversation.
func TestWhyNothingWasReadFromTheCache(t *testing.T) {
	options := func(o *app.Options) {
		o.Local = o.Connection
		o.Prices = func() prices.Book {
			usd := func(text string) decimal.Decimal { return decimal.RequireFromString(text) }
			return prices.Book{Overrides: []prices.Override{{Model: "sim/writer", Rates: prices.Rates{usage.Input: usd("0.002"), usage.CacheRead: usd("0.001"), usage.CacheWrite: usd("0.002")}}}}
		}
	}
	apptest.Run(t, 120, 40, options, func(d *apptest.Driver) {
		d.Ask("sim/writer", "the first question, which is long enough to be kept")
		d.Press("f4")
		d.Press("I")
		d.Shows("nothing in Cache: this request asks for no cache")
		d.Press("F")
		d.Shows("nothing in Fusion: this exchange has no fusion panel")
		d.Press("f2")
		d.Ask("sim/writer", "and another one")
		d.Press("f4", "$")
		d.WaitFor("what the cache lost", func() bool { return strings.Contains(d.Screen(), "because the cache was not read.  I cache") })
		d.Press("I")
		d.WaitFor("the comparison", func() bool { return strings.Contains(d.Screen(), "USES") })
		d.Shows("Not read: not asked for, 0 of")
		d.Shows("No cache_control mark asks the local gateway to store it.")
		d.Shows("more than if they had been read")
		d.Press("g")
		for range 30 {
			if d.Press("enter"); d.Focus() == inspect.RequestPane {
				return
			}
			d.Press("down")
		}
		t.Errorf("no part of the prompt leads to the request:\n%s", d.Screen())
	})
}

// TestCacheOfAnotherConversationLosesNothing if it is with another model. One with the same model could have
// stored the prompt, which the receipt and the tab report.
func TestCacheOfAnotherConversationLosesNothing(t *testing.T) {
	for model, lost := range map[string]bool{"aurora/zenith": false, "sim/coder": true} {
		local := func(o *app.Options) {
			o.Local = o.Connection
			o.Prices = func() prices.Book {
				usd := decimal.RequireFromString
				return prices.Book{Overrides: []prices.Override{{Model: "sim/coder", Rates: prices.Rates{usage.Input: usd("0.002"), usage.CacheRead: usd("0.001"), usage.CacheWrite: usd("0.002")}}}}
			}
		}
		apptest.Run(t, 120, 40, local, func(d *apptest.Driver) {
			const text = "a text that is long enough to be kept"
			d.Ask(model, text)
			d.Press("alt+n")
			d.Ask("sim/coder", text)
			d.Press("f4", "I")
			d.WaitFor("the comparison", func() bool { return strings.Contains(d.Screen(), "USES") })
			if lost {
				d.Shows("Not read: not asked for, 0 of")
			} else {
				d.Shows("No exchange before it in the history with this model begins in the same way.")
			}
			d.Press("$")
			d.Shows("sim/coder")
			if got := strings.Contains(d.Screen(), "because the cache was not read"); got != lost {
				t.Errorf("after %s, lost %t:\n%s", model, got, d.Screen())
			}
			d.Press("I")
			if lost {
				d.Shows("more than if they had been read")
			} else {
				d.Shows("nothing in Cache: this request asks for no cache")
			}
		})
	}
}

// TestLintOpensWithoutFindings: it begins with how the answer ended. A note alone leaves the tab quiet.
func TestLintOpensWithoutFindings(t *testing.T) {
	apptest.Run(t, 160, 40, nil, func(d *apptest.Driver) {
		d.Ask("fault/gap", "hello")
		d.Press("f4", "V")
		d.Shows("1 note")
		d.Shows("sequence-gap")
		d.Press("f2")
		d.Ask("fault/incomplete", "hello")
		d.Press("f4", "V")
		d.Shows("Nothing that breaks a client.")
	})
}

// TestTabsNeverMove whatever the exchange and the width; one with nothing to show is
// passed by tab, and [ and ] stay on the shown one.
func TestTabsNeverMove(t *testing.T) {
	for width, want := range map[int]string{
		80:  " Overview Route Fusion GUard ReQ ReSp Events V Lint I Cache $ Receipt Diff",
		120: " O Overview  R Route  F Fusion  U Guardrails  Q Request  S Response  E Events  V Lint  I Cache  $ Receipt  D Diff",
	} {
		apptest.Run(t, width, 35, nil, func(d *apptest.Driver) {
			tabs := func(where string) {
				t.Helper()
				if got := d.LineWith("Overview"); strings.TrimRight(got, " \n") != want {
					t.Errorf("%s: got\n%s, want\n%s", where, got, want)
				}
			}
			d.Press("f4")
			tabs("without an exchange")
			d.Press("f2")
			d.Ask("sim/writer", "the first question")
			d.Ask("fault/403", "another one")
			d.Press("f4")
			tabs("of a failure")
			d.Shows("━ exchange 2 of 2  ✗  another one ━")
			d.Press("$", "[")
			tabs("of an answer")
			d.Shows("━ exchange 1 of 2  ✓  the first question ━")
			if d.Press("E", "]"); d.Focus() != inspect.EventsPane {
				t.Errorf("] leads to %s", d.Focus())
			}
			d.Press("X")
			tabs("of the list")
			d.Press("esc", "S", "E", "tab")
			if got := d.Focus(); got == inspect.CachePane || got == inspect.LintPane {
				t.Errorf("tab leads to %s, which has nothing to show", got)
			}
		})
	}
}

// TestTheCacheOfAModelThatWasAskedBetween is named as the cause if the first model read all that its cache had
// of the conversation.
func TestTheCacheOfAModelThatWasAskedBetween(t *testing.T) {
	local := func(o *app.Options) { o.Local = o.Connection }
	apptest.Run(t, 120, 40, local, func(d *apptest.Driver) {
		marked := func(model, text string) {
			d.Do(views.Edit{Pointer: "/cache_control", Value: json.RawMessage(`{"type":"ephemeral"}`)})
			d.Ask(model, text)
		}
		marked("sim/writer", "the first question, which is long enough to be kept")
		marked("sim/coder", "and another one")
		marked("sim/writer", "and what does the first one say of it?")
		d.Press("f4", "I")
		d.WaitFor("the comparison", func() bool { return strings.Contains(d.Screen(), "USES") })
		d.Shows("Partly read: another model served, ")
		d.Shows("served by sim/coder, and each model")
		d.Hides("The cause is not known")
	})
}

// TestAnEmptyTabIsReplacedByTheFirst leaves an exchange of the history, after which there may be none to
// inspect.
func TestAnEmptyTabIsReplacedByTheFirst(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f2", "alt+n", "f6", "enter", "$")
		d.WaitFor("the receipt", func() bool { return strings.Contains(d.Screen(), "usage.cost") })
		d.Press("esc", "f4")
		d.Shows("Nothing sent yet.")
	})
}
