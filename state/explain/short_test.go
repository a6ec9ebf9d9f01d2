package explain

import (
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
		p, ok := Short(&state.Exchange{Verdict: c.verdict, Reason: c.reason})
		if p.Title != c.title || ok != (c.title != "") || ok && p.Meaning == "" {
			t.Errorf("%s, %q: %+v", c.verdict, c.reason, p)
		}
	}
}
