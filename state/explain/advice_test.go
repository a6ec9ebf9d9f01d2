package explain

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestAdviceIsTakenAwayByWhatItComesTo, not by its words: a time to wait
// replaces what only says to wait, and a rerank is never asked for as a stream.
func TestAdviceIsTakenAwayByWhatItComesTo(t *testing.T) {
	read := func(status int, body string, header http.Header) wire.Failure {
		return wire.ReadFailure(status, header, []byte(body), int64(len(body)), time.Time{})
	}
	wait := http.Header{"Retry-After": {"2"}}
	blocked := read(403, `{"error":{"code":403,"message":"no","metadata":{"patterns":["p"]}}}`, wait)
	if p := Failure(blocked, Context{}); !slices.Contains(p.Tries(), "edit the text and send it again") {
		t.Errorf("blocked: %q", p.Tries())
	}
	busy := read(529, `{"error":{"code":529,"message":"no"}}`, wait)
	if got, want := Failure(busy, Context{}).Tries(), []string{"wait 2 s, as the service asks, then send it again", "choose another model"}; !slices.Equal(got, want) {
		t.Errorf("overloaded: %q, want %q", got, want)
	}
	over := read(524, `{"error":{"code":524,"message":"no"}}`, nil)
	for operation, want := range map[string][]string{
		"":     {"send the same request again", "ask for a stream: it keeps the connection alive"},
		rerank: {"send the same request again"},
	} {
		if got := Failure(over, Context{Operation: operation}).Tries(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", operation, got, want)
		}
	}
	opened, err := state.Open([]byte(`{"id":"r","object":"response","status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"no"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := Exchange(opened.Current.Saved, Context{}); !ok || len(p.Try) > 0 {
		t.Errorf("a saved response: %v %q", ok, p.Tries())
	}
}
