package team_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history"
)

func openArchive(t testing.TB) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "gatehouse"), archive.Options{Fold: files.Fold, Report: func(err error) { t.Errorf("reported: %v", err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

var vocabulary = []string{"rate", "limit", "Rate-Limit", "naïve", "Straße", "alpha", "beta42", "weather", "Paris", "tool", "größer", "x", "limits"}

func sentence(r *rand.Rand) string {
	var words []string
	for range 1 + r.IntN(12) {
		words = append(words, pick(r, vocabulary...))
	}
	return strings.Join(words, pick(r, " ", ", ", " - "))
}

// randomExchange is one of some time, with everything that a filter may ask for.
func randomExchange(r *rand.Rand, n int, at time.Time) (history.About, *wire.Capture) {
	quote := func(v any) string { b, _ := json.Marshal(v); return string(b) }
	about := history.About{
		Origin: pick(r, history.Playground, history.Send, history.Proxy), Connection: pick(r, "work", "Home", ""), BaseURL: "https://gate.example/api/v1",
		Session: pick(r, "", "", "s-one", "s-two", "T%_"),
	}
	c := &wire.Capture{
		ID: fmt.Sprintf("%04dx%d", r.IntN(10_000), n), Start: at, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: int64(r.IntN(9_000_000))},
		Sent: wire.Sent{
			Method: pick(r, "POST", "POST", "GET"), URL: "https://gate.example" + pick(r, "/api/v1/responses", "/v1/Models", "/v1/a_b%25c"), Header: http.Header{"Content-Type": {"application/json"}},
			Body: []byte(`{"model":` + quote(pick(r, "borealis/writer", "Borealis/coder-m", "atlas/small")) + `,"input":` + quote(sentence(r)) + `}`),
		},
	}
	if about.Origin == history.Proxy {
		c.Caller = &wire.Caller{Address: "127.0.0.1:1", UserAgent: pick(r, "codex/1.2", "Curl/8")}
	}
	if r.IntN(8) == 0 { // no head arrived
		c.End.Cause, c.End.Message = wire.EndConnect, "refused"
		return about, c
	}
	usage := fmt.Sprintf(`{"input_tokens":%d,"output_tokens":%d,"total_tokens":9,"cost":%s}`, r.IntN(3000), r.IntN(900), pick(r, "0.01", "0.000123", "0", "1.5"))
	output := `{"type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":` + quote(sentence(r)) + `}]}`
	for range r.IntN(3) {
		output += `,{"type":"function_call","name":` + quote(pick(r, "get_weather", "run_tests")) + `,"call_id":"c","arguments":"{}"}`
	}
	status, body := 200, `{"id":"r","object":"response","status":`+quote(pick(r, "completed", "completed", "incomplete"))+`,"model":`+quote(pick(r, "borealis/writer", "atlas/small"))+`,"output":[`+output+`],"usage":`+usage+`}`
	if r.IntN(5) == 0 {
		status, body = pick(r, 400, 404, 429, 503), `{"error":{"code":"rate_limit","message":`+quote(sentence(r))+`}}`
	}
	c.Head = &wire.Head{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, AtUS: int64(r.IntN(2_000_000))}
	c.Body.Append([]byte(body), c.Head.AtUS+int64(r.IntN(3_000_000)))
	return about, c
}

// fill saves random exchanges in an archive.
func fill(t testing.TB, a *archive.Archive, r *rand.Rand, n int, from time.Time) {
	t.Helper()
	at := from
	for i := range n {
		at = at.Add(time.Duration(1 + r.Int64N(int64(20*time.Minute))))
		about, c := randomExchange(r, i, at.Truncate(time.Microsecond))
		a.Save(about, files.Fold(about, c), c, nil)
	}
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// shared are all exchanges of an archive, as they are shared, the oldest first.
func shared(t testing.TB, a *archive.Archive) (list []team.Shared) {
	t.Helper()
	entries, err := a.List(t.Context(), archive.Page{Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	for i := len(entries) - 1; i >= 0; i-- {
		c, err := a.Capture(t.Context(), entries[i].Key)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, team.Of(&entries[i], entries[i].About, files.Fold(entries[i].About, c), c))
	}
	return list
}

// entryOf is what is listed and found of an exchange.
func entryOf(about history.About, x *state.Exchange, c *wire.Capture) (history.Entry, history.Text) {
	return history.Of(about, x, c), history.TextOf(x, c)
}
