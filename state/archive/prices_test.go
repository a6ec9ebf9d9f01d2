package archive

import (
	"net/http"
	"testing"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// withUsage is a capture of an answer with a usage.
func withUsage(id, model, usage string, start time.Time) *wire.Capture {
	c := &wire.Capture{ID: id, Start: start, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 9}}
	c.Sent = wire.Sent{Method: "POST", URL: "https://gateway.example/v1/responses", Body: []byte(`{"model":"` + model + `"}`)}
	c.Head = &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
	c.Body.Append([]byte(`{"id":"r","object":"response","status":"completed","model":"`+model+`","output":[],"usage":`+usage+`}`), 5)
	return c
}

// TestReceiptsAreFound stores exchanges whose cost is right, wrong and of no known price, and asks
// for them as they are stored, and once a list has the price.
func TestReceiptsAreFound(t *testing.T) {
	dir := t.TempDir()
	open := func() *Archive {
		a, err := Open(t.Context(), dir, Options{Fold: foldAny})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	list := func(text string) []wire.Model {
		models, err := read.Models([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return models
	}
	const address = "https://gateway.example/v1"
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	a := open()
	if err := a.SavePrices(t.Context(), address, list(`[{"id":"acme/one","pricing":{"prompt":"0.001","completion":"0.002"}}]`), start.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	for i, e := range []struct{ id, model, usage string }{
		{"right", "acme/one", `{"input_tokens":10,"output_tokens":5,"total_tokens":15,"cost":0.02}`},
		{"wrong", "acme/one", `{"input_tokens":10,"output_tokens":5,"total_tokens":15,"cost":0.03}`},
		{"unlisted", "acme/two", `{"input_tokens":10,"output_tokens":5,"total_tokens":15,"cost":0.03}`},
	} {
		c := withUsage(e.id, e.model, e.usage, start.Add(time.Duration(i)*time.Second))
		about := history.About{Origin: history.Proxy, Connection: "work", BaseURL: address}
		a.SaveNow(t.Context(), about, foldAny(about, c), c)
	}
	want := func(when string, found map[string]string) {
		t.Helper()
		for text, id := range found {
			q, err := query.Parse(text, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			if err := a.IndexLeft(t.Context(), q, func(int, int) error { return nil }); err != nil || a.Unfound(t.Context(), q) != "" {
				t.Fatal(err, a.Unfound(t.Context(), q))
			}
			all, err := a.List(t.Context(), Page{Query: q, Limit: 9})
			got := ""
			for _, e := range all {
				got += e.ID
				if query.Holds(q, &e) != query.Yes {
					t.Errorf("%s: the entry %s says otherwise", text, e.ID)
				}
			}
			if err != nil || got != id {
				t.Errorf("%s, %s finds %q, want %q (%v)", when, text, got, id, err)
			}
		}
	}
	stored := map[string]string{"receipt:agrees": "right", "receipt:differs": "wrong", "receipt:unpriced": "unlisted", "receipt:total": "", "receipt:may-differ": ""}
	want("as stored", stored)
	if err := a.SavePrices(t.Context(), address, list(`[{"id":"acme/two","pricing":{"prompt":"0.001","completion":"0.002"}}]`), start.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{"receipt:agrees": "right", "receipt:differs": "wrong", "receipt:unpriced": "", "receipt:may-differ": "unlisted"}
	want("with a later list", listed)
	if n := len(a.Prices(t.Context()).Lists); n != 2 {
		t.Errorf("%d lists are known", n)
	}
	a.Close()
	a = open()
	if book := a.Prices(t.Context()); len(book.Lists) != 2 || book.Lists[1].At.UTC() != start.Add(time.Hour) {
		t.Errorf("after another start %+v is known", book.Lists)
	}
	if err := a.SavePrices(t.Context(), address, list(`[{"id":"acme/two","pricing":{"prompt":"0.001","completion":"0.002"}}]`), start.Add(2*time.Hour)); err != nil || len(a.Prices(t.Context()).Lists) != 2 {
		t.Errorf("what is known is kept again: %v", err)
	}
	want("after another start", listed)
	a.Close()
}

func TestPricesOfTheOptionsAreKnownToo(t *testing.T) {
	a, err := Open(t.Context(), t.TempDir(), Options{Fold: foldAny, Prices: func() prices.Book { return prices.Book{Overrides: []prices.Override{{Model: "*"}}} }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if book := a.Prices(t.Context()); len(book.Overrides) != 1 {
		t.Errorf("%+v", book)
	}
}
