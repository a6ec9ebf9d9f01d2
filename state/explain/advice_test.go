package explain

import (
	"net/http"
	"slices"
	"strings"
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

// TestAnEditIsNoFirstAdviceWhereNothingMatches: a guardrail may block by more than
// the text.
func TestAnEditIsNoFirstAdviceWhereNothingMatches(t *testing.T) {
	block := func(text string) *state.Exchange {
		x := state.NewExchange("x", []byte(`{"input":"`+text+`"}`))
		head := &wire.Head{Status: 403, Header: http.Header{}}
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean},
			Body: []byte(`{"error":{"code":403,"message":"no","metadata":{"patterns":["card-number"]}}}`)})
		return x
	}
	p, _ := Exchange(block("my card is 4111 1111 1111 1111"), Context{Guards: "F4 U"})
	if p.Tries()[0] != "edit the text and send it again" || Unmatched(block("4111 1111 1111 1111")) {
		t.Errorf("it matches: %q", p.Tries())
	}
	p, _ = Exchange(block("hello"), Context{Guards: "F4 U"})
	if !slices.Equal(p.Tries()[:2], []string{"F4 U: what it tells of itself", "ask those who set up the guardrail what it found"}) ||
		!slices.Contains(p.Tries(), "edit the text and send it again") {
		t.Errorf("it does not: %q", p.Tries())
	}
}

// TestWaysOut: a broken stream can be sent again, and a busy provider is better left
// alone for a while.
func TestWaysOut(t *testing.T) {
	x := exchange(true, 200, wire.EndLost, "")
	if ways := Relaxations(x, nil); len(ways) != 1 || ways[0].Words != again().Words || len(ways[0].Edits) > 0 {
		t.Errorf("a lost connection: %+v", ways)
	}
	x = exchange(false, 529, wire.EndClean, `{"error":{"code":529,"message":"m"}}`)
	if ways := Relaxations(x, nil); len(ways) == 0 || !strings.Contains(ways[0].Words, "wait a little first") {
		t.Errorf("overloaded: %+v", ways)
	}
}
