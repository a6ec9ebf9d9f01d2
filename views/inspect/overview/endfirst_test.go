package overview

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// TestThePageShowsFirstWhatEndedTheAnswer, before other warnings. The column repeats neither
// that nor the verdict: the transcript next to it has both.
func TestThePageShowsFirstWhatEndedTheAnswer(t *testing.T) {
	x := state.NewExchange("x", []byte(`{}`))
	x.Verdict, x.Head = state.Truncated, &wire.Head{Status: 200}
	x.End = &wire.End{Cause: wire.EndBodyCap, Message: "the body is larger than 64 KiB"}
	x.Warnings = []state.Warning{
		{Code: state.WarnContentType, Message: "another kind of answer"},
		{Code: state.WarnNoTerminal, Message: "no terminal event"},
		{Code: state.WarnBodyCap, Message: x.End.Message},
	}
	drawn := screen(pageOf(views.Subject{Exchange: x, Turn: 1}, false, 76, 40))
	end, other := strings.Index(drawn, "body_cap"), strings.Index(drawn, "another kind")
	if end < 0 || other < end {
		t.Errorf("drawn as\n%s", drawn)
	}
	column := screen(pageOf(views.Subject{Exchange: x, Turn: 1}, true, 36, 30))
	if strings.Contains(column, "truncated") || strings.Contains(column, "larger than") || !strings.Contains(column, "another kind") {
		t.Errorf("the column is drawn as\n%s", column)
	}
}
