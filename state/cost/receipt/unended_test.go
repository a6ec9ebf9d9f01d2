package receipt

import (
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// TestBrokenAnswerCostsAtLeastThePrompt where its price is known: 400 bytes are some 100 tokens,
// which a cache may have had, and those that the answer began with are counted.
func TestBrokenAnswerCostsAtLeastThePrompt(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{"model":"m","messages":[{"role":"user","content":"`+strings.Repeat("word ", 80)+`"}]}`))
	r := Receipt{Counts: usage.None(), Priced: true, Price: prices.Price{Rates: prices.Rates{usage.Input: decimal.RequireFromString("0.00001"), usage.CacheRead: decimal.RequireFromString("0.000001")}}}
	if got := r.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least ~$0.001 (the prompt, if none of it was read from a cache)") {
		t.Error(got)
	}
	noCache := r
	noCache.Price = r.Price.Without(usage.CacheRead)
	if got := noCache.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least ~$0.001 (the prompt)") {
		t.Error(got)
	}
	x.UsageBegun, r.Counts[usage.Input], r.Counts[usage.CacheRead], r.Counts[usage.Output] = true, 3000, 1000, 1
	if got := r.minCost(x); !strings.HasSuffix(got, "what it costs is not known, at least $0.021 (the prompt)") {
		t.Error(got)
	}
	r.Priced = false
	if got := r.minCost(x); strings.Contains(got, "$") || !strings.HasSuffix(got, "what it costs is not known") {
		t.Error(got)
	}
}

// TestUsageOfABrokenMessageCounts: message_delta has the final counts, whether message_stop arrives or not; before it
// message_start has only those of the prompt (https://platform.claude.com/docs/en/build-with-claude/streaming).
func TestUsageOfABrokenMessageCounts(t *testing.T) {
	const text = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\ndata: " + `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hello"}}`
	const start, delta = `{"type":"message_start","message":{"id":"m","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":1000,"output_tokens":1}}}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":12}}`
	for _, c := range []struct {
		frames  []string
		cost    string
		missing bool
	}{
		{[]string{start, text, delta}, "$0.00106", false},
		{[]string{`{"type":"message_start","message":{"id":"m","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":0,"output_tokens":0}}}`, text, `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":1000,"output_tokens":12}}`}, "$0.00106", false},
		{[]string{start, text, delta, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}, "$0.00106", false},
		{[]string{start, text}, "", true},
	} {
		v := vendorUsage{api: "messages", address: "https://api.anthropic.com/v1", model: "claude-haiku-4-5", frames: c.frames}
		x := v.exchange()
		r := Of(Subject{Exchange: x, Address: v.address})
		missing := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == UsageMissing })
		if x.Verdict == state.Completed || r.Sum() != c.cost || missing != c.missing {
			t.Errorf("%s: %s, costs %q, %+v", c.frames, x.Verdict, r.Sum(), r.Findings)
		}
	}
}

// TestRunningUsageOfABrokenStreamIsNotItsCost: some services send the counts so far with each piece
// (https://ai.google.dev/api/generate-content#UsageMetadata; vLLM's continuous_usage_stats).
func TestRunningUsageOfABrokenStreamIsNotItsCost(t *testing.T) {
	gemini := func(end string) string {
		return `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"}]}` + end + `}],"modelVersion":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":1,"totalTokenCount":1001}}`
	}
	chat := func(reason string) string {
		return `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"content":"hello"},"finish_reason":` + reason + `}],"usage":{"prompt_tokens":1000,"completion_tokens":1,"total_tokens":1001}}`
	}
	for _, c := range []struct{ api, address, model, frame, cost, minimum string }{
		{"gemini", "https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash", gemini(""), "", "at least $0.0003 (the prompt)"},
		{"chat", "https://api.openai.com/v1", "gpt-4o", chat("null"), "", "at least $0.0025 (the prompt)"},
		{"gemini", "https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash", gemini(`,"finishReason":"STOP"`), "$0.0003025", ""},
		{"chat", "https://api.openai.com/v1", "gpt-4o", chat(`"stop"`), "$0.00251", ""},
	} {
		v := vendorUsage{api: c.api, address: c.address, model: c.model, frames: []string{c.frame}}
		r := Of(Subject{Exchange: v.exchange(), Address: v.address})
		stated := slices.ContainsFunc(r.Findings, func(f Finding) bool {
			return strings.Contains(f.Message, "at least ") && strings.HasSuffix(f.Message, c.minimum)
		})
		if r.Sum() != c.cost || stated != (c.minimum != "") {
			t.Errorf("%s: costs %q, %+v", c.frame, r.Sum(), r.Findings)
		}
	}
}
