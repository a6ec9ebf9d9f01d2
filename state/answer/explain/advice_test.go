package explain

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

// TestAdviceIsFilteredByKind, not by its words: a time to wait
// replaces what only says to wait, and a rerank is never asked for as a stream.
func TestAdviceIsFilteredByKind(t *testing.T) {
	failed := func(status int, body string, header http.Header) wire.Failure {
		return read.Failure(status, header, []byte(body), int64(len(body)), time.Time{})
	}
	wait := http.Header{"Retry-After": {"2"}}
	blocked := failed(403, `{"error":{"code":403,"message":"no","metadata":{"patterns":["p"]}}}`, wait)
	if p := Failure(blocked, Context{}); !slices.Contains(p.SuggestionTexts(), "edit the text and send it again") {
		t.Errorf("blocked: %q", p.SuggestionTexts())
	}
	busy := failed(529, `{"error":{"code":529,"message":"no"}}`, wait)
	if got, want := Failure(busy, Context{}).SuggestionTexts(), []string{"wait 2 s, as the service asks, then send it again", "choose another model"}; !slices.Equal(got, want) {
		t.Errorf("overloaded: %q, want %q", got, want)
	}
	over := failed(524, `{"error":{"code":524,"message":"no"}}`, nil)
	for operation, want := range map[string][]string{
		"":     {"send the same request again", "ask for a stream: it keeps the connection alive"},
		rerank: {"send the same request again"},
	} {
		if got := Failure(over, Context{Operation: operation}).SuggestionTexts(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", operation, got, want)
		}
	}
	opened, err := talk.Open([]byte(`{"id":"r","object":"response","status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"no"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := Exchange(opened.Current.Exchange, Context{}); !ok || len(p.Suggestions) > 0 {
		t.Errorf("a saved response: %v %q", ok, p.SuggestionTexts())
	}
}

// TestGuardrailFindings: an edit is no first advice where
// nothing matches its expressions; of a name, and of an expression that cannot be
// read here, nobody knows what they stand for.
func TestGuardrailFindings(t *testing.T) {
	const edit, nothing, untold = "edit the text and send it again", "Nothing in your text matches it.", "Which words matched is not known."
	for metadata, tt := range map[string]struct {
		found GuardFinding
		says  string
	}{
		`"patterns":["card-number"]`:                {NotNamed, untold},
		`"patterns":["hell"]`:                       {Matched, ""},
		`"patterns":["profanity"]`:                  {NotNamed, untold},
		`"patterns":["aws_key"]`:                    {NotNamed, untold},
		`"patterns":["Internal codename (pii.x)"]`:  {NotNamed, untold},
		`"patterns":["(?<=a)\\d+"]`:                 {NotNamed, untold},
		`"patterns":["\\d{4}", "(?!x)y"]`:           {NotNamed, untold},
		`"patterns":["\\d*"]`:                       {NotNamed, untold},
		`"patterns":["\\d{4}"]`:                     {Unmatched, nothing},
		`"patterns":["H[AEIOU]LLO"]`:                {NotNamed, untold},
		`"patterns":["\\d{4}"],"reasons":["rude"]`:  {NotNamed, untold},
		`"patterns":["\\d{4}", "h[aeiou]llo"]`:      {Matched, ""},
		`"patterns":["\\d{4}"],"flagged_input":"1"`: {NotSearched, ""},
	} {
		x := state.NewExchange("x", []byte(`{"input":"hello"}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 403, Header: http.Header{}}}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean},
			Body: []byte(`{"error":{"code":403,"message":"no","metadata":{` + metadata + `}}}`)})
		p, _ := Exchange(x, Context{GuardsKeys: "F4 U"})
		first := p.SuggestionTexts()[0] == edit
		if got := GuardWords(x); got != tt.found || first != (got != Unmatched) || !slices.Contains(p.SuggestionTexts(), edit) ||
			strings.Contains(p.Meaning, nothing) != (tt.says == nothing) || strings.Contains(p.Meaning, untold) != (tt.says == untold) {
			t.Errorf("%s: %d: %s %q", metadata, got, p.Meaning, p.SuggestionTexts())
		}
		if tt.found == Unmatched && !slices.Equal(p.SuggestionTexts()[:2], []string{"F4 U: what it reported", "ask the guardrail's owner what it matched"}) {
			t.Errorf("%s: %q", metadata, p.SuggestionTexts())
		}
	}
}

// TestRelaxations: a broken stream can be sent again, and a busy provider is better left
// alone for a while.
func TestRelaxations(t *testing.T) {
	x := exchange(true, 200, wire.EndLost, "")
	if ways := Relaxations(x, nil); len(ways) != 1 || ways[0].Words != resend.Words || len(ways[0].Edits) > 0 {
		t.Errorf("a lost connection: %+v", ways)
	}
	for _, cause := range []wire.EndCause{wire.EndLineCap, wire.EndUnread} {
		if ways := Relaxations(exchange(true, 200, cause, ""), nil); len(ways) > 0 {
			t.Errorf("%s: %+v", cause, ways)
		}
	}
	x = exchange(false, 529, wire.EndClean, `{"error":{"code":529,"message":"m"}}`)
	if ways := Relaxations(x, nil); len(ways) == 0 || !strings.Contains(ways[0].Words, "wait a little first") {
		t.Errorf("overloaded: %+v", ways)
	}
}
