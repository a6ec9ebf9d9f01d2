package receipt

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
)

// bill is a billing bug that users reported, in a shape of this package: the figures are theirs or, if they
// described the rule without a complete request, follow from it.
type bill struct {
	seen    string // where
	kind    state.Kind
	address string // of a vendor whose prices are in the table; empty: a gateway with the list below
	model   string
	request string // more members of the request
	usage   string
	header  string // x-litellm-response-cost
	text    string // of the answer; empty: "hello"
	routing string
	result  Result
	names   string // the findings
	message string // part of their messages
	line    string
}

// list is what a gateway lists, with the list prices of the vendors.
const list = `{"data":[
	{"id":"claude-3-7-sonnet","pricing":{"prompt":"0.000003","completion":"0.000015","input_cache_read":"0.0000003","input_cache_write":"0.00000375","input_cache_write_1h":"0.000006"}},
	{"id":"claude-3-5-haiku","pricing":{"prompt":"0.0000008","completion":"0.000004","input_cache_read":"0.00000008","input_cache_write":"0.000001"}},
	{"id":"claude-opus","pricing":{"prompt":"0.000005","completion":"0.000025","input_cache_read":"0.0000005","input_cache_write":"0.00000625","input_cache_write_1h":"0.00001"}},
	{"id":"eu.anthropic.claude-sonnet","pricing":{"prompt":"0.0000033","completion":"0.0000165","input_cache_read":"0.00000033","input_cache_write":"0.000004125"}},
	{"id":"gpt-5-nano","context_length":400000,"pricing":{"prompt":"0.00000005","completion":"0.0000004","input_cache_read":"0.000000005"}},
	{"id":"gpt-5-mini","pricing":{"prompt":"0.00000025","completion":"0.000002","input_cache_read":"0.000000025"}},
	{"id":"gpt-5","pricing":{"prompt":"0.00000125","completion":"0.00001","input_cache_read":"0.000000125"}},
	{"id":"gpt-4o-mini","pricing":{"prompt":"0.00000015","completion":"0.0000006","input_cache_read":"0.000000075"}},
	{"id":"grok-3","pricing":{"prompt":"0.000003","completion":"0.000015"},"endpoints":[
		{"provider":"xAI","pricing":{"prompt":"0.000003","completion":"0.000015"}},{"provider":"xAI Fast","pricing":{"prompt":"0.000005","completion":"0.000025"}}]}]}`

func bills() []bill {
	const chat, messages, responses = state.Chat, state.Messages, state.Responses
	return []bill{
		{seen: "BerriAI/litellm#9812: cache writes charged twice", kind: messages, model: "claude-3-7-sonnet", header: "0.091311",
			usage:  `{"input_tokens":3,"cache_creation_input_tokens":12304,"cache_read_input_tokens":0,"output_tokens":550}`,
			result: Differs, names: "differs", line: "cache_write", message: "computed $0.054399: $0.036912 more (67.9 %); that is 12,304 tokens (cache write) charged twice, also as uncached input"},
		{seen: "BerriAI/litellm#11789: cache reads at the price of input", kind: messages, model: "claude-3-5-haiku", header: "0.0020592",
			usage:  `{"input_tokens":4,"cache_creation_input_tokens":0,"cache_read_input_tokens":2455,"output_tokens":23}`,
			result: Differs, names: "differs", line: "cache_read", message: "that is 2,455 tokens (cache read) charged as uncached input"},
		{seen: "cached input at half the price: uncached and charged twice are the same sum", kind: chat, model: "gpt-4o-mini", header: "0.000306",
			usage:  `{"prompt_tokens":2000,"completion_tokens":10,"total_tokens":2010,"prompt_tokens_details":{"cached_tokens":1000}}`,
			result: Differs, names: "differs", line: "cache_read", message: "computed $0.000231: $0.000075 more (32.5 %)"},
		{seen: "BerriAI/litellm#11364: neither reads nor writes charged in full", kind: chat, model: "claude-opus", header: "0.047080",
			usage:  `{"prompt_tokens":98805,"completion_tokens":5120,"total_tokens":103925,"prompt_tokens_details":{"cached_tokens":66360,"cache_creation_tokens":32435},"completion_tokens_details":{"reasoning_tokens":1710}}`,
			text:   strings.Repeat("word ", 3000),
			result: Differs, names: "differs", message: "less (-87.1 %)"},
		{seen: "BerriAI/litellm#18599: reasoning tokens alone charged", kind: chat, model: "gpt-5-nano", header: "0.00018005",
			usage:  `{"prompt_tokens":17,"completion_tokens":482,"total_tokens":499,"completion_tokens_details":{"reasoning_tokens":448}}`,
			text:   strings.Repeat("blue ", 27),
			result: Differs, names: "differs", message: "reported $0.00018005"},
		{seen: "pydantic/logfire#1316: cached input not charged at all", kind: chat, model: "gpt-5-mini", header: "0.0005285",
			usage:  `{"prompt_tokens":2746,"completion_tokens":197,"total_tokens":2943,"prompt_tokens_details":{"cached_tokens":2208},"completion_tokens_details":{"reasoning_tokens":64}}`,
			text:   strings.Repeat("word ", 120),
			result: Differs, names: "differs", message: "reported $0.0005285"},
		{seen: "langwatch/langwatch PR#7021: cached input paid twice", kind: chat, model: "gpt-5", header: "0.0067095",
			usage:  `{"prompt_tokens":4814,"completion_tokens":10,"total_tokens":4824,"prompt_tokens_details":{"cached_tokens":4736}}`,
			result: Differs, names: "differs", line: "cache_read", message: "that is 4,736 tokens (cache read) charged twice, also as uncached input"},
		{seen: "latitude-dev/latitude-llm PR#4051: reasoning billed twice", kind: responses, model: "gpt-5",
			usage: `{"input_tokens":1000,"output_tokens":700,"output_tokens_details":{"reasoning_tokens":500},"total_tokens":1700,"cost":0.01325}`,
			text:  strings.Repeat("word ", 150), result: Differs, names: "differs", line: "output", message: "that is 500 reasoning tokens charged twice"},
		{seen: "can1357/oh-my-pi#6876: writes for an hour at the price of five minutes", kind: messages, model: "claude-opus", header: "2.15087375",
			usage:  `{"input_tokens":1,"cache_creation_input_tokens":344139,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":344139},"output_tokens":0}`,
			text:   "-",
			result: Differs, names: "differs usage-zero", message: "less ("},
		{seen: "BerriAI/litellm#16377: a long prompt at the prices of short ones", kind: messages, address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", header: "0.7545",
			usage: `{"input_tokens":250000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":300}`, text: strings.Repeat("word ", 200),
			result: Differs, names: "differs", message: "reported $0.7545"},
		{seen: "BerriAI/litellm#14849: cached tokens charged twice, in a long prompt", kind: chat, address: "https://generativelanguage.googleapis.com/v1beta/openai", model: "gemini-2.5-pro", header: "0.7642",
			usage: `{"prompt_tokens":262960,"completion_tokens":1744,"total_tokens":264704,"prompt_tokens_details":{"cached_tokens":257955}}`, text: strings.Repeat("word ", 1200),
			result: Differs, names: "differs", message: "reported $0.7642, computed $0.10316125"},
		{seen: "Helicone/helicone#5766: cache writes of a long prompt at the price of short ones", kind: messages, address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", header: "1.24725",
			usage: `{"input_tokens":201000,"cache_creation_input_tokens":5000,"cache_read_input_tokens":0,"output_tokens":1000}`, text: strings.Repeat("word ", 600),
			result: Differs, names: "differs", message: "computed $1.266: $0.01875 less (-1.5 %)"},
		{seen: "Helicone/helicone PR#5730: cache reads of a long prompt at the price of short ones", kind: messages, address: "https://api.anthropic.com/v1", model: "claude-sonnet-4-5", header: "0.13425",
			usage: `{"input_tokens":10000,"cache_creation_input_tokens":0,"cache_read_input_tokens":240000,"output_tokens":100}`, text: strings.Repeat("word ", 60),
			result: Differs, names: "differs", message: "reported $0.13425"},
		{seen: "Helicone/helicone#5690: the higher prices of long prompts never reached", kind: chat, address: "https://api.openai.com/v1", model: "gpt-5.4", header: "1.50",
			usage: `{"prompt_tokens":300000,"completion_tokens":50000,"total_tokens":350000}`, text: strings.Repeat("word ", 30000),
			result: Differs, names: "differs", message: "computed $2.625: $1.125 less (-42.9 %)"},
		{seen: "cloudflare/ai#550: a prompt that is cached costs more than one that is not", kind: chat, address: "https://api.openai.com/v1", model: "gpt-5.4-mini",
			usage:  `{"prompt_tokens":2422,"completion_tokens":4,"total_tokens":2426,"prompt_tokens_details":{"cached_tokens":2304},"cost":0.0020073}`,
			result: Differs, names: "differs", line: "cache_read", message: "that is 2,304 tokens (cache read) charged twice, also as uncached input"},
		{seen: "BerriAI/litellm#29145: neither reads nor writes charged at all", kind: messages, model: "eu.anthropic.claude-sonnet", header: "0.0110913",
			usage: `{"input_tokens":1,"cache_creation_input_tokens":1190,"cache_read_input_tokens":32634,"output_tokens":672}`, text: strings.Repeat("word ", 400),
			result: Differs, names: "differs", message: "reported $0.0110913, computed $0.02676927: $0.01567797 less (-58.6 %)"},
		{seen: "BerriAI/litellm#27745: a cost below zero", kind: messages, model: "claude-opus", header: "-4.34174775",
			usage:  `{"input_tokens":1,"cache_creation_input_tokens":225,"cache_read_input_tokens":965602,"output_tokens":82}`,
			result: Differs, names: "differs", message: "reported -$4.34174775"},
		{seen: "BerriAI/litellm#37923, #40100: a cost of 0 for tokens that are counted", kind: chat, model: "gpt-5", header: "0.0",
			usage: `{"prompt_tokens":9,"completion_tokens":10,"total_tokens":19}`, result: Differs, names: "differs", message: "reported $0.00, computed $0.00011125"},
		{seen: "BerriAI/litellm#31837: priority charged where the default tier served", kind: responses, model: "gpt-5", request: `"service_tier":"priority",`, routing: `,"service_tier":"default"`,
			usage:  `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0045}`,
			result: Differs, names: "differs", message: "$0.00225 more (100 %); that is twice of it, the price of the service tier priority"},
		{seen: "priority asked for, and no tier reported", kind: responses, model: "gpt-5", request: `"service_tier":"priority",`,
			usage:  `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0045}`,
			result: MayDiffer, names: "may-differ", message: "computed ~$0.00225: $0.00225 more (100 %); that is twice of it, the price of the service tier priority"},
		{seen: "Helicone/helicone#4893: the price of another endpoint", kind: responses, model: "grok-3", routing: `,"service_metadata":{"requested":"grok-3","strategy":"direct","endpoints":{"total":1,"available":[{"provider":"xAI","model":"grok-3","selected":true}]}}`,
			usage:  `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0075}`,
			result: Differs, names: "differs", message: "reported $0.0075, computed $0.0045"},
		{seen: "a batch", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.001125}`, result: Differs, names: "differs", message: "less (-50 %); that is half of it, the price of a batch"},
		{seen: "reasoning left out", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":700,"output_tokens_details":{"reasoning_tokens":500},"total_tokens":1700,"cost":0.00325}`, text: strings.Repeat("word ", 150), result: Differs, names: "differs", line: "output", message: "that is 500 reasoning tokens left out"},
		{seen: "a fee outside tokens", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.00325,"cost_details":{"upstream_inference_input_cost":0.00125,"upstream_inference_output_cost":0.001}}`, result: Differs, names: "differs", message: "that is a fee outside tokens"},
		{seen: "rounded to cents", kind: responses, model: "gpt-5", usage: `{"input_tokens":10000,"output_tokens":100,"total_tokens":10100,"cost":0.01}`, result: Differs, names: "differs", message: "that is the computed cost rounded to 2 decimals"},
		{seen: "twice the price where no tier is named", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0045}`, result: Differs, names: "differs", message: "$0.00225 more (100 %)"},
		{seen: "two causes that amount to the same", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"input_tokens_details":{"cached_tokens":800},"output_tokens":190,"output_tokens_details":{"reasoning_tokens":90},"total_tokens":1190,"cost":0.00315}`, text: strings.Repeat("word ", 40), result: Differs, names: "differs", message: "more (40 %)"},
		{seen: "strands-agents/harness-sdk#3546: a total that is not the sum", kind: responses, model: "gpt-5",
			usage: `{"input_tokens":4674,"output_tokens":328,"total_tokens":5746}`, text: strings.Repeat("word ", 300),
			result: Unreported, names: "total", message: "total_tokens 5,746 is not 4,674 + 328 = 5,002"},
		{seen: "kortix-ai/suna PR#4825: an answer without usage", kind: responses, model: "gpt-5", usage: `null`, result: NoUsage, names: "usage-missing", message: "no usage is reported, at the end of an answer of 5 B"},
		{seen: "usage of 0 at the end of an answer", kind: responses, model: "gpt-5", usage: `{"input_tokens":0,"output_tokens":0,"total_tokens":0,"cost":0}`, result: Agrees, names: "usage-zero", message: "0 output tokens are reported for an answer of 5 B"},
		{seen: "more cached than there is", kind: responses, model: "gpt-5", usage: `{"input_tokens":10,"input_tokens_details":{"cached_tokens":20},"output_tokens":2,"total_tokens":12,"cost":1}`, result: MayDiffer, names: "may-differ cached-above-input", message: "20 tokens are reported as read from a cache or written to it, of 10 input tokens"},
		{seen: "above the limit of the request", kind: responses, model: "gpt-5", request: `"max_output_tokens":100,`, usage: `{"input_tokens":10,"output_tokens":120,"total_tokens":130}`, text: strings.Repeat("word ", 90), result: Unreported, names: "above-limit", message: "120 output tokens are reported; max_output_tokens is 100"},
		{seen: "above the context of the model", kind: responses, model: "gpt-5-nano", usage: `{"input_tokens":400001,"output_tokens":2,"total_tokens":400003}`, result: Unreported, names: "above-limit", message: "400,001 input tokens are reported; the context of gpt-5-nano is 400,000"},
		{seen: "a model that no source has a price of", kind: responses, model: "nobody/knows", usage: `{"input_tokens":8,"output_tokens":2,"total_tokens":10,"cost":1}`, result: Unpriced, names: "unpriced", message: "no source has a price of nobody/knows"},
		{seen: "a search without a price", kind: responses, model: "gpt-5", usage: `{"input_tokens":8,"output_tokens":2,"total_tokens":10,"cost":1,"server_tool_use_details":{"web_search_requests":2}}`, result: Unpriced, names: "unpriced", message: "no source has a price of web search at gpt-5"},
		{seen: "audio without a price", kind: chat, model: "gpt-5", usage: `{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100,"prompt_tokens_details":{"audio_tokens":900},"cost":1}`, result: Unpriced, names: "unpriced", message: "no source has a price of audio input at gpt-5"},
		{seen: "a picture without a price", kind: chat, model: "gpt-5", usage: `{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100,"completion_tokens_details":{"image_tokens":90},"cost":1}`, result: Unpriced, names: "unpriced", message: "no source has a price of image output at gpt-5"},
		{seen: "a total of Perplexity's above its parts", kind: chat, address: "https://api.perplexity.ai", model: "sonar-pro", text: strings.Repeat("word ", 300),
			usage:  `{"prompt_tokens":8,"completion_tokens":439,"total_tokens":447,"cost":{"input_tokens_cost":0.000024,"output_tokens_cost":0.006585,"request_cost":0.006,"total_cost":0.02}}`,
			result: Differs, names: "differs", message: "reported $0.02, computed $0.012609: $0.007391 more (58.6 %); that is a fee outside tokens"},
		{seen: "a stream of chat completions that does not ask for usage", kind: chat, model: "gpt-5", request: `"stream":true,`, usage: `null`, result: NoUsage},
		{seen: "one that asks for it", kind: chat, model: "gpt-5", request: `"stream":true,"stream_options":{"include_usage":true},`, usage: `null`, result: NoUsage, names: "usage-missing"},
		// What is right, or cannot be known to be wrong.
		{seen: "as it should be", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"input_tokens_details":{"cached_tokens":400},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":99},"total_tokens":1100,"cost":0.0018}`, result: Agrees},
		{seen: "rounded to six decimals", kind: responses, model: "gpt-5-nano", usage: `{"input_tokens":11,"output_tokens":1,"total_tokens":12,"cost":0.000001}`, result: Agrees},
		{seen: "a sum of binary fractions", kind: chat, model: "gpt-5", header: "0.0049099999999999994", usage: `{"prompt_tokens":3000,"completion_tokens":116,"total_tokens":3116}`, text: strings.Repeat("word ", 90), result: Agrees},
		{seen: "a key of one's own", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0001125,"is_byok":true,"cost_details":{"upstream_inference_cost":0.00225}}`, result: Agrees},
		{seen: "a key of one's own, without the provider's part", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.0001125,"is_byok":true}`, result: Unreported},
		{seen: "another tier of the service", kind: responses, model: "gpt-5", request: `"service_tier":"flex",`, routing: `,"service_tier":"flex"`, usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.001125}`, result: MayDiffer, names: "may-differ", message: "computed ~$0.00225: $0.001125 less (-50 %); that is half of it, the price of the service tier flex"},
		{seen: "a limit by a name that /responses does not have", kind: responses, model: "gpt-5", request: `"max_tokens":5,`, text: strings.Repeat("word ", 90), usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.00225}`, result: Agrees},
		{seen: "another tier of the service, in a chat completion", kind: chat, model: "gpt-5", routing: `,"service_tier":"flex"`, header: "0.001125", usage: `{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100}`, result: MayDiffer, names: "may-differ", message: "computed ~$0.00225: $0.001125 less (-50 %); that is half of it, the price of the service tier flex"},
		{seen: "writes for an hour, in the shape of BerriAI/litellm PR#31724", kind: chat, model: "claude-opus", header: "0.04928", result: Agrees,
			usage: `{"prompt_tokens":4818,"completion_tokens":47,"total_tokens":4865,"prompt_tokens_details":{"cached_tokens":0,"text_tokens":15,"cache_creation_tokens":4803,"cache_creation_token_details":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":4803}},"cache_creation_input_tokens":4803,"cache_read_input_tokens":0}`},
		{seen: "server tools whose tokens are not reported apart", kind: responses, model: "gpt-5", usage: `{"input_tokens":1000,"output_tokens":100,"total_tokens":1100,"cost":0.01225,"cost_details":{"server_tool_cost":0.01}}`, result: Agrees},
		{seen: "calls of other models, with their tokens", kind: responses, model: "gpt-5", result: Agrees,
			usage: `{"input_tokens":1500,"output_tokens":150,"total_tokens":1650,"cost":0.002295,"cost_details":{"server_tool_cost":0.000045,"calls":[{"model":"gpt-5-nano","input_tokens":500,"output_tokens":50,"cost":0.000045}]}}`},
	}
}

func gatewayBook(t *testing.T) prices.Book {
	t.Helper()
	models, err := read.Models([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	return prices.Book{Lists: []prices.List{{Address: "https://gateway.example/v1", At: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), Models: prices.Trim(models)}}}
}

// exchange is an answer with a usage.
func (b bill) exchange() *state.Exchange {
	text := b.text
	if text == "" {
		text = "hello"
	}
	body := `{"id":"r","object":"response","status":"completed","model":"` + b.model + `","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"` + text + `","annotations":[]}]}],"usage":` + b.usage + b.routing + `}`
	switch b.kind {
	case state.Chat:
		body = `{"id":"c","object":"chat.completion","model":"` + b.model + `","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"` + text + `"}}],"usage":` + b.usage + b.routing + `}`
	case state.Messages:
		body = `{"id":"m","type":"message","role":"assistant","model":"` + b.model + `","stop_reason":"end_turn","content":[{"type":"text","text":"` + text + `"}],"usage":` + b.usage + `}`
	}
	x := state.New(b.kind, "x", []byte(`{`+b.request+`"model":"`+b.model+`"}`))
	head := &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	if b.header != "" {
		head.Header.Set("X-Litellm-Response-Cost", b.header)
	}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: head})
	x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
	return x
}

func TestBillingBugsOfTheWorldAreFound(t *testing.T) {
	for _, b := range bills() {
		t.Run(b.seen, func(t *testing.T) {
			s := Subject{Exchange: b.exchange(), Address: "https://gateway.example/v1", At: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Book: gatewayBook(t)}
			if b.address != "" {
				s.Address = b.address
			}
			r := Of(s)
			var names, message, lines []string
			for _, f := range r.Findings {
				names, message, lines = append(names, string(f.Code)), append(message, f.Message), append(lines, f.Line)
			}
			if r.Result != b.result || strings.Join(names, " ") != b.names {
				t.Errorf("%q with %q, want %q with %q: %q", r.Result, names, b.result, b.names, message)
			}
			if !strings.Contains(strings.Join(message, "\n"), b.message) {
				t.Errorf("%q does not say %q", message, b.message)
			}
			if strings.Contains(strings.Join(message, "\n"), "; that is ") != strings.Contains(b.message, "that is ") {
				t.Errorf("names a cause that is not certain, or none: %q", message)
			}
			if b.line != "" && !slices.Contains(lines, b.line) {
				t.Errorf("the line is %q, want %q", lines, b.line)
			}
		})
	}
}

func TestNothingToChargeHasNoReceipt(t *testing.T) {
	running := state.NewExchange("x", []byte(`{"model":"gpt-5"}`))
	for _, x := range []*state.Exchange{nil, running, state.New(state.Other, "x", nil)} {
		if r := Of(Subject{Exchange: x, Book: gatewayBook(t)}); r.Result != None || r.Findings != nil || r.Otherwise(Subject{Exchange: x}) != nil {
			t.Errorf("%+v", r)
		}
	}
}

func TestMoneyHasEveryDigit(t *testing.T) {
	for _, c := range []struct{ usd, want string }{
		{"0", "$0.00"}, {"0.1", "$0.10"}, {"1234.5", "$1,234.50"}, {"0.000000125", "$0.000000125"}, {"-0.0369120", "-$0.036912"},
		{"0.0012000000000000001", "$0.0012"}, {"-0.0001999999999999999", "-$0.0002"},
	} {
		if got := Money(decimal.RequireFromString(c.usd)); got != c.want {
			t.Errorf("%s: %s, want %s", c.usd, got, c.want)
		}
	}
}
