package inspect

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/viewstest"
)

// receiptPage is the page of an answer with a cost.
func receiptPage(c *caching, cost string, width, height int, book *prices.Book) *reports.Tab {
	x := state.NewExchange("x", []byte(`{"model":"acme/large"}`))
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}})
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"id":"r","object":"response","status":"completed","model":"acme/large",` +
		`"output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}],"usage":{"input_tokens":1000,"input_tokens_details":{"cached_tokens":600},"output_tokens":20,"total_tokens":1020,"cost":` + cost + `}}`)})
	styles := themes.Dark()
	m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), c.receipt())
	m.SetSize(width, height)
	m.SetSubject(views.Subject{Exchange: x, Prices: book})
	return m
}

func book() *prices.Book {
	usd := decimal.RequireFromString
	return &prices.Book{Overrides: []prices.Override{{Model: "acme/*", Rates: prices.Rates{usage.Input: usd("0.000003"), usage.CacheRead: usd("0.0000003"), usage.Output: usd("0.000015")}}}}
}

func TestReceiptPageShowsEachLineAndWhatDiffers(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		m := receiptPage(&caching{}, "0.0033", size[0], size[1], book())
		got := ansi.Strip(m.View())
		for _, want := range []string{"differs from the computed one", "$0.0033  usage.cost", "cache read", "$0.30/M", "$0.00168", "✗ differs", "600 tokens (cache read)", "your settings"} {
			if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%v: no %q in\n%s", size, want, got)
			}
		}
		if c, ok := viewstest.Press(m, "y").(views.Copy); !ok || !strings.Contains(c.Text, "$0.00168") {
			t.Errorf("y leads to %+v", c)
		}
	}
}

// TestReceiptPageFollowsThePrices: a list that arrives later replaces the earlier one.
func TestReceiptPageFollowsThePrices(t *testing.T) {
	m := receiptPage(&caching{}, "0.00168", 120, 35, nil)
	if got := ansi.Strip(m.View()); !strings.Contains(got, "no source has a price of acme/large") {
		t.Error(got)
	}
	s := m.Subject
	s.Prices = book()
	m.SetSubject(s)
	if got := ansi.Strip(m.View()); !strings.Contains(got, "The cost is as computed.") {
		t.Error(got)
	}
}

func TestReceiptPageSaysWhatTheCacheLost(t *testing.T) {
	known := &caching{}
	m := receiptPage(known, "0.00168", 80, 24, book())
	m.Subject.Capture = &wire.Capture{ID: "x"}
	for _, c := range []struct {
		of   string
		usd  float64
		want string
	}{{"x", 0.0012, "~$0.0012 of it because the cache was not read.  I cache"}, {"another", 0.0012, ""}, {"x", -1, ""}, {"x", 0.5, "~$0.50 lost because the cache was not read."}} {
		known.set(c.of, report.Caching{Found: cache.Analysis{Priced: c.usd >= 0, Cost: decimal.NewFromFloat(c.usd)}}, "")
		got := ansi.Strip(m.View())
		if !strings.Contains(got, "as computed") || c.want == "" && strings.Contains(got, "the cache was") || !strings.Contains(got, c.want) {
			t.Errorf("%+v:\n%s", c, got)
		}
	}
}
