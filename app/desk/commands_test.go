package desk

import (
	"testing"

	"gatehouse/state/request/talk"
)

func TestAFunctionIsNotACustomToolOfItsName(t *testing.T) {
	a, b := talk.Call{Type: "function_call", Name: "n"}, talk.Call{Type: "custom_tool_call", Name: "n"}
	if toolOf(a) == toolOf(b) {
		t.Error("a yes for a function is one for a custom tool of its name")
	}
}
