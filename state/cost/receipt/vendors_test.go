package receipt

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
)

// vendorUsage is a usage in the shape of a vendor's own reference, and what it costs by the list prices
// of prices/table.json.
type vendorUsage struct {
	api     string // responses, compact, chat, messages or gemini
	source  string // of the shape
	address string
	model   string
	request string   // more members of the request
	usage   string   // of a document, and what follows it
	items   string   // more items of the answer, before its text
	frames  []string // of a stream; nil: a document
	cost    string   // with ~ where it may be another; empty: not known
	why     string   // part of the reason for the ~
}

// exchange is the answer with the usage, as its vendor sends it.
func (v vendorUsage) exchange() *state.Exchange {
	path, body := "/responses", `{"id":"r","object":"response","status":"completed","model":"`+v.model+`","output":[`+v.items+`{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"hello","annotations":[]}]}],"usage":`+v.usage+`}`
	switch v.api {
	case "compact":
		path = "/responses/compact"
		body = `{"id":"r","object":"response.compaction","created_at":1,"output":[{"id":"c","type":"compaction","encrypted_content":"gAAA"}],"usage":` + v.usage + `}`
	case "chat":
		path = "/chat/completions"
		body = `{"id":"c","object":"chat.completion","model":"` + v.model + `","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"hello"}}],"usage":` + v.usage + `}`
	case "messages":
		path = "/messages"
		body = `{"id":"m","type":"message","role":"assistant","model":"` + v.model + `","stop_reason":"end_turn","content":[` + v.items + `{"type":"text","text":"hello"}],"usage":` + v.usage + `}`
	case "gemini":
		path = "/models/" + v.model + ":generateContent"
		body = `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"}]},"finishReason":"STOP"}],"modelVersion":"` + v.model + `","usageMetadata":` + v.usage + `}`
	}
	media, request := "application/json", `{`+v.request+`"model":"`+v.model+`"}`
	if v.frames != nil {
		media, request = "text/event-stream", `{`+v.request+`"model":"`+v.model+`","stream":true}`
		body = "data: " + strings.Join(append(v.frames, "[DONE]"), "\n\ndata: ") + "\n\n"
	}
	c := &wire.Capture{Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}, Sent: wire.Sent{Method: http.MethodPost, URL: v.address + path, Body: []byte(request)}}
	c.Head = &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {media}}}
	c.Body.Append([]byte(body), 1)
	x := state.FromCapture(state.KindOf(c.Sent), c)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	return x
}

// TestUsageOfVendorsCosts checks what usages of vendors cost by their list prices on 2026-11-01. The
// sums were computed apart from this program.
func TestUsageOfVendorsCosts(t *testing.T) {
	for _, v := range vendorUsages {
		x := v.exchange()
		r := Of(Subject{Exchange: x, Address: v.address, At: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Book: prices.Book{}, Batch: strings.Contains(v.usage, `"service_tier":"batch"`)})
		if x.Verdict != state.Completed || r.Sum() != v.cost || (v.cost != "" && v.cost[0] == '~') != (r.Assumed() != "") || !strings.Contains(r.Assumed(), v.why) {
			t.Errorf("%s %s %s%s: %s, costs %q because %q, want %q because %q; %+v", v.source, v.model, v.usage, strings.Join(v.frames, " "), x.Verdict, r.Sum(), r.Assumed(), v.cost, v.why, r.Bill.Lines)
		}
		if r.Result == Differs || r.Result == MayDiffer {
			t.Errorf("%s %s: the cost differs: %q", v.source, v.usage, r.Findings)
		}
	}
}

var vendorUsages = []vendorUsage{
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":1000,"input_tokens_details":{"cached_tokens":0},"output_tokens":200,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":1200}`, cost: "$0.00325"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":5000,"input_tokens_details":{"cached_tokens":4096},"output_tokens":700,"output_tokens_details":{"reasoning_tokens":640},"total_tokens":5700}`, cost: "$0.008642"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-4.1", usage: `{"input_tokens":36,"input_tokens_details":{"cached_tokens":0},"output_tokens":87,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":123}`, cost: "$0.000768"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5.4", usage: `{"input_tokens":300000,"input_tokens_details":{"cached_tokens":100000},"output_tokens":1000,"total_tokens":301000}`, cost: "$1.0725"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "o3", usage: `{"input_tokens":81,"input_tokens_details":{"cached_tokens":0},"output_tokens":1035,"output_tokens_details":{"reasoning_tokens":832},"total_tokens":1116}`, cost: "$0.008442"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100},"service_tier":"flex"`, cost: "$0.001125"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100},"service_tier":"priority"`, cost: "~$0.00225", why: "the price of the service tier priority is not known"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", request: `"service_tier":"auto",`, usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100},"service_tier":"default"`, cost: "$0.00225"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", request: `"service_tier":"priority",`, usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100}`, cost: "~$0.00225", why: "service_tier priority was asked for"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":328,"input_tokens_details":{"cached_tokens":0},"output_tokens":356,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":684}`, items: `{"type":"web_search_call","id":"w","status":"completed"},{"type":"web_search_call","id":"w2","status":"completed"},`, cost: "~$0.00397", why: "not priced: 2 web searches"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-4.1", usage: `{"input_tokens":328,"output_tokens":356,"total_tokens":684}`, items: `{"type":"code_interpreter_call","id":"c","status":"completed","code":"1"},`, cost: "~$0.003504", why: "not priced: 1 code container run"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-4.1", usage: `{"input_tokens":328,"output_tokens":356,"total_tokens":684}`, items: `{"type":"file_search_call","id":"f","status":"completed","queries":["a"]},`, cost: "~$0.003504", why: "not priced: 1 file search"},
	{api: "responses", source: "platform.openai.com/docs/api-reference/responses/object", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{}`, cost: ""},
	{api: "compact", source: "platform.openai.com/docs/api-reference/responses/compact", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":139,"input_tokens_details":{"cached_tokens":0},"output_tokens":438,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":577}`, cost: "$0.00455375"},
	{api: "compact", source: "platform.openai.com/docs/api-reference/responses/compact", address: "https://api.openai.com/v1", model: "gpt-5", usage: `{"input_tokens":5000,"input_tokens_details":{"cached_tokens":4096},"output_tokens":700,"total_tokens":5700}`, cost: "$0.008642"},
	{api: "compact", source: "platform.openai.com/docs/api-reference/responses/compact", address: "https://api.openai.com/v1", model: "gpt-5", usage: `null`, cost: ""},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o", usage: `{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}`, cost: "$0.0001475"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o-mini", usage: `{"prompt_tokens":2006,"completion_tokens":300,"total_tokens":2306,"prompt_tokens_details":{"cached_tokens":1920}}`, cost: "$0.0003369"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o-mini", usage: `{"prompt_tokens":500,"completion_tokens":80,"total_tokens":580,"completion_tokens_details":{"accepted_prediction_tokens":40,"rejected_prediction_tokens":20}}`, cost: "$0.000123"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o-audio-preview", usage: `{"prompt_tokens":124,"completion_tokens":162,"total_tokens":286,"prompt_tokens_details":{"cached_tokens":0,"text_tokens":24,"audio_tokens":100},"completion_tokens_details":{"audio_tokens":130,"text_tokens":32}}`, cost: "~$0.00193", why: "no source has a price of audio input"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-realtime", usage: `{"prompt_tokens":124,"completion_tokens":162,"total_tokens":286,"prompt_tokens_details":{"audio_tokens":100},"completion_tokens_details":{"audio_tokens":130}}`, cost: "$0.012128"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-5-mini", usage: `{"prompt_tokens":1200,"completion_tokens":900,"total_tokens":2100,"completion_tokens_details":{"reasoning_tokens":832}}`, cost: "$0.0021"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":"hello"},"finish_reason":null}]}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050}}`}, cost: "$0.003"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"content":"hello"},"finish_reason":null}],"usage":null}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050}}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[],"usage":{}}`}, cost: "$0.003"},
	{api: "chat", source: "docs.mistral.ai/api/#tag/chat", address: "https://api.mistral.ai/v1", model: "codestral-2508", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"codestral-2508","choices":[{"index":0,"delta":{"role":"assistant","content":"hello"},"finish_reason":null}]}`, `{"id":"c","object":"chat.completion.chunk","model":"codestral-2508","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050}}`}, cost: "$0.000345"},
	{api: "chat", source: "docs.perplexity.ai/api-reference/chat-completions-post", address: "https://api.perplexity.ai", model: "sonar-pro-search", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"sonar-pro-search","choices":[{"index":0,"delta":{"content":"hello"},"finish_reason":null}],"usage":{"prompt_tokens":1000,"completion_tokens":1,"total_tokens":1001}}`, `{"id":"c","object":"chat.completion.chunk","model":"sonar-pro-search","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050}}`}, cost: "$0.00375"},
	{api: "chat", source: "platform.moonshot.ai/docs/api/chat", address: "https://api.moonshot.ai/v1", model: "kimi-k2-0905-preview", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"kimi-k2-0905-preview","choices":[{"index":0,"delta":{"role":"assistant","content":"hello"},"finish_reason":null}]}`, `{"id":"c","object":"chat.completion.chunk","model":"kimi-k2-0905-preview","choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050,"cached_tokens":768}}]}`}, cost: "$0.0003794"},
	{api: "chat", source: "console.groq.com/docs/api-reference#chat", address: "https://api.groq.com/openai/v1", model: "llama-3.1-8b-instant", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"llama-3.1-8b-instant","choices":[{"index":0,"delta":{"role":"assistant","content":"hello"},"finish_reason":null}]}`, `{"id":"c","object":"chat.completion.chunk","model":"llama-3.1-8b-instant","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"req_1","usage":{"queue_time":0.01,"prompt_tokens":1000,"prompt_time":0.1,"completion_tokens":50,"completion_time":0.1,"total_tokens":1050,"total_time":0.2}}}`}, cost: "$0.000054"},
	{api: "chat", source: "platform.openai.com/docs/api-reference/chat/object", address: "https://api.openai.com/v1", model: "gpt-4o", frames: []string{`{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":"hello"},"finish_reason":null}]}`, `{"id":"c","object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`}, cost: ""},
	{api: "chat", source: "console.groq.com/docs/api-reference#chat", address: "https://api.groq.com/openai/v1", model: "llama-3.1-8b-instant", usage: `{"queue_time":0.02,"prompt_tokens":60,"prompt_time":0.003,"completion_tokens":400,"completion_time":1.1,"total_tokens":460,"total_time":1.2}`, cost: "$0.000035"},
	{api: "chat", source: "console.groq.com/docs/flex-processing", address: "https://api.groq.com/openai/v1", model: "llama-3.1-8b-instant", usage: `{"prompt_tokens":60,"completion_tokens":400,"total_tokens":460},"service_tier":"on_demand"`, cost: "$0.000035"},
	{api: "chat", source: "console.groq.com/docs/flex-processing", address: "https://api.groq.com/openai/v1", model: "llama-3.1-8b-instant", usage: `{"prompt_tokens":60,"completion_tokens":400,"total_tokens":460},"service_tier":"flex"`, cost: "~$0.000035", why: "the price of the service tier flex is not known"},
	{api: "chat", source: "docs.x.ai/docs/guides/reasoning", address: "https://api.x.ai/v1", model: "grok-3-mini", usage: `{"prompt_tokens":1000,"completion_tokens":10,"total_tokens":1310,"prompt_tokens_details":{"text_tokens":1000,"audio_tokens":0,"image_tokens":0,"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":300,"audio_tokens":0}}`, cost: "$0.000455"},
	{api: "chat", source: "docs.x.ai/docs/guides/reasoning", address: "https://api.x.ai/v1", model: "grok-4-0709", usage: `{"prompt_tokens":716,"completion_tokens":162,"total_tokens":1341,"prompt_tokens_details":{"text_tokens":716,"cached_tokens":690},"completion_tokens_details":{"reasoning_tokens":463}}`, cost: "$0.0099705"},
	{api: "chat", source: "docs.x.ai/docs/guides/reasoning", address: "https://api.x.ai/v1", model: "grok-3-mini", usage: `{"prompt_tokens":1000,"completion_tokens":310,"total_tokens":1310,"completion_tokens_details":{"reasoning_tokens":300}}`, cost: "$0.000455"},
	{api: "chat", source: "docs.x.ai/docs/guides/live-search", address: "https://api.x.ai/v1", model: "grok-4-0709", usage: `{"prompt_tokens":716,"completion_tokens":162,"total_tokens":878,"num_sources_used":4}`, cost: "~$0.004578", why: "not priced: 4 live search sources"},
	{api: "responses", source: "docs.x.ai/docs/api-reference#create-new-response", address: "https://api.x.ai/v1", model: "grok-4-0709", usage: `{"input_tokens":716,"input_tokens_details":{"cached_tokens":690},"output_tokens":625,"output_tokens_details":{"reasoning_tokens":463},"total_tokens":1341}`, cost: "$0.0099705"},
	{api: "chat", source: "api-docs.deepseek.com/api/create-chat-completion", address: "https://api.deepseek.com", model: "deepseek-v3.1-terminus", usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,"prompt_cache_hit_tokens":1920,"prompt_cache_miss_tokens":80}`, cost: "$0.0003662"},
	{api: "chat", source: "api-docs.deepseek.com/api/create-chat-completion", address: "https://api.deepseek.com", model: "deepseek-v3.1-terminus", usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,"prompt_tokens_details":{"cached_tokens":1920},"prompt_cache_hit_tokens":1920,"prompt_cache_miss_tokens":80,"completion_tokens_details":{"reasoning_tokens":60}}`, cost: "$0.0003662"},
	{api: "chat", source: "platform.moonshot.ai/docs/api/chat", address: "https://api.moonshot.ai/v1", model: "kimi-k2-0905-preview", usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,"cached_tokens":1536}`, cost: "$0.0007588"},
	{api: "chat", source: "platform.moonshot.ai/docs/api/chat", address: "https://api.moonshot.ai/v1", model: "kimi-k2.5", usage: `{"prompt_tokens":2000,"completion_tokens":100,"total_tokens":2100,"cached_tokens":1536,"prompt_tokens_details":{"cached_tokens":1536}}`, cost: "$0.000732"},
	{api: "chat", source: "docs.mistral.ai/api/#tag/chat", address: "https://api.mistral.ai/v1", model: "devstral-2512", usage: `{"prompt_tokens":500,"completion_tokens":40,"total_tokens":540,"prompt_tokens_details":{"cached_tokens":128}}`, cost: "$0.00023392"},
	{api: "chat", source: "docs.together.ai/reference/chat-completions", address: "https://api.together.xyz/v1", model: "Gryphe/MythoMax-L2-13b", usage: `{"prompt_tokens":33,"completion_tokens":7,"total_tokens":40,"cached_tokens":0}`, cost: "$0.000012"},
	{api: "chat", source: "docs.fireworks.ai/api-reference/post-chatcompletions", address: "https://api.fireworks.ai/inference/v1", model: "accounts/fireworks/models/deepseek-v3p2", usage: `{"prompt_tokens":5000,"completion_tokens":70,"total_tokens":5070,"prompt_tokens_details":{"cached_tokens":4000}}`, cost: "$0.0017976"},
	{api: "chat", source: "inference-docs.cerebras.ai/api-reference/chat-completions", address: "https://api.cerebras.ai/v1", model: "llama3.1-8b", usage: `{"prompt_tokens":22,"completion_tokens":90,"total_tokens":112,"prompt_tokens_details":{"cached_tokens":0}}`, cost: "$0.0000112"},
	{api: "chat", source: "ai.google.dev/gemini-api/docs/openai", address: "https://generativelanguage.googleapis.com/v1beta/openai", model: "gemini-2.5-pro", usage: `{"prompt_tokens":9,"completion_tokens":12,"total_tokens":900,"completion_tokens_details":{"reasoning_tokens":879}}`, cost: "$0.00892125"},
	{api: "chat", source: "ai.google.dev/gemini-api/docs/openai", address: "https://generativelanguage.googleapis.com/v1beta/openai", model: "gemini-2.5-pro", usage: `{"prompt_tokens":9,"completion_tokens":12,"total_tokens":900}`, cost: "~$0.00013125", why: "the total is not the sum of input and output"},
	{api: "chat", source: "docs.perplexity.ai/getting-started/pricing", address: "https://api.perplexity.ai", model: "sonar-pro", usage: `{"prompt_tokens":8,"completion_tokens":439,"total_tokens":447,"search_context_size":"low","cost":{"input_tokens_cost":0.000024,"output_tokens_cost":0.006585,"request_cost":0.006,"total_cost":0.012609}}`, cost: "$0.012609"},
	{api: "chat", source: "docs.perplexity.ai/getting-started/pricing", address: "https://api.perplexity.ai", model: "sonar", usage: `{"prompt_tokens":8,"completion_tokens":439,"total_tokens":447,"search_context_size":"high","cost":{"input_tokens_cost":0.000008,"output_tokens_cost":0.000439,"request_cost":0.012,"total_cost":0.012447}}`, cost: "$0.012447"},
	{api: "chat", source: "docs.perplexity.ai/getting-started/pricing", address: "https://api.perplexity.ai", model: "sonar", usage: `{"prompt_tokens":8,"completion_tokens":439,"total_tokens":447}`, cost: "~$0.012447", why: "the fee for a request depends on search_context_size"},
	{api: "chat", source: "docs.perplexity.ai/getting-started/pricing", address: "https://api.perplexity.ai", model: "sonar-deep-research", usage: `{"prompt_tokens":33,"completion_tokens":7163,"total_tokens":7196,"citation_tokens":20016,"num_search_queries":18,"reasoning_tokens":95305}`, cost: "~$0.433285", why: "the total is not the sum"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":2095,"output_tokens":503}`, cost: "$0.01383"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":50,"cache_creation_input_tokens":0,"cache_read_input_tokens":100000,"output_tokens":503}`, cost: "$0.037695"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":50,"cache_creation_input_tokens":248,"cache_read_input_tokens":1800,"output_tokens":503,"cache_creation":{"ephemeral_5m_input_tokens":148,"ephemeral_1h_input_tokens":100},"service_tier":"standard"}`, cost: "$0.00939"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":50,"cache_creation":{"ephemeral_5m_input_tokens":148,"ephemeral_1h_input_tokens":100},"output_tokens":503}`, cost: "$0.00885"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", request: `"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],`, usage: `{"input_tokens":50,"cache_creation_input_tokens":248,"cache_read_input_tokens":0,"output_tokens":503}`, cost: "$0.008625"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", request: `"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral","ttl":"1h"}}],`, usage: `{"input_tokens":50,"cache_creation_input_tokens":248,"cache_read_input_tokens":0,"output_tokens":503}`, cost: "$0.009183"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", request: `"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral","ttl":"1h"}},{"type":"text","text":"t","cache_control":{"type":"ephemeral"}}],`, usage: `{"input_tokens":50,"cache_creation_input_tokens":248,"cache_read_input_tokens":0,"output_tokens":503}`, cost: "~$0.008625", why: "how much was written to the cache for an hour is not reported"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":150000,"cache_creation_input_tokens":0,"cache_read_input_tokens":60000,"output_tokens":100}`, cost: "$0.93825"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/data-residency", address: "https://api.anthropic.com/v1", model: "claude-opus-4-6", usage: `{"input_tokens":1000,"output_tokens":100,"inference_geo":"us"}`, cost: "$0.00825"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/data-residency", address: "https://api.anthropic.com/v1", model: "claude-opus-4-6", usage: `{"input_tokens":1000,"output_tokens":100,"inference_geo":"global","speed":"standard"}`, cost: "$0.0075"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/fast-mode", address: "https://api.anthropic.com/v1", model: "claude-opus-4-6", usage: `{"input_tokens":1000,"output_tokens":100,"speed":"fast"}`, cost: "~$0.0075", why: "the price of speed fast is not known"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/batch-processing", address: "https://api.anthropic.com/v1", model: "claude-haiku-4-5", usage: `{"input_tokens":1000,"output_tokens":100,"service_tier":"batch"}`, cost: "$0.00075"},
	{api: "messages", source: "platform.claude.com/docs/en/api/service-tiers", address: "https://api.anthropic.com/v1", model: "claude-haiku-4-5", usage: `{"input_tokens":1000,"output_tokens":100,"service_tier":"priority"}`, cost: "~$0.0015", why: "the price of the service tier priority is not known"},
	{api: "messages", source: "platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool", address: "https://api.anthropic.com/v1", model: "claude-haiku-4-5", usage: `{"input_tokens":1000,"output_tokens":100,"server_tool_use":{"web_search_requests":3}}`, items: `{"type":"server_tool_use","id":"s","name":"web_search","input":{}},`, cost: "~$0.0315"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/compaction", address: "https://api.anthropic.com/v1", model: "claude-opus-4-6", usage: `{"input_tokens":23000,"output_tokens":1000,"iterations":[{"type":"compaction","input_tokens":180000,"output_tokens":3500},{"type":"message","input_tokens":23000,"output_tokens":1000}]}`, cost: "$1.1275"},
	{api: "messages", source: "platform.claude.com/docs/en/agents-and-tools/tool-use/advisor-tool", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", usage: `{"input_tokens":412,"output_tokens":531,"iterations":[{"type":"message","input_tokens":412,"output_tokens":531},{"type":"advisor_message","model":"claude-opus-4-6","input_tokens":823,"output_tokens":1612}]}`, cost: "$0.053616"},
	{api: "messages", source: "platform.claude.com/docs/en/build-with-claude/prompt-caching", address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", request: `"messages":[{"role":"user","content":"hello"}],`, usage: `{"input_tokens":0,"output_tokens":503}`, cost: "~$0.007545", why: "no input tokens are reported for a prompt"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":10,"candidatesTokenCount":20,"totalTokenCount":30,"promptTokensDetails":[{"modality":"TEXT","tokenCount":10}]}`, cost: "$0.000053"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-pro", usage: `{"promptTokenCount":4000,"cachedContentTokenCount":3000,"candidatesTokenCount":100,"thoughtsTokenCount":900,"totalTokenCount":5000}`, cost: "$0.011625"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-pro", usage: `{"promptTokenCount":250000,"candidatesTokenCount":100,"thoughtsTokenCount":900,"totalTokenCount":251000}`, cost: "$0.64"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":300,"candidatesTokenCount":20,"totalTokenCount":320,"promptTokensDetails":[{"modality":"TEXT","tokenCount":40},{"modality":"AUDIO","tokenCount":260}]}`, cost: "$0.000322"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":300,"cachedContentTokenCount":200,"candidatesTokenCount":20,"totalTokenCount":320,"promptTokensDetails":[{"modality":"TEXT","tokenCount":40},{"modality":"AUDIO","tokenCount":260}],"cacheTokensDetails":[{"modality":"AUDIO","tokenCount":190},{"modality":"TEXT","tokenCount":10}]}`, cost: "$0.0001483"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash-image", usage: `{"promptTokenCount":10,"candidatesTokenCount":1295,"totalTokenCount":1305,"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":1290}]}`, cost: "$0.0387155"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":10,"candidatesTokenCount":1295,"totalTokenCount":1305,"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":1290}]}`, cost: "~$0.0032405", why: "no source has a price of image output"},
	{api: "gemini", source: "ai.google.dev/gemini-api/docs/pricing", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":5000,"candidatesTokenCount":20,"totalTokenCount":5020,"promptTokensDetails":[{"modality":"VIDEO","tokenCount":4900},{"modality":"TEXT","tokenCount":100}]}`, cost: "$0.00155"},
	{api: "gemini", source: "ai.google.dev/gemini-api/docs/pricing", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":1295,"candidatesTokenCount":20,"totalTokenCount":1315,"promptTokensDetails":[{"modality":"IMAGE","tokenCount":1290},{"modality":"TEXT","tokenCount":5}]}`, cost: "$0.0004385"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":100,"toolUsePromptTokenCount":500,"candidatesTokenCount":20,"totalTokenCount":620}`, cost: "$0.00023"},
	{api: "gemini", source: "cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/GenerateContentResponse", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":100,"candidatesTokenCount":20,"totalTokenCount":120,"trafficType":"ON_DEMAND"}`, cost: "$0.00008"},
	{api: "gemini", source: "cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/GenerateContentResponse", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":100,"candidatesTokenCount":20,"totalTokenCount":120,"trafficType":"PROVISIONED_THROUGHPUT"}`, cost: "~$0.00008", why: "the price of trafficType PROVISIONED_THROUGHPUT is not known"},
	{api: "gemini", source: "ai.google.dev/api/generate-content#UsageMetadata", address: "https://generativelanguage.googleapis.com/v1beta", model: "gemini-2.5-flash", usage: `{"promptTokenCount":100,"thoughtsTokenCount":80,"totalTokenCount":180}`, cost: "$0.00023"},
}
