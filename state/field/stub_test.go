package field_test

import (
	"errors"
	"testing"

	"gatehouse/state/field"
)

func TestStub(t *testing.T) {
	schema := []byte(`{"type":"object","properties":{"city":{"type":"string"},"mild":{"type":"boolean"}}}`)
	for _, c := range []struct{ call, want string }{
		{`{"type":"function_call","call_id":"c","name":"f","arguments":"{\"city\":\"K\\\"öln\"}"}`, `{"type":"function_call_output","call_id":"c","output":"{\"city\":\"K\\\"öln\",\"mild\":true}"}`},
		{`{"type":"function_call","call_id":"c","name":"f","arguments":"broken"}`, `{"type":"function_call_output","call_id":"c","output":"{\"city\":\"text\",\"mild\":true}"}`},
		{`{"type":"custom_tool_call","call_id":"c"}`, `{"type":"custom_tool_call_output","call_id":"c","output":"(made up)"}`},
		{`{"type":"shell_call","call_id":"c"}`, `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"(made up)\n","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`},
		{`{"type":"mcp_approval_request","id":"c"}`, `{"type":"mcp_approval_response","approval_request_id":"c","approve":false}`},
	} {
		got, err := field.Stub(schema, []byte(c.call))
		if string(got) != c.want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", c.call, got, c.want, err)
		}
	}
	for _, call := range []string{`{"type":"mcp_call","id":"x"}`, `{}`} {
		if got, err := field.Stub(schema, []byte(call)); !errors.Is(err, field.ErrNotWaiting) || got != nil {
			t.Errorf("%s: %s, %v", call, got, err)
		}
	}
	if got, err := field.Stub([]byte(`false`), []byte(`{"type":"function_call","call_id":"c"}`)); err == nil {
		t.Errorf("a schema that nothing fits: %s", got)
	}
	call := []byte(`{"type":"function_call","call_id":"c","arguments":"{\"city\":\"Oslo\"}"}`)
	if got, err := field.Stub(nil, call); err != nil || string(got) != `{"type":"function_call_output","call_id":"c","output":"{\"result\":\"(made up)\"}"}` {
		t.Errorf("without a schema: %s, %v", got, err) // what was asked is no answer
	}
	tool := []byte(`{"type":"function","parameters":{"a":1},"output_schema":{"b":2}}`)
	if got := field.OutputSchema(tool); string(got) != `{"b":2}` {
		t.Errorf("%s", got)
	}
	if got := field.OutputSchema([]byte(`{"parameters":{"type":"object"}}`)); got != nil {
		t.Errorf("%s", got)
	}
}
