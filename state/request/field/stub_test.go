package field_test

import (
	"errors"
	"testing"

	"gatehouse/state/request/field"
)

func TestStub(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{`{"type":"function_call","call_id":"c","name":"f","arguments":"{\"city\":\"K\\\"öln\"}"}`, `{"type":"function_call_output","call_id":"c","output":"{\"result\":\"(made up)\"}"}`},
		{`{"type":"custom_tool_call","call_id":"c"}`, `{"type":"custom_tool_call_output","call_id":"c","output":"(made up)"}`},
		{`{"type":"shell_call","call_id":"c"}`, `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"(made up)\n","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`},
		{`{"type":"mcp_approval_request","id":"c"}`, `{"type":"mcp_approval_response","approval_request_id":"c","approve":false}`},
	} {
		got, err := field.Stub([]byte(c.call))
		if string(got) != c.want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", c.call, got, c.want, err)
		}
	}
	for _, call := range []string{`{"type":"mcp_call","id":"x"}`, `{}`} {
		if got, err := field.Stub([]byte(call)); !errors.Is(err, field.ErrNotWaiting) || got != nil {
			t.Errorf("%s: %s, %v", call, got, err)
		}
	}
}
