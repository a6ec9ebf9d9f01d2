package app

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/app/inspect"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
	"gatehouse/views"
)

// TestWhyNothingWasReadFromTheCache is reported of the second exchange of a conversation.
func TestWhyNothingWasReadFromTheCache(t *testing.T) {
	options := func(o *Options) {
		o.Local = o.Connection
		o.Prices = func() prices.Book {
			usd := func(text string) decimal.Decimal { return decimal.RequireFromString(text) }
			return prices.Book{Overrides: []prices.Override{{Model: "sim/writer", Rates: prices.Rates{usage.Input: usd("0.002"), usage.CacheRead: usd("0.001"), usage.CacheWrite: usd("0.002")}}}}
		}
	}
	bubble(t, 120, 40, options, func(d *driver) {
		d.ask("sim/writer", "the first question, which is long enough to be kept")
		d.keys("f4")
		d.hides("Cache")
		d.keys("I")
		d.shows("no Cache tab here: this request asks for no cache")
		d.keys("F")
		d.shows("no Fusion tab here: this exchange has no fusion panel")
		d.keys("f2")
		d.ask("sim/writer", "and another one")
		d.keys("f4", "$")
		d.until("what the cache lost", func() bool { return strings.Contains(d.screen(), "because the cache was not read.  I cache") })
		d.keys("I")
		d.until("the comparison", func() bool { return strings.Contains(d.screen(), "USES") })
		d.shows("not asked for: 0 of")
		d.shows("No cache_control mark asks the local gateway to store it.")
		d.shows("more than if they had been read")
		d.keys("g")
		for range 30 {
			if d.keys("enter"); d.m.Focus() == inspect.RequestPane {
				return
			}
			d.keys("down")
		}
		t.Errorf("no part of the prompt leads to the request:\n%s", d.screen())
	})
}

// TestATabThatWasOpenedStays in the line of tabs until the inspector is left, even if it has nothing to show of
// an exchange.
func TestATabThatWasOpenedStays(t *testing.T) {
	bubble(t, 160, 40, nil, func(d *driver) {
		d.ask("sim/writer", "the first question, which is long enough to be kept")
		d.ask("sim/writer", "and another one")
		d.keys("f4", "I")
		d.shows("I Cache")
		d.keys("[", "O")
		d.shows("exchange 1 of 2")
		d.shows("I Cache")
		d.keys("f2", "f4")
		d.hides("I Cache")
	})
}

// TestNotesAloneAreShownWithTheirKey: lint reports them for the command, and so does the page.
func TestNotesAloneAreShownWithTheirKey(t *testing.T) {
	bubble(t, 160, 40, nil, func(d *driver) {
		d.ask("fault/gap", "hello")
		d.keys("f4")
		d.hides("V Conformance")
		d.keys("V")
		d.shows("V Conformance")
		d.shows("1 note")
		d.shows("sequence-gap")
		d.keys("f2")
		d.ask("sim/writer", "hello")
		d.keys("f4", "O", "f2", "f4", "V")
		d.shows("no Conformance tab here: nothing was found in this answer")
	})
}

// TestTheCacheOfAModelThatWasAskedBetween is named as the cause if the first model read all that its cache had
// of the conversation.
func TestTheCacheOfAModelThatWasAskedBetween(t *testing.T) {
	local := func(o *Options) { o.Local = o.Connection }
	bubble(t, 120, 40, local, func(d *driver) {
		marked := func(model, text string) {
			d.do(views.Edit{Pointer: "/cache_control", Value: json.RawMessage(`{"type":"ephemeral"}`)})
			d.ask(model, text)
		}
		marked("sim/writer", "the first question, which is long enough to be kept")
		marked("sim/coder", "and another one")
		marked("sim/writer", "and what does the first one say of it?")
		d.keys("f4", "I")
		d.until("the comparison", func() bool { return strings.Contains(d.screen(), "USES") })
		d.shows("model changed: ")
		d.shows("served by sim/coder, and each model")
		d.hides("The cause is not known")
	})
}

// TestAnEmptyTabIsReplacedByTheFirst leaves an exchange of the history, after which there may be none to
// inspect.
func TestAnEmptyTabIsReplacedByTheFirst(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f2", "alt+n", "f6", "enter", "$")
		d.until("the receipt", func() bool { return strings.Contains(d.screen(), "usage.cost") })
		d.keys("esc", "f4")
		d.shows("Nothing sent yet.")
	})
}
