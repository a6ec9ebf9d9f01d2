package explain

import (
	"strings"
	"testing"

	"gatehouse/state"
)

func TestEveryEarlyEndIsExplained(t *testing.T) {
	for _, c := range []struct {
		verdict state.Verdict
		reason  string
		title   string
	}{
		{state.Incomplete, "max_output_tokens", "cut off at the limit of tokens"},
		{state.Incomplete, "content_filter", "a filter ended the answer"},
		{state.Incomplete, "a_word_of_tomorrow", "the answer is incomplete"},
		{state.Cancelled, "", "stopped"},
		{state.Completed, "", ""},
		{state.Failed, "max_output_tokens", ""},
	} {
		p, ok := Short(&state.Exchange{Verdict: c.verdict, Reason: c.reason}, Context{})
		if p.Title != c.title || ok != (c.title != "") || ok && p.Meaning == "" {
			t.Errorf("%s, %q: %+v", c.verdict, c.reason, p)
		}
	}
}

// TestALimitIsSomeonesOwn: nobody is told to raise what was not set.
func TestALimitIsSomeonesOwn(t *testing.T) {
	for _, c := range []struct{ request, echoed, whose, raise string }{
		{`{"max_output_tokens":50}`, `50`, "the request's own: max_output_tokens 50", "raise max_output_tokens"},
		{`{"max_output_tokens":null}`, `null`, "which of the two is not told", "set max_output_tokens to more"},
		{`{}`, `16`, "the limit of 16 is the service's", "set max_output_tokens to more"},
	} {
		x := state.NewExchange("x", []byte(c.request))
		x.Verdict, x.Reason, x.Response = state.Incomplete, "max_output_tokens", []byte(`{"max_output_tokens":`+c.echoed+`}`)
		p, _ := Short(x, Context{Chat: "below, and press enter"})
		if !strings.Contains(p.Meaning, c.whose) || !strings.HasPrefix(p.Tries()[0], c.raise) || p.Tries()[1] != "ask it to go on: write that below, and press enter" {
			t.Errorf("%s: %+v", c.request, p)
		}
	}
}
