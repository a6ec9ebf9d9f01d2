package registry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// mark is a text that occurs once in a request.
var mark = regexp.MustCompile(`^mk[0-9]+$`)

// missing returns the marked texts of a request that are neither in its translation nor
// in what is lost, with their paths.
func missing(request []byte, got dialect.Translated) (list []string) {
	var visit func(v dialect.Value)
	visit = func(v dialect.Value) {
		switch v.Kind() {
		case scan.String:
			if text := v.Text(); mark.MatchString(text) && !strings.Contains(string(got.Body), text) && !isLost(v.Path, got.Losses) {
				list = append(list, v.Path+" "+text)
			}
		case scan.Array:
			for e := range v.Elements() {
				visit(e)
			}
		case scan.Object:
			for _, member := range (&dialect.Reader{}).Open(v).Left() {
				visit(member)
			}
		}
	}
	visit(dialect.Value{Raw: request})
	return list
}

// isLost reports whether a place is one of those that are lost, or within one.
func isLost(path string, losses []dialect.Loss) bool {
	for _, l := range losses {
		if rest, ok := strings.CutPrefix(path, l.Path); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// drawing draws requests whose texts are marks.
type drawing struct {
	*rapid.T
	marks int
	calls []string
}

type doc = map[string]any

func (d *drawing) mark() string {
	d.marks++
	return fmt.Sprintf("mk%d", d.marks)
}

func (d *drawing) yes(what string) bool { return rapid.Bool().Draw(d.T, what) }

func (d *drawing) some(what string, most int, one func() any) []any {
	list := []any{}
	for range rapid.IntRange(0, most).Draw(d.T, what) {
		list = append(list, one())
	}
	return list
}

// with adds members to an object, each or not, and sometimes one that no API has.
func (d *drawing) with(o doc, more doc) doc {
	for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(append(slices.Sorted(maps.Keys(more)), "unheard_of")), rapid.ID[string]).Draw(d.T, "members") {
		if v, ok := more[name]; ok {
			o[name] = v
		} else {
			o[name] = doc{"a": []any{d.mark()}}
		}
	}
	return o
}

func (d *drawing) cache() doc { return doc{"type": "ephemeral"} }

func (d *drawing) part() any {
	m := d.mark
	more := doc{"cache_control": d.cache()}
	switch rapid.IntRange(0, 12).Draw(d.T, "part") {
	case 0:
		return d.with(doc{"type": "image_url", "image_url": d.with(doc{"url": m()}, doc{"detail": "low"})}, more)
	case 1:
		return d.with(doc{"type": "file", "file": d.with(doc{"filename": m()}, doc{"file_data": m(), "file_id": m()})}, more)
	case 2:
		return d.with(doc{"type": "input_audio", "input_audio": doc{"data": m(), "format": "wav"}}, more)
	case 3:
		return d.with(doc{"type": "image", "source": d.with(doc{"type": "base64", "media_type": m(), "data": m()}, nil)}, more)
	case 4:
		return d.with(doc{"type": "document", "source": doc{"type": "url", "url": m()}}, doc{"title": m(), "context": m(), "citations": doc{"enabled": false}})
	case 5:
		return d.with(doc{"type": "document", "source": doc{"type": "content", "content": d.some("inner", 2, d.part)}}, more)
	case 6:
		return d.with(doc{"type": "search_result", "source": m(), "title": m(), "content": d.some("inner", 2, d.part)}, more)
	case 7:
		return doc{"type": m(), "x": m()}
	case 8:
		return d.with(doc{"type": "video_url", "video_url": doc{"url": m()}}, more)
	}
	return d.with(doc{"type": "text", "text": m()}, more)
}

func (d *drawing) content() any {
	if d.yes("plain") {
		return d.mark()
	}
	return d.some("parts", 3, d.part)
}

func (d *drawing) call() string {
	id := d.mark()
	d.calls = append(d.calls, id)
	return id
}

func (d *drawing) message() any {
	m := d.mark
	switch rapid.IntRange(0, 7).Draw(d.T, "message") {
	case 0:
		return d.with(doc{"role": rapid.SampledFrom([]string{"system", "developer"}).Draw(d.T, "role"), "content": d.content()}, doc{"name": m()})
	case 1:
		calls := d.some("calls", 2, func() any {
			return doc{"id": d.call(), "type": "function", "function": d.with(doc{"name": m(), "arguments": m()}, nil)}
		})
		return d.with(doc{"role": "assistant", "content": rapid.SampledFrom([]any{nil, "", m()}).Draw(d.T, "content"), "tool_calls": calls}, doc{
			"refusal": m(), "reasoning": m(), "audio": doc{"id": m()}, "annotations": []any{doc{"url": m()}},
			"reasoning_details": []any{d.with(doc{"type": "reasoning.text", "text": m()}, doc{"signature": m(), "format": m(), "index": 0}), doc{"type": "reasoning.encrypted", "data": m()}, doc{"type": "reasoning.summary", "summary": m()}},
		})
	case 2:
		return d.with(doc{"role": "assistant", "content": []any{
			d.with(doc{"type": "thinking", "thinking": m()}, doc{"signature": m()}), doc{"type": "redacted_thinking", "data": m()}, d.with(doc{"type": "text", "text": m()}, doc{"citations": []any{m()}}),
			d.with(doc{"type": "tool_use", "id": d.call(), "name": m(), "input": doc{"a": m()}}, doc{"cache_control": d.cache()}), doc{"type": "server_tool_use", "id": m()}, d.part(),
		}}, nil)
	case 3:
		if len(d.calls) > 0 {
			return d.with(doc{"role": "tool", "tool_call_id": rapid.SampledFrom(d.calls).Draw(d.T, "call"), "content": d.content()}, doc{"name": m()})
		}
	case 4:
		if len(d.calls) > 0 {
			return doc{"role": "user", "content": []any{
				d.with(doc{"type": "tool_result", "tool_use_id": rapid.SampledFrom(d.calls).Draw(d.T, "call"), "content": d.content()}, doc{"is_error": true, "cache_control": d.cache()}), d.part(),
			}}
		}
	}
	return d.with(doc{"role": "user", "content": d.content()}, doc{"name": m()})
}

func (d *drawing) tool() any {
	m := d.mark
	switch rapid.IntRange(0, 4).Draw(d.T, "tool") {
	case 0:
		return d.with(doc{"name": m(), "input_schema": doc{"type": "object", "title": m()}}, doc{"description": m(), "cache_control": d.cache(), "strict": true, "defer_loading": true})
	case 1:
		return d.with(doc{"type": "custom", "custom": d.with(doc{"name": m()}, doc{"format": doc{"type": "grammar", "grammar": doc{"syntax": "lark", "definition": m()}}})}, nil)
	case 2:
		return d.with(doc{"type": "web_search_20250305", "name": "web_search"}, doc{"max_uses": 2, "allowed_domains": []any{m()}, "user_location": doc{"type": "approximate", "city": m()}})
	case 3:
		return d.with(doc{"type": m(), "name": m()}, nil)
	}
	return d.with(doc{"type": "function", "function": d.with(doc{"name": m()}, doc{"description": m(), "parameters": doc{"type": "object", "title": m()}, "strict": nil})}, nil)
}

func (d *drawing) request() []byte {
	m := d.mark
	var messages []any
	for range rapid.IntRange(0, 5).Draw(d.T, "messages") {
		messages = append(messages, d.message())
	}
	if messages == nil {
		messages = []any{}
	}
	settings := doc{
		"model": m(), "models": []any{m()}, "system": d.content(), "max_tokens": 5, "max_completion_tokens": 6, "temperature": 1.5, "top_p": nil, "top_k": 3, "n": rapid.SampledFrom([]int{1, 2}).Draw(d.T, "n"), "stop": m(), "stop_sequences": []any{m()},
		"seed": 4, "user": m(), "metadata": doc{"user_id": m()}, "service_tier": "auto", "stream": true, "stream_options": doc{"include_usage": d.yes("usage"), "x": m()}, "usage": doc{"include": d.yes("usage")}, "include_reasoning": d.yes("reasoning"), "logprobs": d.yes("logprobs"), "store": d.yes("store"),
		"reasoning_effort": m(), "reasoning": doc{"effort": m(), "max_tokens": 9, "exclude": d.yes("exclude")}, "thinking": doc{"type": "enabled", "budget_tokens": 10, "display": m()}, "verbosity": m(),
		"response_format": doc{"type": "json_schema", "json_schema": doc{"name": m(), "schema": doc{"type": "object", "title": m()}}}, "output_config": doc{"effort": m(), "format": doc{"type": "json_schema", "schema": doc{"title": m()}}},
		"plugins": []any{doc{"id": "web", "search_prompt": m()}}, "transforms": []any{"middle-out", m()}, "route": m(), "provider": doc{"order": []any{m()}}, "session_id": m(), "cache_control": d.cache(),
		"web_search_options": doc{"search_context_size": m(), "user_location": doc{"type": "approximate", "approximate": doc{"city": m()}}}, "modalities": []any{"text", "audio"}, "mcp_servers": []any{doc{"url": m()}},
		"tools": d.some("tools", 3, d.tool), "functions": []any{doc{"name": m()}}, "prediction": doc{"content": m()}, "prompt_cache_key": m(), "top_logprobs": 2, "parallel_tool_calls": true,
		"tool_choice": rapid.SampledFrom([]any{"auto", doc{"type": "any", "disable_parallel_tool_use": true}, doc{"type": "allowed_tools", "allowed_tools": doc{"mode": m(), "tools": []any{}}}}).Draw(d.T, "choice"),
	}
	return d.marshal(d.with(doc{"messages": messages}, settings))
}

// drawn draws a request of an API, and the path that it is sent to.
func (d *drawing) drawn() (path string, body []byte) {
	switch rapid.IntRange(0, 3).Draw(d.T, "API") {
	case 0:
		return "/v1beta/models/g:generateContent", d.gemini()
	case 1:
		return rapid.SampledFrom([]string{"/api/chat", "/api/generate"}).Draw(d.T, "path"), d.ollama()
	}
	return rapid.SampledFrom([]string{"", "/v1/messages", "/v1/chat/completions"}).Draw(d.T, "path"), d.request()
}

func (d *drawing) marshal(o doc) []byte {
	body, err := json.Marshal(o)
	if err != nil {
		d.Fatal(err)
	}
	return body
}

func (d *drawing) gemini() []byte {
	m := d.mark
	content := func() any {
		parts := []any{
			doc{"text": m()}, doc{"text": m(), "thought": true}, doc{"functionCall": d.with(doc{"name": "f"}, doc{"args": doc{"a": m()}})}, doc{"functionResponse": d.with(doc{"name": "f"}, doc{"response": doc{"output": m()}})},
			doc{"inlineData": d.with(doc{"mimeType": rapid.SampledFrom([]string{"image/png", "audio/wav", "text/plain"}).Draw(d.T, "type"), "data": m()}, nil)},
			doc{"fileData": d.with(doc{"mimeType": "image/png", "fileUri": m()}, nil)}, doc{"executableCode": doc{"code": m()}},
		}
		part := func() any {
			return d.with(rapid.SampledFrom(parts).Draw(d.T, "part").(doc), doc{"thoughtSignature": m(), "videoMetadata": doc{"fps": m()}})
		}
		return d.with(doc{"role": rapid.SampledFrom([]string{"user", "model"}).Draw(d.T, "role"), "parts": []any{part()}}, nil)
	}
	return d.marshal(d.with(doc{"contents": d.some("contents", 4, content)}, doc{
		"systemInstruction": doc{"parts": []any{doc{"text": m()}}}, "safetySettings": []any{doc{"category": m()}}, "cachedContent": m(),
		"tools":            []any{doc{"functionDeclarations": []any{d.with(doc{"name": m()}, doc{"description": m(), "parametersJsonSchema": doc{"title": m()}})}}, doc{"googleSearch": doc{}}, doc{"codeExecution": doc{"a": m()}}},
		"generationConfig": d.with(doc{}, doc{"temperature": 0.5, "seed": 7, "stopSequences": []any{m()}, "responseJsonSchema": doc{"title": m()}, "thinkingConfig": doc{"thinkingBudget": 9, "thinkingLevel": m()}, "candidateCount": 2}),
		"toolConfig":       doc{"functionCallingConfig": d.with(doc{"mode": "AUTO"}, nil)},
	}))
}

func (d *drawing) ollama() []byte {
	m := d.mark
	message := func() any {
		call := func() any {
			return doc{"function": d.with(doc{"name": "f", "arguments": doc{"a": m()}}, doc{"index": 0})}
		}
		role := rapid.SampledFrom([]string{"system", "user", "assistant", "tool"}).Draw(d.T, "role")
		return d.with(doc{"role": role, "content": m()}, doc{"images": []any{m()}, "thinking": m(), "tool_calls": d.some("calls", 2, call), "tool_name": "f"})
	}
	return d.marshal(d.with(doc{"model": m(), "stream": false, "messages": d.some("messages", 4, message)}, doc{
		"tools":  []any{doc{"type": "function", "function": d.with(doc{"name": m()}, doc{"parameters": doc{"title": m()}})}},
		"format": rapid.SampledFrom([]any{"json", doc{"title": m()}}).Draw(d.T, "format"), "think": m(), "keep_alive": m(),
		"options": d.with(doc{}, doc{"temperature": 0, "num_predict": 5, "num_ctx": 9, "stop": []any{m()}}),
	}))
}

// TestNothingIsLostUnsaid: a text of a request is in its translation, or listed; and the
// translation of a request without a fault has none.
func TestNothingIsLostUnsaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &drawing{T: t}
		path, body := d.drawn()
		got, err := registry.Translate(path, body)
		if err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		if gone := missing(body, got); gone != nil {
			t.Fatalf("gone unsaid: %q\n%s\n%s\n%v", gone, body, got.Body, got.Losses)
		}
		if faults := faultsOf(got.Body); faults != "" {
			t.Fatalf("faults: %v\n%s\n%s", faults, body, got.Body)
		}
	})
}

func FuzzRequest(f *testing.F) {
	for _, body := range []string{
		`{"model":"m","messages":[{"role":"user","content":[{"type":"image","source":{"type":"text","media_type":"mk1","data":"x"}}]},{"role":"assistant","function_call":{"name":"mk2","arguments":{}}}]}`,
		`{"messages":[{"role":"tool","tool_call_id":7,"content":{"a":"mk1"}}],"tools":{"a":"mk2"},"tool_choice":["mk3"],"web_search_options":"mk4","thinking":"mk5","reasoning":[{}]}`,
		`{"messages":[{"role":["mk1"],"content":[[{"type":"text"}],{"type":["mk2"],"text":"a"}]}],"n":"mk3","logprobs":"mk4"}`,
	} {
		f.Add("/v1/messages", []byte(body))
		f.Add("", []byte(body))
	}
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		got, err := registry.Translate(path, body)
		if err != nil {
			return
		}
		if err := scan.Check(got.Body); err != nil {
			t.Fatalf("%v\n%s", err, got.Body)
		}
		if gone := missing(body, got); gone != nil {
			t.Fatalf("gone unsaid: %q\n%s\n%v", gone, got.Body, got.Losses)
		}
	})
}
