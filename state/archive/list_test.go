package archive_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

func TestQueries(t *testing.T) {
	a := open(t, newDir(t))
	for _, request := range []string{
		`{"model":"sim/writer","stream":true,"input":"alpha beta gamma"}`,
		`{"model":"sim/coder","input":"alpha gamma"}`,
		`{"model":"fault/403","input":"quixotic"}`,
		`{"model":"fault/guardrail","input":"zephyrs"}`,
		`{"model":"sim/coder","stream":true,"input":"what is the weather in Paris?","tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]}`,
	} {
		x, c := ask(t, request)
		if strings.Contains(request, "quixotic") {
			c.Caller = &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "Agent/1.2"}
		}
		a.Save(history.About{Origin: history.Playground}, x, c, nil)
	}
	saveUnanswered(t, a)
	flush(t, a)
	for text, want := range map[string]string{
		"":                                 "? weather zephyrs quixotic alpha-gamma alpha-beta-gamma",
		"verdict:failed":                   "? zephyrs quixotic",
		"-verdict:failed":                  "weather alpha-gamma alpha-beta-gamma",
		"status:403":                       "zephyrs quixotic",
		"status:4xx -guardrail:*":          "quixotic",
		"guardrail:*":                      "zephyrs",
		"model:SIM/coder":                  "weather alpha-gamma",
		"model:sim/* alpha":                "alpha-gamma alpha-beta-gamma",
		`"alpha gamma"`:                    "alpha-gamma",
		"alpha -beta":                      "alpha-gamma",
		"quixotic or zephyrs":              "zephyrs quixotic",
		"tool:get_*":                       "weather",
		"origin:send":                      "",
		"status:502":                       "?",
		"status:5xx path:/embeddings":      "?",
		"path:/V1/embed":                   "?",
		"path:/v1/*s method:get":           "?",
		"-path:responses":                  "?",
		"path:list":                        "",
		"method:POST caller:agent":         "quixotic",
		"caller:*":                         "? quixotic",
		"caller:127.0.0.1":                 "? quixotic",
		"caller:50123":                     "",
		"since:1h tokens>0 verdict:failed": "",
		"ttft>0 until:today":               "",
		"gam* model:*writer":               "alpha-beta-gamma",
	} {
		var got []string
		for _, e := range list(t, a, text) {
			c, err := a.Capture(t.Context(), e.Key)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, nickname(string(c.Sent.Body)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", text, strings.Join(got, " "), want)
		}
		totals, err := a.Totals(t.Context(), parsed(t, text))
		if err != nil || totals.Count != len(got) {
			t.Errorf("%q counts %d (%v), found %d", text, totals.Count, err, len(got))
		}
	}
}

// saveUnanswered saves an exchange of another program whose server could not be reached.
func saveUnanswered(t *testing.T, a *archive.Archive) {
	t.Helper()
	c := &wire.Capture{
		ID: "unanswered", Start: time.Now(), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndConnect},
		Sent:     wire.Sent{Method: "GET", URL: "http://up.example/v1/embeddings?list=1", Header: http.Header{}},
		Caller:   &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "curl/8"},
		Delivery: &wire.Delivery{SentUS: -1, HeadUS: -1, FirstUS: -1, LastUS: -1, Status: 502},
	}
	about := history.About{Origin: history.Proxy, Kind: state.Other, Target: "work"}
	a.Save(about, files.Fold(about, c), c, nil)
	flush(t, a)
	e, err := a.Find(t.Context(), c.ID)
	if err != nil || e.Status != 502 || !e.ByProxy || e.Target != "work" || e.Verdict != state.Failed {
		t.Errorf("%+v %v", e, err)
	}
}

// TestAnEntryAnswersAsTheArchiveDoes: what is listed before the archive has it must not go
// away, or arrive, when it has.
func TestAnEntryAnswersAsTheArchiveDoes(t *testing.T) {
	a := open(t, newDir(t))
	for _, request := range []string{
		`{"model":"sim/writer","stream":true,"input":"alpha"}`,
		`{"model":"sim/Coder*","input":"alpha gamma"}`,
		`{"model":"fault/429","input":"quixotic"}`,
		`{"model":"fault/guardrail","input":"zephyrs"}`,
		`{"model":"fault/no-done","stream":true,"input":"zephyrs"}`,
		`{"model":"sim/coder","stream":true,"input":"what is the weather in Paris?","tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]}`,
	} {
		x, c := ask(t, request)
		c.Caller = &wire.Caller{Address: "127.0.0.1:50123", UserAgent: "Agent/1.2"}
		a.Save(history.About{Origin: history.Proxy, Session: "7k2f"}, x, c, nil)
	}
	saveUnanswered(t, a)
	flush(t, a)
	all := list(t, a, "")
	names := []string{"model", "served", "provider", "verdict", "origin", "guardrail", "tool", "warning", "session", "method", "path", "caller"}
	words := []string{"*", "sim/*", "SIM/coder*", "*r", "fault/*", "f*t/*9", "blocked", "failed", "completed", "proxy", "playground", "get_*", "no_done", "7k", "7k*", "a*b", "none", "post", "GET", "/v1", "*/*s", "agent", "127.0.0.1"}
	figures := []string{"status", "tokens", "cost", "ttft", "total"}
	values := []string{":502", ">0", ">=0", "<1", "<=200", ":200", ":0", ">100"}
	rapid.Check(t, func(t *rapid.T) {
		var text []string
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			var term string
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				term = rapid.SampledFrom(names).Draw(t, "field") + rapid.SampledFrom([]string{":", ":="}).Draw(t, "is") + rapid.SampledFrom(words).Draw(t, "words")
			case 1:
				term = rapid.SampledFrom(figures).Draw(t, "field") + rapid.SampledFrom(values).Draw(t, "value")
			default:
				term = rapid.SampledFrom([]string{"since:1h", "until:today", "status:4xx", "ttft>2s"}).Draw(t, "term")
			}
			text = append(text, rapid.SampledFrom([]string{"", "-", "or "}).Draw(t, "sign")+term)
		}
		q, err := query.Parse(strings.TrimPrefix(strings.Join(text, " "), "or "), time.Now())
		if err != nil {
			t.Skip(err)
		}
		found, err := a.List(context.Background(), archive.Page{Query: q, Limit: len(all)})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			want := slices.ContainsFunc(found, func(f history.Entry) bool { return f.Key == e.Key })
			if got := query.Holds(q, &e); (got == query.Yes) != want {
				t.Errorf("%s: %d for %s, in the archive %v", strings.Join(text, " "), got, e.Asked, want)
			}
		}
	})
}

func TestPagesGoOnWhereTheLastEnded(t *testing.T) {
	a := open(t, newDir(t))
	x, c := ask(t, `{"model":"sim/writer","input":"common words"}`)
	for i := range 25 {
		a.Save(history.About{}, x, another(c, fmt.Sprint("page", i), c.Start), nil)
	}
	flush(t, a)
	for _, text := range []string{"", "common", "verdict:completed"} {
		seen := map[string]bool{}
		before := int64(0)
		for {
			page, err := a.List(t.Context(), archive.Page{Query: parsed(t, text), Before: before, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			for _, e := range page {
				if before > 0 && e.Key >= before {
					t.Fatalf("%q: an entry at %d, before %d was asked for", text, e.Key, before)
				}
				seen[e.ID] = true
			}
			before = page[len(page)-1].Key
		}
		if len(seen) != 25 {
			t.Errorf("%q: %d entries on all pages, want 25", text, len(seen))
		}
	}
}
