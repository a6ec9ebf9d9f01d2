package gateway_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// Every kind of item that the document lists is accepted ("Input items").
func TestEveryItemIsAccepted(t *testing.T) {
	base := serve(t)
	for typ := range strings.FieldsSeq(`reasoning function_call apply_patch_call apply_patch_call_output web_search_call file_search_call
		image_generation_call code_interpreter_call computer_call computer_call_output service:datetime service:web_search service:code_interpreter
		service:file_search service:image_generation service:browser_use service:bash service:text_editor service:apply_patch service:web_fetch
		service:tool_search service:memory service:mcp service:experimental__search_models service:fusion service:advisor service:subagent
		service:files service:shell local_shell_call local_shell_call_output shell_call shell_call_output mcp_list_tools mcp_approval_request
		mcp_approval_response mcp_call custom_tool_call custom_tool_call_output compaction context_compaction item_reference additional_tools
		agent_message never_heard_of`) {
		status, r := post(t, base, `{"input":[{"role":"user","content":"hello"},{"type":"`+typ+`","id":"x","call_id":"c","status":"completed"}]}`)
		if status != 200 || !strings.HasSuffix(kinds(r), "message") {
			t.Errorf("%s: %d %s", typ, status, r)
		}
	}
}

// An item reference means an item of the same input; one without an item is skipped and reported in
// the answer.
func TestItemReference(t *testing.T) {
	base := serve(t)
	for _, c := range []struct {
		more string
		want string
	}{{"", "message"}, {`,"text":{"format":{"type":"json_object"}}`, "reasoning message"}} {
		_, r := post(t, base, `{"input":[{"role":"user","id":"m1","content":"hello"},{"type":"item_reference","id":"m1"},{"type":"item_reference","id":"gone-1"}]`+c.more+`}`)
		if kinds(r) != c.want || !strings.Contains(r.Get("output.0").Raw, "gone-1") || strings.Contains(r.Get("output.0").Raw, "m1`") {
			t.Errorf("%s: %s", c.more, r.Get("output"))
		}
		if c.more != "" && !json.Valid([]byte(r.Get("output.1.content.0.text").Str)) {
			t.Errorf("%s", r.Get("output.1"))
		}
	}
}

// include fills members; the output has an image if modalities has the word.
func TestIncludes(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, prompt, include, member string }{
		{`{"type":"file_search","vector_store_ids":["v"],"max_num_results":1}`, "my documents about tides", "file_search_call.results", "output.0.results.0.text"},
		{`{"type":"code_interpreter"}`, "calculate 1+1", "code_interpreter_call.outputs", "output.0.outputs.0.logs"},
	} {
		if _, r := using(t, base, c.prompt, c.tool, ""); r.Get(c.member).Exists() {
			t.Errorf("%s without being asked for", c.member)
		}
		_, r := using(t, base, c.prompt, c.tool, `,"include":["`+c.include+`","message.input_image.image_url","computer_call_output.output.image_url"]`)
		if !strings.Contains(r.Get(c.member).Str, "Simulated") {
			t.Errorf("%s: %s", c.include, r.Get("output.0"))
		}
	}
	for modalities, want := range map[string]string{`["text"]`: "message", `["text","image"]`: "message image_generation_call", `[]`: "message"} {
		events, r := using(t, base, "hello", "", `,"modalities":`+modalities)
		if kinds(r) != want {
			t.Errorf("%s: %s", modalities, kinds(r))
		}
		if strings.Contains(want, "image") {
			if got := phases(events, 1); got != "output_item.added image_generation_call.in_progress image_generation_call.generating image_generation_call.completed output_item.done" {
				t.Errorf("%s", got)
			}
		}
	}
}

// encrypted_content is opaque, is sent only on request, and is recognized when it is returned, with
// the text or without it, unless it was changed.
func TestEncryptedReasoning(t *testing.T) {
	base := serve(t)
	ask := func(input, more string) gjson.Result {
		t.Helper()
		status, r := post(t, base, `{"model":"sim/reasoner","input":`+input+`,"reasoning":{"effort":"max"}`+more+`}`)
		if status != 200 {
			t.Fatalf("%d %s", status, r)
		}
		return r
	}
	if r := ask(`"hello"`, ""); r.Get("output.0.encrypted_content").Exists() {
		t.Errorf("unasked: %s", r.Get("output.0"))
	}
	r := ask(`"hello"`, `,"include":["reasoning.encrypted_content"]`)
	item := r.Get("output.0")
	sealed := item.Get("encrypted_content").Str
	if sealed == "" || strings.Contains(sealed, "message") {
		t.Fatalf("%s", item)
	}
	without := func(it, member string) string {
		v := gjson.Get(it, member)
		return strings.Replace(it, `"`+member+`":`+v.Raw+`,`, "", 1)
	}
	original := item.Raw
	for name, c := range map[string]struct {
		item   string
		intact int
	}{
		"as it was":        {original, 1},
		"sealed alone":     {without(original, "content"), 1},
		"another id":       {strings.Replace(original, item.Get("id").Str, "rs_other", 1), 0},
		"another text":     {strings.Replace(original, "newest", "oldest", 1), 0},
		"another seal":     {strings.Replace(original, sealed, "AAAA"+sealed[4:], 1), 0},
		"no seal at all":   {strings.Replace(original, sealed, "?", 1), 0},
		"signature alone":  {strings.Replace(original, `,"encrypted_content":"`+sealed+`"`, "", 1), 1},
		"nothing to check": {`{"type":"reasoning","id":"rs_1","summary":[]}`, 0},
	} {
		again := ask(`[{"role":"user","content":"hello"},`+c.item+`,{"role":"user","content":"again"}]`, "")
		if want := fmt.Sprintf(" came back, %d with a matching signature.", c.intact); !strings.Contains(again.Get("output.0.content.0.text").Str, want) {
			t.Errorf("%s: no %q in %s", name, want, again.Get("output.0.content.0.text"))
		}
	}
}
