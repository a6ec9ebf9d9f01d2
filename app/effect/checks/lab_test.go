package checks

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/lab"
)

// labOn returns a lab of some cases and variants of a request against a server.
func labOn(server http.Handler, cases, variants, repeat int) (l *Lab, done func()) {
	s := httptest.NewServer(server)
	to := &Gateway{Client: client.New(client.WithBaseURL(s.URL)), About: history.About{Origin: history.Lab}, Prices: func() prices.Book { return prices.Book{} }}
	l = &Lab{Jobs: 8}
	for v := range variants {
		l.Variants = append(l.Variants, fmt.Sprint("v", v))
	}
	for i := range cases {
		l.Cases = append(l.Cases, fmt.Sprint("c", i))
		var row []Request
		for range variants {
			one := expect.One("lab", nil).Cases[0]
			one.Repeat = repeat
			row = append(row, Request{Check: one, To: to, body: []byte(`{"model":"m","input":"x","max_output_tokens":100}`)})
		}
		l.Requests = append(l.Requests, row)
	}
	return l, s.Close
}

const priced = `{"data":[{"id":"m","pricing":{"prompt":"0.000001","completion":"0.00001"},"context_length":4096}]}`

// TestALabNeverCostsMoreThanItsLimit, with eight requests at once and a gateway that bills.
func TestALabNeverCostsMoreThanItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Float64Range(0.0005, 0.01).Draw(t, "limit")
		var billed, asked atomic.Int64 // in millionths of a dollar
		l, done := labOn(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method == http.MethodGet {
				fmt.Fprint(w, priced)
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			cost := asked.Add(1) * 137 % 900
			billed.Add(cost)
			fmt.Fprintf(w, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2,"cost":%d.0e-6}}`, cost)
		}), 5, 3, 3)
		defer done()
		l.Budget = lab.NewBudget(limit)
		all := []Request{}
		for _, row := range l.Requests {
			all = append(all, row...)
		}
		if _, unknown, err := all[0].To.MaxCost(context.Background(), all); unknown != "" || err != nil {
			t.Fatal(unknown, err)
		}
		r, why, err := l.Run(progress.Begin(context.Background(), Step(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if usd := float64(billed.Load()) / 1e6; usd > limit {
			t.Errorf("%v of %v was spent", usd, limit)
		}
		sent, unsent := 0, 0
		for v := range l.Variants {
			s := r.Summary(v)
			sent, unsent = sent+s.Of, unsent+s.Unsent
		}
		if sent != int(asked.Load()) || sent+unsent != 45 || (unsent > 0) != (why != "") {
			t.Errorf("%d sent, %d asked, %d not sent: %q", sent, asked.Load(), unsent, why)
		}
	})
}

// TestAVariantWithoutAPriceIsLeftOut under a limit, and the others are sent.
func TestAVariantWithoutAPriceIsLeftOut(t *testing.T) {
	l, done := labOn(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			fmt.Fprint(w, priced)
			return
		}
		fmt.Fprint(w, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2,"cost":0.000001}}`)
	}), 2, 2, 2)
	defer done()
	for _, row := range l.Requests {
		row[0].body = []byte(`{"model":"unpriced","input":"x","max_output_tokens":100}`)
	}
	l.Budget = lab.NewBudget(1)
	if _, _, err := l.Requests[0][0].To.MaxCost(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	r, why, err := l.Run(progress.Begin(context.Background(), Step(0, 0)))
	if err != nil || r.Summary(0).Unsent != 4 || r.Summary(1).Passed != 4 || !strings.HasPrefix(why, "requests of v0 are left out") {
		t.Errorf("%+v\n%+v\n%q, %v", r.Summary(0), r.Summary(1), why, err)
	}
}

// TestARefusedKeyEndsOneGateway of several, and no request to another.
func TestARefusedKeyEndsOneGateway(t *testing.T) {
	asked := 0
	l, done := labOn(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id":"r","object":"response","status":"completed","model":"m","output":[]}`)
	}), 2, 2, 2)
	defer done()
	bad, end := labOn(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusUnauthorized)
	}), 1, 1, 1)
	defer end()
	for _, row := range l.Requests {
		row[0].To = bad.Requests[0][0].To
	}
	l.Jobs = 1
	r, why, err := l.Run(progress.Begin(context.Background(), Step(0, 0)))
	if err != nil || asked != 1 || r.Summary(1).Passed != 4 || why != "v0 answered 401 Unauthorized" {
		t.Errorf("%d asked, %+v, %q, %v", asked, r.Summary(1), why, err)
	}
}

// TestALabWaitsAsTheServiceAsks: a 429 and a 503 with Retry-After are sent again, and counted; a 401 ends it.
func TestALabWaitsAsTheServiceAsks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		status := rapid.SampledFrom([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusUnauthorized}).Draw(t, "status")
		var asked atomic.Int64
		l, done := labOn(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if asked.Add(1) == 1 {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(status)
				fmt.Fprint(w, `{"error":{"code":429,"message":"not now"}}`)
				return
			}
			fmt.Fprint(w, `{"id":"r","object":"response","status":"completed","model":"m","output":[]}`)
		}), 1, 1, 3)
		defer done()
		l.Jobs = 1
		r, why, err := l.Run(progress.Begin(context.Background(), Step(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		first := r.Trials[0][0][0]
		if status == http.StatusUnauthorized {
			if first.Verdict != state.Failed || why == "" || r.Summary(0).Unsent != 2 {
				t.Errorf("%+v, %q", first, why)
			}
			return
		}
		if first.Verdict != state.Completed || first.Waits != 1 || asked.Load() != 4 || why != "" {
			t.Errorf("%s after %d waits, %d requests, %q", first.Verdict, first.Waits, asked.Load(), why)
		}
	})
}
