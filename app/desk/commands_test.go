package desk

import (
	"testing"
	"time"

	"gatehouse/app/effect/process"
	"gatehouse/state/request/talk"
)

func TestAFunctionIsNotACustomToolOfItsName(t *testing.T) {
	a, b := talk.Call{Type: "function_call", Name: "n"}, talk.Call{Type: "custom_tool_call", Name: "n"}
	if toolOf(a) == toolOf(b) {
		t.Error("a yes for a function is one for a custom tool of its name")
	}
}

func TestOutcomeOfACommandIsWrittenAsOtherTimesAre(t *testing.T) {
	e := commandEnded{result: process.Result{Elapsed: 2300 * time.Microsecond, Output: []byte("sunny\n")}}
	if got, want := e.outcome(), "exit 0, 2 ms, 6 B"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
