package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

func TestEveryEarlyEndIsExplained(t *testing.T) {
	for _, c := range []struct {
		verdict state.Verdict
		reason  string
		title   string
	}{
		{state.Incomplete, "max_output_tokens", "cut off at the token limit"},
		{state.Incomplete, "content_filter", "ended by a content filter"},
		{state.Incomplete, "a_word_of_tomorrow", "the answer is incomplete"},
		{state.Incomplete, "", "no reason given"},
		{state.Cancelled, "", "stopped"},
		{state.Completed, "", ""},
		{state.Failed, "max_output_tokens", ""},
	} {
		p, ok := Incomplete(&state.Exchange{Verdict: c.verdict, Reason: c.reason}, Context{})
		if p.Title != c.title || ok != (c.title != "") || ok && p.Meaning == "" {
			t.Errorf("%s, %q: %+v", c.verdict, c.reason, p)
		}
	}
}

// TestWhoStoppedIsNamed: another program that hung up is not a stop here.
func TestWhoStoppedIsNamed(t *testing.T) {
	x := &state.Exchange{Verdict: state.Cancelled, End: &wire.End{Cause: wire.EndHungUp}}
	if p, _ := Incomplete(x, Context{}); strings.Contains(p.Meaning, "stopped here") || !strings.Contains(p.Title, "the program closed the connection") {
		t.Errorf("%+v", p)
	}
}

// TestStatusIsNotAReason: a document that is not over, or whose status nobody knows,
// names none.
func TestStatusIsNotAReason(t *testing.T) {
	for _, c := range []struct{ reason, status, meaning string }{
		{"exploded", "exploded", "The status “exploded” is not in the API document"},
		{"queued", "queued", "returned with status “queued”"},
		{"a_word_of_tomorrow", "incomplete", "its reason: “a_word_of_tomorrow”."},
		{"", "incomplete", "and gave no reason."},
	} {
		p, ok := Incomplete(&state.Exchange{Verdict: state.Incomplete, Reason: c.reason, Status: c.status}, Context{})
		if !ok || !strings.Contains(p.Meaning, c.meaning) {
			t.Errorf("%q: %+v", c.reason, p)
		}
	}
}

// cutOff returns the exchange of a request whose answer has a text that ended at the token limit.
func cutOff(request string) *state.Exchange {
	x := state.NewExchange("x", []byte(request))
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"object":"response","status":"incomplete",
"incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"message","content":[{"type":"output_text","text":"x"}]}]}`)})
	return x
}

// TestLimitNamesItsOwner: no advice names a limit that was not set.
func TestLimitNamesItsOwner(t *testing.T) {
	for _, c := range []struct{ request, echoed, whose, raise string }{
		{`{"max_output_tokens":50}`, `50`, "set by the request: max_output_tokens 50", "raise max_output_tokens"},
		{`{"max_output_tokens":null}`, `null`, "which is not reported", "set max_output_tokens higher"},
		{`{}`, `16`, "the limit of 16 is the service's", "set max_output_tokens higher"},
	} {
		x := cutOff(c.request)
		x.Response = []byte(`{"max_output_tokens":` + c.echoed + `}`)
		p, _ := Incomplete(x, Context{Chat: "below, and press enter"})
		if !strings.Contains(p.Meaning, c.whose) || !strings.HasPrefix(p.SuggestionTexts()[0], c.raise) || p.SuggestionTexts()[1] != "ask it to continue: write that below, and press enter" {
			t.Errorf("%s: %+v", c.request, p)
		}
	}
}

// TestOnlyWhatCostsIsPaidFor: if the price is reported.
func TestOnlyWhatCostsIsPaidFor(t *testing.T) {
	for usage, paid := range map[string]bool{``: false, `{"cost":0}`: false, `{"cost":"0.00"}`: false, `{"cost":0.0001}`: true} {
		x := cutOff(`{}`)
		x.Usage = []byte(usage)
		p, _ := Incomplete(x, Context{})
		if strings.Contains(p.Meaning, "billed") != paid || !strings.Contains(p.Meaning, "stored") {
			t.Errorf("%s: %s", usage, p.Meaning)
		}
	}
}

// TestUnreachedLimitIsNotTheRequests: if the service ended the answer at
// another limit, to raise that of the request does not help.
func TestUnreachedLimitIsNotTheRequests(t *testing.T) {
	for _, c := range []struct{ echoed, usage, says string }{
		{`4096`, ``, "The request allowed 8000, but the service ended it at 4096."},
		{`8000`, `{"output_tokens":4100}`, "The request allowed 8000, but the service ended it at 4100."},
		{`null`, `{"output_tokens":4100}`, "The request allowed 8000, but the service ended it at 4100."},
		{`8e3`, `{"output_tokens":8000}`, "The limit was set by the request: max_output_tokens 8000."},
		{`null`, `{"output_tokens":8001}`, "The limit was set by the request: max_output_tokens 8000."},
		{`null`, ``, "The limit was set by the request: max_output_tokens 8000."},
	} {
		x := cutOff(`{"max_output_tokens":8000}`)
		x.Response = []byte(`{"max_output_tokens":` + c.echoed + `}`)
		x.Usage = []byte(c.usage)
		p, _ := Incomplete(x, Context{})
		raise := strings.Contains(strings.Join(p.SuggestionTexts(), "; "), "raise")
		if !strings.HasSuffix(p.Meaning, c.says) || raise != strings.Contains(c.says, "set by the request") || !strings.Contains(strings.Join(p.SuggestionTexts(), "; "), "ask it to continue") {
			t.Errorf("%s %s: %s %q", c.echoed, c.usage, p.Meaning, p.SuggestionTexts())
		}
	}
}

// TestEmptyAnswerIsNamed: it did not end without an event of a stream.
func TestEmptyAnswerIsNamed(t *testing.T) {
	x := &state.Exchange{Verdict: state.Truncated, NoBody: true, Head: &wire.Head{Status: 200}, End: &wire.End{Cause: wire.EndClean}}
	if p, ok := Exchange(x, Context{}); !ok || p.Title != "empty response" {
		t.Errorf("%+v", p)
	}
}

// TestUnsavedStatusIsUnknown: the code of the error is another word.
func TestUnsavedStatusIsUnknown(t *testing.T) {
	c, err := talk.Open([]byte(`{"error":{"code":"teapot","message":"m"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := Exchange(c.Current.Exchange, Context{}); !strings.Contains(p.Meaning, "Its status is not known") {
		t.Errorf("%+v", p)
	}
}
