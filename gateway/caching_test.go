package gateway_test

import (
	"testing"
)

// A second request with the same beginning on the same provider reports it.
func TestCachedTokens(t *testing.T) {
	base := serve(t)
	const marked = `{"type":"input_text","text":"The harbour opens at nine and closes at six.","cache_control":{"type":"ephemeral"}}`
	const plain = `{"type":"input_text","text":"The harbour opens at nine and closes at six."}`
	ask := func(part, question, more string) string {
		return `{"model":"driftwood/schooner","input":[{"role":"user","content":[` + part + `,{"type":"input_text","text":"` + question + `"}]}]` + more + `}`
	}
	for i, c := range []struct {
		body, key       string
		cached, written int64
	}{
		{ask(plain, "When?", ""), "k", 0, 0},
		{ask(marked, "When?", ""), "k", 0, 9},
		{ask(plain, "Where?", ""), "k", 9, 0},
		{ask(marked, "Who?", `,"cache_control":{"type":"ephemeral"}`), "k", 9, 1},
		{ask(plain, "Who?", ""), "k", 10, 0},
		{ask(plain, "Who?", `,"provider":{"only":["cobalt"]}`), "k", 0, 0},
		{ask(plain, "Who?", ""), "another", 0, 0},
	} {
		status, r := post(t, base, c.body, "Authorization: Bearer "+c.key)
		u := r.Get("usage")
		if status != 200 || u.Get("input_tokens_details.cached_tokens").Int() != c.cached || u.Get("input_tokens_details.cache_write_tokens").Int() != c.written {
			t.Errorf("step %d: %s", i, u)
		}
		if u.Get("total_tokens").Int() != u.Get("input_tokens").Int()+u.Get("output_tokens").Int() {
			t.Errorf("step %d: %s", i, u)
		}
		if c.cached > 0 {
			// 0.40 USD a million; a cached token costs a tenth.
			want := (float64(u.Get("input_tokens").Int()-c.cached) + 0.1*float64(c.cached)) * 0.40 / 1e6
			if got := u.Get("cost_details.upstream_inference_input_cost").Num; got < want*0.999 || got > want*1.001 {
				t.Errorf("step %d: %v, want %v", i, got, want)
			}
		}
	}
}
