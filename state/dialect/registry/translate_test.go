package registry_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// compact takes the white space between the tokens of a document away.
func compact(t *testing.T, doc []byte) string {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(doc); {
		switch c := doc[i]; c {
		case ' ', '\n':
			i++
		case '"':
			end := scan.StringEnd(doc, i)
			b.Write(doc[i:end])
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// parts of the cases below.
const (
	chatHead = `{"model":"m","messages":[{"role":"user","content":"hi"}]`
	chatBack = `{"model":"m"%s,"input":[{"type":"message","role":"user","content":"hi"}]}`
)

func TestRequests(t *testing.T) {
	for name, c := range map[string]struct {
		path, in, want string
		losses         []string
	}{
		"a chat": {
			in: `{"model":"m","stream":true,"temperature":0.50,"max_tokens":1e2,"messages":[{"role":"system","content":"Be br\u0069ef."},{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."},{"role":"developer","content":"More."}]}`,
			want: `{"model":"m","instructions":"Be br\u0069ef.","stream":true,"temperature":0.50,"max_output_tokens":1e2,"input":[{"type":"message","role":"user","content":"hi"},` +
				`{"type":"message","role":"assistant","content":"Hello."},{"type":"message","role":"developer","content":"More."}]}`,
		},
		"parts of a chat": {
			in: `{"messages":[{"role":"user","content":[{"type":"text","text":"see","cache_control":{"type":"ephemeral"}},{"type":"image_url","image_url":{"url":"https://x/a.png","detail":"low"}},` +
				`{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,AA=="}},{"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}},{"type":"video_url","video_url":{"url":"https://x/a.mp4"}},{"type":"hologram","x":"y"}]}]}`,
			want: `{"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"see","cache_control":{"type":"ephemeral"}},{"type":"input_image","detail":"low","image_url":"https://x/a.png"},` +
				`{"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,AA=="},{"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}},{"type":"input_video","video_url":"https://x/a.mp4"}]}]}`,
			losses: []string{"messages[0].content[5]: no such part in /responses"},
		},
		"tools of a chat": {
			in: `{"messages":[{"role":"user","content":"weather?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{\"city\": \"Rome\"}"}},{"id":"c2","type":"custom","custom":{"name":"q","input":"select"}}]},` +
				`{"role":"tool","tool_call_id":"c1","content":"sunny"},{"role":"tool","tool_call_id":"c2","content":[{"type":"text","text":"none"}]}],` +
				`"tools":[{"type":"function","function":{"name":"w","description":"d","parameters":{"type":"object"},"strict":true}},{"type":"custom","custom":{"name":"q","format":{"type":"grammar","grammar":{"syntax":"lark","definition":"x"}}}},{"type":"service:datetime"}],` +
				`"tool_choice":{"type":"function","function":{"name":"w"}},"parallel_tool_calls":false}`,
			want: `{"parallel_tool_calls":false,"tools":[{"type":"function","name":"w","description":"d","parameters":{"type":"object"},"strict":true},{"type":"custom","name":"q","format":{"type":"grammar","syntax":"lark","definition":"x"}},{"type":"service:datetime"}],` +
				`"tool_choice":{"type":"function","name":"w"},"input":[{"type":"message","role":"user","content":"weather?"},{"type":"function_call","call_id":"c1","name":"w","arguments":"{\"city\": \"Rome\"}"},{"type":"custom_tool_call","call_id":"c2","name":"q","input":"select"},` +
				`{"type":"function_call_output","call_id":"c1","output":"sunny"},{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"none"}]}]}`,
		},
		"functions, as they were once": {
			in:   `{"messages":[{"role":"assistant","content":"","function_call":{"name":"w","arguments":"{}"}},{"role":"function","name":"w","content":"sunny"}],"functions":[{"name":"w"}],"function_call":{"name":"w"}}`,
			want: `{"tools":[{"type":"function","name":"w"}],"tool_choice":{"type":"function","name":"w"},"input":[{"type":"function_call","call_id":"call_1","name":"w","arguments":"{}"},{"type":"function_call_output","call_id":"call_1","output":"sunny"}]}`,
		},
		"settings of a chat": {
			in:   chatHead + `,"max_completion_tokens":9,"reasoning_effort":"low","verbosity":"high","response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object"}}},"n":1,"store":false,"logprobs":true,"top_logprobs":2,"stream_options":{"include_usage":true},"metadata":{"k":"v"},"user":"u","stop":null}`,
			want: fmt.Sprintf(chatBack, `,"max_output_tokens":9,"top_logprobs":2,"metadata":{"k":"v"},"user":"u","reasoning":{"effort":"low"},"text":{"verbosity":"high","format":{"type":"json_schema","name":"a","schema":{"type":"object"},"strict":true}}`),
		},
		"what happens anyway, and what cannot be had": {
			in:     chatHead + `,"stream_options":{"include_usage":true},"usage":{"include":false},"include_reasoning":false,"logprobs":true,"n":1}`,
			want:   fmt.Sprintf(chatBack, ""),
			losses: []string{"usage.include: /responses always reports the usage", "include_reasoning: /responses returns what the model reasoned and cannot be asked to leave it out", "logprobs: /responses returns log probabilities only with top_logprobs above 0"},
		},
		"what a chat loses": {
			in:   chatHead + `,"n":2,"stop":["\n"],"seed":7,"logit_bias":{"5":1},"logprobs":true,"store":true,"frobnicate":{"a":1},"stream_options":{"include_usage":true,"include_obfuscation":true},"max_tokens":5,"max_completion_tokens":6,"modalities":["text","audio"]}`,
			want: fmt.Sprintf(chatBack, `,"max_output_tokens":5,"modalities":["text"]`),
			losses: []string{
				"n: /responses returns one answer to a request", "stop: /responses has no stop sequences", "seed: /responses has no seed", "logit_bias: no such setting in /responses",
				"logprobs: /responses returns log probabilities only with top_logprobs above 0", "store: /responses stores nothing", "frobnicate: an unknown member",
				"stream_options.include_obfuscation: no such member in /responses", "max_completion_tokens: another value than max_tokens, which is used", "modalities[1]: /responses returns text and images",
			},
		},
		"OpenRouter's members": {
			in: `{"model":"m","models":["a"],"provider":{"order":["x"]},"route":"fallback","transforms":["middle-out"],"plugins":[{"id":"web"}],"reasoning":{"effort":"high","exclude":true},"usage":{"include":true},` +
				`"messages":[{"role":"assistant","content":"b","reasoning":"think","reasoning_details":[{"type":"reasoning.text","text":"think","signature":"s","format":"anthropic-claude-v1","index":0},{"type":"reasoning.encrypted","data":"zz","id":"r9"}]}]}`,
			want: `{"model":"m","models":["a"],"provider":{"order":["x"]},"route":"fallback","reasoning":{"effort":"high"},"plugins":[{"id":"context-compression","engine":"middle-out"},{"id":"web"}],` +
				`"input":[{"type":"reasoning","id":"rs_1","content":[{"type":"reasoning_text","text":"think"}],"summary":[],"signature":"s","format":"anthropic-claude-v1"},{"type":"reasoning","id":"r9","summary":[],"encrypted_content":"zz"},{"type":"message","role":"assistant","content":"b"}]}`,
			losses: []string{"reasoning.exclude: /responses returns what the model reasoned and cannot be asked to leave it out"},
		},
		"reasoning of other servers": {
			in:   `{"messages":[{"role":"assistant","reasoning_content":"hm","content":"b","refusal":"no"},{"role":"user","name":"Ada","content":"c"}]}`,
			want: `{"input":[{"type":"reasoning","id":"rs_1","content":[{"type":"reasoning_text","text":"hm"}],"summary":[]},{"type":"message","role":"assistant","content":"b"},{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"no"}]},{"type":"message","role":"user","content":"c"}]}`,
			losses: []string{
				"messages[1].name: no such member in /responses",
			},
		},
		"Anthropic messages": {
			path: "/v1/messages",
			in: `{"model":"m","max_tokens":64,"system":"Be brief.","stop_sequences":["x"],"thinking":{"type":"enabled","budget_tokens":1024},"metadata":{"user_id":"u"},"service_tier":"standard_only","tool_choice":{"type":"any","disable_parallel_tool_use":true},` +
				`"tools":[{"name":"w","description":"d","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}},{"type":"web_search_20250305","name":"web_search","max_uses":3,"allowed_domains":["a.org"]},{"type":"bash_20250124","name":"bash"}],` +
				`"messages":[{"role":"user","content":"weather?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"redacted_thinking","data":"zz"},{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"w","input":{"city": "Rome"}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"sunny","is_error":true,"cache_control":{"type":"ephemeral"}},{"type":"text","text":"so?"}]}]}`,
			want: `{"model":"m","instructions":"Be brief.","max_output_tokens":64,"user":"u","service_tier":"default","parallel_tool_calls":false,"reasoning":{"enabled":true,"max_tokens":1024},` +
				`"tools":[{"type":"function","name":"w","description":"d","parameters":{"type":"object"}},{"type":"web_search","filters":{"allowed_domains":["a.org"]}}],"tool_choice":"required",` +
				`"input":[{"type":"message","role":"user","content":"weather?"},{"type":"reasoning","id":"rs_2","content":[{"type":"reasoning_text","text":"hm"}],"summary":[],"signature":"s","format":"anthropic-claude-v1"},{"type":"reasoning","id":"rs_3","summary":[],"encrypted_content":"zz","format":"anthropic-claude-v1"},` +
				`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look.","annotations":[]}]},{"type":"function_call","call_id":"t1","name":"w","arguments":"{\"city\": \"Rome\"}"},` +
				`{"type":"function_call_output","call_id":"t1","output":[{"type":"input_text","text":"sunny","cache_control":{"type":"ephemeral"}}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"so?"}]}]}`,
			losses: []string{
				"stop_sequences: /responses has no stop sequences",
				"tools[0].cache_control: in /responses only parts of messages and the request have cache breakpoints",
				"tools[1].max_uses: no such member in /responses", "tools[2]: no such tool in /responses",
				"messages[2].content[0].is_error: /responses does not mark a failed call; the output text may say so",
			},
		},
		"media of Anthropic messages": {
			in: `{"system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}},{"type":"image","source":{"type":"url","url":"https://x/a"}},` +
				`{"type":"document","title":"t","source":{"type":"text","media_type":"text/plain","data":"hi"},"citations":{"enabled":false}},{"type":"document","source":{"type":"file","file_id":"f"},"context":"c"},{"type":"document","source":{"type":"content","content":[{"type":"text","text":"b"}]}}]}]}`,
			want: `{"input":[{"type":"message","role":"system","content":[{"type":"input_text","text":"a","cache_control":{"type":"ephemeral"}}]},{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AA==","detail":"auto"},{"type":"input_image","image_url":"https://x/a","detail":"auto"},` +
				`{"type":"input_file","filename":"t","file_data":"data:text/plain;base64,aGk="},{"type":"input_file","file_id":"f"},{"type":"input_text","text":"b"}]}]}`,
			losses: []string{"messages[0].content[3].context: no such member in /responses"},
		},
		"the choice of a lost tool": {
			path:   "/v1/messages",
			in:     `{"messages":[{"role":"user","content":"hi"}],"tool_choice":{"type":"tool","name":"bash"},"tools":[{"type":"bash_20250124","name":"bash"}]}`,
			want:   `{"input":[{"type":"message","role":"user","content":"hi"}]}`,
			losses: []string{"tool_choice: the tool that it names could not be translated", "tools[0]: no such tool in /responses"},
		},
		"a repeated member": {
			in:     `{"model":"a","model":"b","messages":[{"role":"user","content":"hi"}]}`,
			want:   `{"model":"b","input":[{"type":"message","role":"user","content":"hi"}]}`,
			losses: []string{"model: the member is repeated, and its last value is used"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := registry.Translate(c.path, []byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if body := compact(t, got.Body); body != compact(t, []byte(c.want)) {
				t.Errorf("got\n%s\nwant\n%s", body, c.want)
			}
			var losses []string
			for _, l := range got.Losses {
				losses = append(losses, l.String())
			}
			if a, b := strings.Join(losses, "\n"), strings.Join(c.losses, "\n"); a != b {
				t.Errorf("losses\n%s\nwant\n%s", a, b)
			}
			if faults := faultsOf(got.Body); faults != "" {
				t.Errorf("faults: %v", faults)
			}
		})
	}
}

func TestOtherRequestsAreNotTranslated(t *testing.T) {
	for _, body := range []string{`{}`, `{"input":"hi"}`, `{"prompt":"no model"}`, `{"input":"x","messages":[]}`} {
		if _, err := registry.Translate("/v1/chat/completions", []byte(body)); !errors.Is(err, dialect.ErrForeign) {
			t.Errorf("%s: %v", body, err)
		}
	}
	for _, body := range []string{``, `[]`, `{"messages":[`} {
		if _, err := registry.Translate("", []byte(body)); err == nil || errors.Is(err, dialect.ErrForeign) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestThePathDecidesWhereTheBodyDoesNot(t *testing.T) {
	body := []byte(`{"metadata":{"user_id":"u"},"messages":[{"role":"user","content":"hi"}]}`)
	for path, want := range map[string]string{"/api/v1/messages": dialect.Anthropic.String(), "/v1/chat/completions/": dialect.Chat.String(), "": dialect.Chat.String()} {
		got, err := registry.Translate(path, body)
		if err != nil || got.From != want || (scan.Get(got.Body, "user") != nil) != (want == dialect.Anthropic.String()) {
			t.Errorf("%s: %v, %v\n%s", path, got.From, err, got.Body)
		}
	}
}
