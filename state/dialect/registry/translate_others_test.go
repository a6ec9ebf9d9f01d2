package registry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"gatehouse/state/dialect/registry"
)

// TestRequestsOfOtherAPIs: every member is translated or listed, and the checks find no fault
// in the translation.
func TestRequestsOfOtherAPIs(t *testing.T) {
	for name, c := range map[string]struct {
		path, in, want string
		losses         []string
	}{
		"Gemini": {
			path: "/v1beta/models/gemini-x:streamGenerateContent",
			in: `{"systemInstruction":{"parts":[{"text":"be brief"}]},"contents":[
				{"role":"user","parts":[{"text":"look"},{"inlineData":{"mimeType":"image/png","data":"QUJD"}},{"inlineData":{"mimeType":"audio/wav","data":"QUJD"}},{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}}]},
				{"role":"model","parts":[{"text":"hm","thought":true},{"text":"so"},{"functionCall":{"name":"read","args":{"a":1}},"thoughtSignature":"sig"}]},
				{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"output":"done"}}},{"codeExecutionResult":{"output":"1"}}]}],
				"tools":[{"functionDeclarations":[{"name":"read","description":"d","parameters":{"type":"OBJECT","properties":{"a":{"type":"INTEGER","nullable":true},"type":{"type":"STRING","enum":["A"]},"default":{"type":"STRING"},"b":{"anyOf":[{"type":"STRING"}],"nullable":true}},"required":["a"]}}]},{"googleSearch":{}},{"codeExecution":{}}],
				"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["read"]}},
				"generationConfig":{"temperature":0.50,"topP":0.9,"topK":3,"maxOutputTokens":99,"stopSequences":["x"],"candidateCount":1,"seed":7,"responseMimeType":"application/json","responseSchema":{"type":"ARRAY","items":{"type":"STRING"}},"thinkingConfig":{"thinkingBudget":128,"includeThoughts":true}},
				"safetySettings":[{"category":"c"}],"cachedContent":"cachedContents/1"}`,
			want: `{"model":"gemini-x","instructions":"be brief","stream":true,"temperature":0.50,"top_p":0.9,"top_k":3,"max_output_tokens":99,"reasoning":{"max_tokens":128},
				"text":{"format":{"type":"json_schema","name":"answer","schema":{"type":"array","items":{"type":"string"}}}},
				"tools":[{"type":"function","name":"read","description":"d","parameters":{"type":"object","properties":{"a":{"type":["integer","null"]},"type":{"type":"string","enum":["A"]},"default":{"type":"string"},"b":{"anyOf":[{"type":"string"}],"nullable":true}},"required":["a"]}},{"type":"web_search"}],
				"tool_choice":{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"read"}]},"input":[
				{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,QUJD","detail":"auto"},{"type":"input_audio","input_audio":{"data":"QUJD","format":"wav"}},{"type":"input_file","file_url":"https://x/a.pdf"}]},
				{"type":"reasoning","id":"rs_2","content":[{"type":"reasoning_text","text":"hm"}],"summary":[]},
				{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so","annotations":[]}]},
				{"type":"function_call","call_id":"call_1","name":"read","arguments":"{\"a\":1}"},
				{"type":"function_call_output","call_id":"call_1","output":"{\"output\":\"done\"}"}]}`,
			losses: []string{
				"contents[1].parts[2].thoughtSignature: it signs the part as Gemini has it", "contents[2].parts[1]: no such part in /responses", "tools[2].codeExecution: no such tool in /responses",
				"generationConfig.stopSequences: no such member in /responses", "generationConfig.seed: no such member in /responses",
				"safetySettings: no such setting in /responses", "cachedContent: no such setting in /responses",
			},
		},
		"Ollama, chat": {
			path: "/api/chat",
			in: `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"user","content":"look","images":["iVBORw0K"]},
				{"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"read","arguments":{"a":1}}}]},{"role":"tool","tool_name":"read","content":"done"}],
				"tools":[{"type":"function","function":{"name":"read","parameters":{"type":"object"}}}],"format":"json","think":"high","options":{"temperature":0,"num_predict":50,"num_ctx":4096,"stop":["x"]},"keep_alive":"5m","stream":false,"odd":1}`,
			want: `{"model":"m","instructions":"be brief","temperature":0,"max_output_tokens":50,"reasoning":{"effort":"high"},"text":{"format":{"type":"json_object"}},"tools":[{"type":"function","name":"read","parameters":{"type":"object"}}],"input":[
				{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,iVBORw0K","detail":"auto"}]},
				{"type":"reasoning","id":"rs_2","content":[{"type":"reasoning_text","text":"hm"}],"summary":[]},
				{"type":"function_call","call_id":"call_1","name":"read","arguments":"{\"a\":1}"},{"type":"function_call_output","call_id":"call_1","output":"done"}]}`,
			losses: []string{"options.num_ctx: no such setting in /responses", "options.stop: no such setting in /responses", "keep_alive: no such setting in /responses", "odd: no such member in /responses"},
		},
		"Ollama, generate": {
			path:   "/api/generate",
			in:     `{"model":"m","system":"be brief","prompt":"why?","format":{"type":"object"},"think":true,"raw":true,"context":[1]}`,
			want:   `{"model":"m","instructions":"be brief","stream":true,"reasoning":{"enabled":true},"text":{"format":{"type":"json_schema","name":"answer","schema":{"type":"object"}}},"input":[{"type":"message","role":"user","content":"why?"}]}`,
			losses: []string{"raw: no such setting in /responses", "context: no such setting in /responses"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := registry.Translate(c.path, []byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if body := compact(t, got.Body); body != compact(t, []byte(strings.ReplaceAll(c.want, "\t", ""))) {
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

// TestCallsWithoutIDsAreTakenApart: each gets its id, and what was returned first
// belongs to the first of its tool.
func TestCallsWithoutIDsAreTakenApart(t *testing.T) {
	const calls = 12
	var made, returned []string
	for i := range calls {
		made = append(made, fmt.Sprintf(`{"function":{"name":"read","arguments":{"n":%d}}}`, i))
		returned = append(returned, fmt.Sprintf(`{"role":"tool","tool_name":"read","content":"%d"}`, i))
	}
	got, err := registry.Translate("/api/chat", []byte(`{"model":"m","messages":[{"role":"assistant","tool_calls":[`+strings.Join(made, ",")+`]},`+strings.Join(returned, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	arguments := map[string]string{}
	for _, item := range gjson.GetBytes(got.Body, "input").Array() {
		id := item.Get("call_id").Str
		if item.Get("type").Str == "function_call" {
			arguments[id] = item.Get("arguments").Str
		} else if want := `{"n":` + item.Get("output").Str + `}`; arguments[id] != want {
			t.Errorf("%s returned what %s asked for", arguments[id], want)
		}
	}
	if len(arguments) != calls {
		t.Errorf("%d calls have %d ids", calls, len(arguments))
	}
}

// FuzzOtherRequests: whatever a member is, the request is translated without a fault
// of the program, and every text of it is there or listed.
func FuzzOtherRequests(f *testing.F) {
	f.Add("/v1beta/models/m:generateContent", []byte(`{"contents":[{"parts":[{"text":"mk1","thoughtSignature":"mk2"},{"functionCall":{"name":"mk3","args":{"a":"mk4"}}},5]}],"tools":[{"functionDeclarations":[{"name":"mk5","odd":"mk6"}]}],"generationConfig":{"odd":"mk7"},"toolConfig":5}`))
	f.Add("/api/chat", []byte(`{"model":"mk1","messages":[{"role":"user","content":"mk2","images":["mk3"]},{"role":"assistant","tool_calls":[{"function":{"name":"mk4","arguments":"mk5"}}]},7],"options":{"mk6":1}}`))
	f.Add("/api/generate", []byte(`{"model":"mk1","prompt":"mk2","images":[1],"suffix":"mk3"}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		got, err := registry.Translate(path, body)
		if err != nil {
			return
		}
		if lost := missing(body, got); len(lost) > 0 {
			t.Errorf("neither translated nor listed: %q\n%s\n%v", lost, got.Body, got.Losses)
		}
	})
}
