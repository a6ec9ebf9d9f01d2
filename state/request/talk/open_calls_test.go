package talk

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/state/wiretest"
)

func TestOpenCalls(t *testing.T) {
	call := func(kind, id, name string) string {
		return `{"type":"` + kind + `","call_id":"` + id + `","name":"` + name + `","arguments":"{}"}`
	}
	user := `{"role":"user","content":"go on"}`
	cases := []struct {
		name  string
		input []string
		want  string
	}{
		{"nothing said", nil, ""},
		{"a call", []string{user, call("function_call", "c1", "weather")}, "c1 weather"},
		{"two", []string{user, call("function_call", "c1", "weather"), call("custom_tool_call", "c2", "patch")}, "c1 weather, c2 patch"},
		{"one of two has its output", []string{user, call("function_call", "c1", "a"), call("function_call", "c2", "b"), `{"type":"function_call_output","call_id":"c1","output":""}`}, "c2 b"},
		{"both have", []string{user, call("function_call", "c1", "a"), `{"type":"function_call_output","call_id":"c1","output":""}`}, ""},
		{"something else was said", []string{user, call("function_call", "c1", "a"), user}, ""},
		{"the service ran it", []string{user, `{"type":"shell_call","call_id":"s1"}`, `{"type":"service:shell","call_id":"s2"}`}, "s1 shell_call"},
		{"a shell's output came with it", []string{user, `{"type":"shell_call","call_id":"s1"}`, `{"type":"shell_call_output","call_id":"s1","output":[]}`}, ""},
		{"an approval", []string{user, `{"type":"mcp_approval_request","id":"m1","name":"delete"}`}, "m1 delete"},
		{"an approval given", []string{user, `{"type":"mcp_approval_request","id":"m1"}`, `{"type":"mcp_approval_response","approval_request_id":"m1","approve":true}`}, ""},
		{"one without an id cannot be answered", []string{user, `{"type":"function_call","name":"a"}`}, ""},
		{"two of one id wait once", []string{user, call("function_call", "c1", "a"), call("function_call", "c1", "b")}, "c1 a"},
		{"computer, patch, local shell", []string{`{"type":"computer_call","call_id":"1"}`, `{"type":"apply_patch_call","call_id":"2"}`, `{"type":"local_shell_call","call_id":"3"}`}, "1 computer_call, 2 apply_patch_call, 3 local_shell_call"},
	}
	for _, c := range cases {
		conv, err := Open([]byte(`{"input":[` + strings.Join(c.input, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range conv.OpenCalls() {
			got = append(got, w.ID+" "+w.Name)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %q wait, want %q", c.name, s, c.want)
		}
	}
}

func TestStreamingCallIsNotOpen(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := c.Add(nil, nil)
	turn.Exchange = state.NewExchange("x", []byte("{}"))
	if got := c.OpenCalls(); got != nil {
		t.Errorf("got %v", got)
	}
}

// TestOpenCallsWriteNoLongMessage: a text that broke off goes back in a
// message that has to be written, and is no call.
func TestOpenCallsWriteNoLongMessage(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := c.Add(nil, nil)
	const size = 1 << 20
	turn.Exchange = statetest.Fold(wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"function_call","call_id":"c1","name":"f","arguments":"{}","status":"completed"}`),
		wiretest.Event("response.output_text.delta", `"output_index":1,"delta":"`+strings.Repeat("a", size)+`"`))
	if got := len(turn.Answer(BodyOptions{})); got != 2 {
		t.Fatalf("%d items go back, want a call and a message", got)
	}
	if got := c.OpenCalls(); len(got) != 1 || got[0].ID != "c1" {
		t.Errorf("%v waits", got)
	}
	turn.Exchange.Version++ // so that it is looked at again
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c.OpenCalls()
	runtime.ReadMemStats(&after)
	if cost := after.TotalAlloc - before.TotalAlloc; cost > size/10 {
		t.Errorf("it allocates %d bytes beside a message of %d", cost, size)
	}
}

// TestOpenCallsAreCached, until a turn is added, or the answer changes.
func TestOpenCallsAreCached(t *testing.T) {
	c := NewConversation(NewDraft())
	turn := c.Add(nil, nil)
	call := func(n int) string {
		return fmt.Sprintf(`{"type":"function_call","call_id":"c%d","name":"f","arguments":"{}"}`, n)
	}
	turn.Exchange = statetest.Fold(wiretest.Event("response.completed", `"response":{"status":"completed","output":[`+call(1)+`,`+call(2)+`]}`))
	first := c.OpenCalls()
	want(t, "how many wait", len(first), 2)
	want(t, "they are read again", &c.OpenCalls()[0] == &first[0], true)
	turn.Exchange.Version++
	want(t, "of an answer that changed they are others", &c.OpenCalls()[0] == &first[0], false)
	c.Add(turn, []json.RawMessage{[]byte(`{"type":"function_call_output","call_id":"c1","output":""}`)})
	want(t, "one has its output", len(c.OpenCalls()), 1)
	c.Select(turn)
	want(t, "and in the branch without it", len(c.OpenCalls()), 2)
}
