package explain

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/statetest"
)

// TestQuoteIsFound: in the request's words, cut or complete; a quote is
// no name of a kind of thing, and no expression.
func TestQuoteIsFound(t *testing.T) {
	texts := Texts([]byte(`{"input":"say hi there friend, my card and more… of it"}`))
	for quote, want := range map[string]string{
		"hi th":                "hi th",
		"hi there fr...":       "hi there fr",
		"…there friend, my c…": "there friend, my c",
		"more… of":             "more… of",
		"HI THERE":             "hi there",
		"card 4111":            "",
		"h. th":                "",
		"...":                  "",
	} {
		f := Find(texts, wire.Stage{Quote: quote})[0]
		got := ""
		for _, m := range f.Matches {
			if m.Kind != Quote {
				t.Errorf("%q: how %v", quote, m.Kind)
			}
			got += texts[m.Text].Text[m.From:m.To]
		}
		if got != want || f.QuoteMissing != (want == "") {
			t.Errorf("%q: %q, absent %v; want %q", quote, got, f.QuoteMissing, want)
		}
	}
}

// TestQuoteIsShortenedOnlyAtItsEnds: half a character at the end is taken off, a byte
// that is none in the middle is part of the quote.
func TestQuoteIsShortenedOnlyAtItsEnds(t *testing.T) {
	for quote, want := range map[string]string{"say h\xc3...": "say h", "say \xff and more…": "say \xff and more", "\xe2\x82": "", "whole ä": "whole ä"} {
		if got := trimEllipsis(quote); got != want {
			t.Errorf("%q: %q, want %q", quote, got, want)
		}
	}
}

// TestModerationIsAGuardrail: its words in the error belong to the stage that
// blocked the request, or form a separate stage.
func TestModerationIsAGuardrail(t *testing.T) {
	const refusal = `{"error":{"code":403,"message":"m","metadata":{"reasons":["violence"],"flagged_input":"hi th"}},"a_metadata":{"requested":"m","strategy":"direct","pipeline":[%s]}}`
	for stages, want := range map[string]string{
		"": " blocked violence hi th;",
		`{"type":"guardrail","name":"a","data":{"action":"blocked"}},{"type":"guardrail","name":"b","data":{"action":"flagged"}}`: "a blocked violence hi th;b flagged  ;",
	} {
		got := ""
		for _, s := range Guardrails(statetest.Answered(403, `{"input":"hi there"}`, fmt.Sprintf(refusal, stages))) {
			got += strings.Join([]string{s.Name, s.Action, strings.Join(s.Reasons, ","), s.Quote}, " ") + ";"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", stages, got, want)
		}
	}
}
