package registry_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/text/rope"
)

// translatedTo returns the frames and the document of an answer of /responses in another API.
func translatedTo(api dialect.API, request string, feed func(*answers.Translation)) (frames []string, document string) {
	builder := api.Assembler()
	feed(answers.NewTranslation(api.Writer([]byte(request), func(event string, data json.RawMessage) {
		frames = append(frames, strings.TrimSpace(event+" "+string(data)))
		builder.Frame(data, event)
	})))
	return frames, string(scan.MakeObject(builder.Document().Members(rope.Limit{Max: math.MaxInt})...))
}

const (
	answerHead = `{"id":"resp_1","created_at":7,"status":"in_progress","model":"m","output":[]}`
	answered   = `{"id":"resp_1","created_at":7,"status":"completed","model":"m","output":[
		{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Hm."}],"signature":"s"},
		{"type":"message","content":[{"type":"output_text","text":"Look"}]},{"type":"web_search_call","id":"w"},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"}],
		"usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":1},"output_tokens":3,"total_tokens":13}}`
)

// streamed are the events of that answer, a line each: some servers send the end of an item alone, and
// some no text again.
const streamed = `{"type":"response.created","response":` + answerHead + `}
{"type":"response.in_progress","response":` + answerHead + `}
{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"rs_1"}}
{"type":"response.reasoning_text.delta","output_index":0,"delta":"Hm"}
{"type":"response.reasoning_text.delta","output_index":0,"delta":"."}
{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","content":[{"type":"reasoning_text","text":"Hm."}],"signature":"s"}}
{"type":"response.output_text.delta","output_index":1,"delta":"Lo"}
{"type":"response.unknown","output_index":1,"delta":"?"}
{"type":"response.output_text.delta","output_index":1,"delta":"ok"}
{"type":"response.output_item.done","output_index":3,"item":{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"}}
`

// TestAnswersOfResponses: a stream and a document become the same document of the other API.
func TestAnswersOfResponses(t *testing.T) {
	for _, one := range []struct {
		api           int
		request, want string
	}{
		{registry.Chat, `{}`, `{"id":"chatcmpl-1","object":"chat.completion","created":7,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Look","reasoning":"Hm.",` +
			`"reasoning_details":[{"type":"reasoning.text","text":"Hm.","index":0,"signature":"s","id":"rs_1"}],"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},` +
			`"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":10,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":1},"completion_tokens":3,"total_tokens":13}}`},
		{registry.Messages, `{"thinking":{"type":"adaptive"}}`, `{"id":"msg_1","type":"message","role":"assistant","model":"m","stop_reason":"tool_use","stop_sequence":null,` +
			`"usage":{"input_tokens":5,"output_tokens":3,"cache_creation_input_tokens":1,"cache_read_input_tokens":4},"content":[{"type":"thinking","thinking":"Hm.","signature":"s"},` +
			`{"type":"text","text":"Look"},{"type":"tool_use","id":"c","name":"f","input":{"a":1}}]}`},
		{registry.Messages, `{}`, `{"id":"msg_1","type":"message","role":"assistant","model":"m","stop_reason":"tool_use","stop_sequence":null,` +
			`"usage":{"input_tokens":5,"output_tokens":3,"cache_creation_input_tokens":1,"cache_read_input_tokens":4},"content":[{"type":"text","text":"Look"},{"type":"tool_use","id":"c","name":"f","input":{"a":1}}]}`},
	} {
		api := registry.All()[one.api]
		_, document := translatedTo(api, one.request, func(a *answers.Translation) { a.Document([]byte(answered)) })
		if document != one.want {
			t.Errorf("%s: the document is\n%s, want\n%s", api.Name, document, one.want)
		}
		frames, document := translatedTo(api, one.request, func(a *answers.Translation) {
			for line := range strings.Lines(streamed) {
				a.Event([]byte(line))
			}
			a.Event([]byte(`{"type":"response.completed","response":` + answered + `}`))
			a.Event([]byte(`{"type":"response.completed","response":` + answered + `}`))
		})
		if document != one.want {
			t.Errorf("%s: the stream becomes\n%s, want\n%s, of\n%s", api.Name, document, one.want, strings.Join(frames, "\n"))
		}
	}
}

// TestAnswersThatEndEarly name the reason, in the words of the other API.
func TestAnswersThatEndEarly(t *testing.T) {
	for _, one := range []struct{ response, chat, messages string }{
		{`{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`, `"finish_reason":"length"`, `"stop_reason":"max_tokens"`},
		{`{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}`, `"finish_reason":"content_filter"`, `"stop_reason":"refusal"`},
		{`{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}`, `"refusal":"No."`, `"stop_reason":"refusal"`},
		{`{"status":"failed","error":{"code":"server_error","message":"Gone"},"output":[]}`, `{"error":{"message":"Gone","type":"server_error","param":null,"code":null}}`, `error {"type":"error","error":{"type":"api_error","message":"Gone"}}`},
		{`{"error":{"code":429,"message":"Slower"}}`, `"type":"rate_limit_error"`, `"type":"rate_limit_error"`},
		{`{}`, `"type":"server_error"`, `"type":"api_error"`},
	} {
		for at, want := range map[int]string{registry.Chat: one.chat, registry.Messages: one.messages} {
			frames, _ := translatedTo(registry.All()[at], `{}`, func(a *answers.Translation) { a.Document([]byte(one.response)) })
			if all := strings.Join(frames, "\n"); !strings.Contains(all, want) {
				t.Errorf("%s: no %s in\n%s", one.response, want, all)
			}
		}
	}
}

// TestEssentialLosses: only what the answer does not depend on may be ignored.
func TestEssentialLosses(t *testing.T) {
	for _, one := range []struct {
		path, body string
		essential  string // the first loss that is; empty for none
	}{
		{"/chat/completions", `{"messages":[],"n":2}`, "n"},
		{"/chat/completions", `{"messages":[],"n":1,"stop":null,"seed":1,"store":true,"user":"u","logit_bias":{"1":2}}`, ""},
		{"/chat/completions", `{"messages":[],"stop":["END"]}`, "stop"},
		{"/chat/completions", `{"messages":[],"modalities":["text","audio"]}`, "modalities[1]"},
		{"/chat/completions", `{"messages":[{"role":"user","content":[{"type":"hologram"}]}]}`, "messages[0].content[0]"},
		{"/chat/completions", `{"messages":[{"role":"user"}]}`, "messages[0]"},
		{"/chat/completions", `{"messages":[],"response_format":{"type":"xml"}}`, "response_format"},
		{"/messages", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"hologram"}]}]}]}`, "messages[0].content[0].content[0]"},
		{"/messages", `{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"moon"}}]}]}`, "messages[0].content[0]"},
		{"/messages", `{"messages":[],"tools":[{"type":"bash_20250124","name":"bash"}],"tool_choice":{"type":"tool","name":"bash"}}`, "tool_choice"},
		{"/messages", `{"messages":[],"tools":[{"type":"bash_20250124","name":"bash"},{"name":"f","input_schema":{},"cache_control":{"type":"ephemeral"}}],"context_management":{"edits":[1]}}`, ""},
	} {
		to, err := registry.Translate(one.path, []byte(one.body))
		if err != nil {
			t.Errorf("%s: %v", one.body, err)
		}
		found := ""
		for _, l := range to.Losses {
			if l.Essential() && found == "" {
				found = l.Path
			}
		}
		if found != one.essential {
			t.Errorf("%s: %q is essential, want %q of %v", one.body, found, one.essential, to.Losses)
		}
	}
}

// FuzzTranslatedAnswers: whatever a gateway sends, each frame is JSON, and nothing follows the end.
func FuzzTranslatedAnswers(f *testing.F) {
	f.Add([]byte(streamed), true)
	f.Add([]byte(`{"type":"response.completed","response":`+strings.ReplaceAll(answered, "\n", "")+`}`), false)
	f.Add([]byte(`{"type":"response.output_item.added","output_index":3,"item":{"type":"custom_tool_call","call_id":1}}`+"\n"+
		`{"type":"response.custom_tool_call_input.delta","output_index":3,"delta":"x"}`+"\n"+`{"type":"error","message":"m"}`), true)
	f.Fuzz(func(t *testing.T, lines []byte, chat bool) {
		at := registry.Messages
		if chat {
			at = registry.Chat
		}
		ended := 0
		frames, document := translatedTo(registry.All()[at], `{"thinking":{"type":"enabled"}}`, func(a *answers.Translation) {
			for line := range bytes.Lines(lines) {
				if scan.Check(line) == nil && scan.KindOf(line) == scan.Object {
					a.Event(line)
				}
			}
		})
		for _, frame := range frames {
			_, data, _ := strings.Cut(" "+frame, " {")
			if !json.Valid([]byte("{" + data)) {
				t.Errorf("a frame that is no JSON: %s", frame)
			}
			if strings.HasPrefix(frame, "message_stop") || strings.HasPrefix(frame, "error") || strings.HasPrefix(frame, `{"error"`) {
				ended++
			}
		}
		if ended > 1 || !json.Valid([]byte(document)) {
			t.Errorf("%d ends, document %s", ended, document)
		}
	})
}

// FuzzTranslatedRequests: a request that is translated is one of /responses, whatever it was.
func FuzzTranslatedRequests(f *testing.F) {
	f.Add(`{"model":"m","max_tokens":3,"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}],"tools":[{"name":"f","input_schema":{}}]}`, true)
	f.Add(`{"model":"m","n":1,"messages":[{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":[{"type":"image_url","image_url":{"url":"u"}}]}]}`, false)
	f.Fuzz(func(t *testing.T, body string, messages bool) {
		path := "/chat/completions"
		if messages {
			path = "/messages"
		}
		to, err := registry.Translate(path, []byte(body))
		if err == nil && (!json.Valid(to.Body) || scan.KindOf(scan.Get(to.Body, "input")) != scan.Array) {
			t.Errorf("%s becomes %s", body, to.Body)
		}
	})
}
