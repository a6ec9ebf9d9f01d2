package overview

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// TestTheColumnShowsFirstWhatEndedTheAnswer: what has no room must not be that.
func TestTheColumnShowsFirstWhatEndedTheAnswer(t *testing.T) {
	x := state.NewExchange("x", []byte(`{}`))
	x.Verdict, x.Head = state.Truncated, &wire.Head{Status: 200}
	x.End = &wire.End{Cause: wire.EndBodyCap, Message: "the body is larger than 64 KiB"}
	x.Warnings = []state.Warning{
		{Code: state.WarnContentType, Message: "another kind of answer"},
		{Code: state.WarnNoTerminal, Message: "no terminal event"},
		{Code: state.WarnBodyCap, Message: x.End.Message},
	}
	drawn := screen(pageOf(views.Subject{Exchange: x, Turn: 1}, true, 36, 30))
	end, other := strings.Index(drawn, "larger than 64 KiB"), strings.Index(drawn, "another kind")
	if end < 0 || other < end {
		t.Errorf("drawn as\n%s", drawn)
	}
}
