package field_test

import (
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/field"
)

func TestCallee(t *testing.T) {
	request := []byte(`{"tools":[{"type":"function","name":"a","description":"1"},{"type":"custom","name":"a","description":"2"},
		{"type":"namespace","name":"n","tools":[{"type":"function","name":"a","description":"3"},{"type":"function","name":"b","description":"4"}]}],
		"input":[{"role":"user","content":"hi"},{"type":"additional_tools","tools":[{"type":"function","name":"late","description":"5"}]}]}`)
	for call, want := range map[string]string{
		`{"type":"function_call","name":"a"}`:                   "1",
		`{"type":"custom_tool_call","name":"a"}`:                "2",
		`{"type":"function_call","name":"a","namespace":"n"}`:   "3",
		`{"type":"function_call","name":"b"}`:                   "4", // a namespace that the call leaves out
		`{"type":"function_call","name":"late"}`:                "5",
		`{"type":"function_call","name":"no"}`:                  "",
		`{"type":"custom_tool_call","name":"b"}`:                "",
		`{"type":"function_call","name":"a","namespace":"new"}`: "1",
	} {
		if got := scan.Text(scan.Get(field.Callee(request, []byte(call)), "description")); got != want {
			t.Errorf("%s: %q, want %q", call, got, want)
		}
	}
	if got := strings.Join(field.FunctionNames(request), " "); got != "a a b late" {
		t.Error(got)
	}
	if field.Callee([]byte(`{"tools":5,"input":"x"}`), []byte(`{}`)) != nil || field.FunctionNames([]byte(`[]`)) != nil {
		t.Error("something was found in nothing")
	}
}
