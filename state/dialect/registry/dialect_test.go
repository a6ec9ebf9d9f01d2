package registry_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// describe writes a body a part a line.
func describe(b dialect.Body) string {
	var out []string
	kinds := []string{"text", "thought", "call", "output", "media", "other"}
	for _, m := range b.Messages {
		for _, p := range m.Parts {
			line := fmt.Sprintf("%s %s", m.Role, kinds[p.Kind])
			for _, w := range []string{p.Name, p.ID} {
				if w != "" {
					line += " " + w
				}
			}
			out = append(out, line+" "+p.Text+" @"+p.Path)
		}
	}
	return strings.Join(out, "\n")
}

// TestOneConversationReadsTheSameInAllDialects: who wrote what, which tool was
// called, and what it returned.
func TestOneConversationReadsTheSameInAllDialects(t *testing.T) {
	for _, c := range []struct {
		body  string
		want  dialect.Dialect
		reads string
	}{
		{`{"model":"m","instructions":"be kind","input":"hi"}`, dialect.Responses, "system text be kind @instructions\nuser text hi @input"},
		{`{"input":[{"role":"developer","content":"be brief"},{"role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:image/png;base64,QUJD"}]},
			{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"type":"function_call","call_id":"c1","name":"read","arguments":"{\"a\":1}"},
			{"type":"function_call_output","call_id":"c1","output":"done"},{"type":"item_reference","id":"x"},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so"},{"type":"refusal","refusal":"no"}]}]}`, dialect.Responses,
			"system text be brief @input[0].content\nuser text look @input[1].content[0].text\nuser media image QUJD @input[1].content[1]\n" +
				"assistant thought hm @input[2].summary[0].text\nassistant call read c1 {\"a\":1} @input[3]\ntool output c1 done @input[4].output\n" +
				` other item_reference {"type":"item_reference","id":"x"} @input[5]` + "\nassistant text so @input[6].content[0].text\nassistant text no @input[6].content[1].refusal"},
		{`{"messages":[{"role":"system","content":"be brief"},{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]},
			{"role":"assistant","content":null,"reasoning":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\"a\":1}"}}]},
			{"role":"tool","tool_call_id":"c1","content":"done"},{"role":"assistant","content":"so","refusal":"no"}]}`, dialect.Chat,
			"system text be brief @messages[0].content\nuser text look @messages[1].content[0].text\nuser media image QUJD @messages[1].content[1]\n" +
				"assistant thought hm @messages[2].reasoning\nassistant call read c1 {\"a\":1} @messages[2].tool_calls[0]\ntool output c1 done @messages[3].content\n" +
				"assistant text so @messages[4].content\nassistant text no @messages[4].refusal"},
		{`{"system":[{"type":"text","text":"be brief"}],"messages":[{"role":"user","content":[{"type":"text","text":"look"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]},
			{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use","id":"c1","name":"read","input":{"a":1}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"done"}]},{"type":"text","text":"so?"}]}]}`, dialect.Anthropic,
			"system text be brief @system[0].text\nuser text look @messages[0].content[0].text\nuser media image QUJD @messages[0].content[1]\n" +
				"assistant thought hm @messages[1].content[0].thinking\nassistant call read c1 {\"a\":1} @messages[1].content[1]\n" +
				"tool output c1 done @messages[2].content[0].content[0].text\nuser text so? @messages[2].content[1].text"},
		{`{"systemInstruction":{"parts":[{"text":"be brief"}]},"contents":[{"parts":[{"text":"look"}]},{"role":"model","parts":[{"text":"hm","thought":true},{"functionCall":{"name":"read","args":{"a":1}}}]},
			{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"output":"done"}}}]}]}`, "Gemini",
			"system text be brief @systemInstruction.parts[0].text\nuser text look @contents[0].parts[0].text\nassistant thought hm @contents[1].parts[0].text\n" +
				"assistant call read {\"a\":1} @contents[1].parts[1]\ntool output done @contents[2].parts[0].functionResponse.response.output"},
		{`{"messages":[]}`, dialect.Chat, ""},
		{`{"prompt":"hi"}`, dialect.Unknown, ""},
	} {
		b, err := registry.Read([]byte(c.body))
		if err != nil || b.Dialect != c.want || describe(b) != c.reads {
			t.Errorf("%s\nis %s, error %v, reads\n%s\nwant\n%s", c.body, b.Dialect, err, describe(b), c.reads)
		}
		for _, m := range b.Messages {
			for _, p := range m.Parts {
				if rest := c.body[p.At:]; p.Kind == dialect.Text && !strings.HasPrefix(rest, `"`+p.Text+`"`) {
					t.Errorf("%s is not at %d of %s", p.Path, p.At, c.body)
				}
			}
		}
	}
	for _, broken := range []string{``, `[]`, `"x"`, `{"input":"x"`, `{"input":}`} {
		if _, err := registry.Read([]byte(broken)); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}

// TestUnknownBodyIsBounded: neither deep nor wide JSON costs more than a
// read from its beginning to its end.
func TestUnknownBodyIsBounded(t *testing.T) {
	deep := strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20)
	for name, body := range map[string]string{
		"deep item": `{"input":[` + deep + `]}`, "deep output": `{"input":[{"type":"function_call_output","output":` + deep + `}]}`,
		"deep content": `{"messages":[{"role":"user","content":` + deep + `}]}`, "deep parts": `{"contents":` + deep + `}`, "deep string": `{"x":` + deep + `}`,
	} {
		if _, err := registry.Compare([]byte(`{"input":"hello"}`), []byte(body)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	wide := `{"input":[` + strings.Repeat(`"x",`, 2*100_000) + `"x"]}`
	if b, err := registry.Read([]byte(wide)); err != nil || !b.Cut || len(b.Messages) != 100_000 {
		t.Errorf("%d messages, cut %v, error %v", len(b.Messages), b.Cut, err)
	}
	members := `{"input":[{` + strings.Repeat(`"a":1,`, 2000) + `"role":"user","content":"hidden"}]}`
	if al, err := registry.Compare([]byte(members), []byte(`{"messages":[]}`)); err != nil || noneChanged(al) {
		t.Errorf("an object that was not read to its end is reported as unchanged: %v", err)
	}
}
