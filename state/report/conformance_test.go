package report

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// ForOthers reports that an answer breaks clients only if a client of its API was
// measured to lose something.
func TestForOthersClaimsOnlyWhatWasMeasured(t *testing.T) {
	for _, tt := range []struct {
		kind                    state.Kind
		frame                   string
		wantWords, wantMeasured string
	}{
		{state.Responses, `{"type":"response.completed","sequence_number":0,"response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}],"usage":{}}}`, "breaks other clients: text-only-in-final", "empty"},
		{state.Chat, `{"choices":[]}`, "may break other clients: choices-empty", "whole"},
	} {
		x := state.New(tt.kind, "x", []byte(`{"stream":true}`))
		x.Apply(append(wiretest.Stream(tt.frame, wire.Done), wiretest.End(wire.EndClean, ""))...)
		x.Verdict = state.Completed
		f, ok := ForOthers(x)
		if !ok || f.Message != tt.wantWords {
			t.Errorf("%q is said", f.Message)
		}
		var list strings.Builder
		for _, b := range Conformance(x).Blocks {
			for _, fact := range b.(Report).Blocks {
				if l, is := fact.(List); is {
					for _, it := range l.Items {
						list.WriteString(it.Value[0].Text + " " + it.About.Text + "\n")
					}
				}
			}
		}
		if !strings.Contains(list.String(), tt.wantMeasured) {
			t.Errorf("measured:\n%s", list.String())
		}
	}
	silent := state.New(state.Responses, "x", []byte(`{"stream":true}`))
	silent.Apply(wiretest.Head(200, "text/event-stream", true), wiretest.Frame(`{"type":"response.created","sequence_number":0}`, 100_000), wiretest.Frame(":", 40_000_000))
	for _, b := range Conformance(silent).Blocks {
		if r := b.(Report); r.ID == "silence" {
			if got := r.Blocks[2].(Field).Value[0].Text; got != "no: Times are not played to the clients." {
				t.Errorf("of silence %q is said", got)
			}
			return
		}
	}
	t.Error("the silence is not found")
}
