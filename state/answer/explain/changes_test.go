package explain

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
)

// TestWhatStagesDid: stages that altered, flagged or omitted something are listed in order;
// stages that changed nothing are not.
func TestWhatStagesDid(t *testing.T) {
	for data, want := range map[string]string{
		`{"action":"redacted","detected":true}`:                                               "[{s redacted in short true route}]",
		`{"action":"flagged","detected":true}`:                                                "[{s flagged in short false route}]",
		`{"action":"flagged"}`:                                                                "[{s flagged in short false route}]",
		`{"detected":true}`:                                                                   "[{s flagged in short false route}]",
		`{"action":"redacted","detected":false}`:                                              "[]",
		`{"action":"passed"}`:                                                                 "[]",
		`{"action":"blocked","detected":true}`:                                                "[]",
		`{"improved":true,"original_length":5}`:                                               "[{s repaired in short true route}]",
		`{"improved":false}`:                                                                  "[]",
		`{"original_count":81,"compressed_count":54,"input_type":"messages"}`:                 "[{s 27 of 81 items dropped in short true route}]",
		`{"original_count":4810,"compressed_count":3185,"input_type":"prompt"}`:               "[{s 1,625 of 4,810 tokens dropped in short true route}]",
		`{"original_count":8,"compressed_count":8,"original_tokens":9,"compressed_tokens":7}`: "[{s 2 of 9 tokens dropped in short true route}]",
		`{"original_count":8,"compressed_count":8}`:                                           "[]",
		`{"original_count":"many","compressed_count":8}`:                                      "[]",
		`"words"`: "[]",
		`null`:    "[]",
	} {
		x := state.NewExchange("x", nil)
		x.Verdict = state.Completed
		x.Routing = json.RawMessage(`{"pipeline":[{"type":"t","name":"quiet"},{"type":"t","name":"s","summary":"in short","data":` + data + `}]}`)
		if got := fmt.Sprint(Changes(x)); got != want {
			t.Errorf("%s: %s, want %s", data, got, want)
		}
	}
}

// TestNothingWasAlteredOfABlockedRequest: what a stage took out was forwarded to nobody; what
// one flagged is listed nevertheless.
func TestNothingWasAlteredOfABlockedRequest(t *testing.T) {
	for status, want := range map[int]int{http.StatusForbidden: 1, http.StatusBadGateway: 3} {
		metadata := map[bool]string{true: `,"metadata":{"patterns":["p"]}`}[status == http.StatusForbidden]
		x := statetest.Answered(status, `{"input":"a"}`, fmt.Sprintf(`{"error":{"code":%d,"message":"m"%s},"service_metadata":{"requested":"m","strategy":"direct","pipeline":[`+
			`{"type":"guardrail","name":"keys","data":{"action":"redacted","detected":true}},{"type":"guardrail","name":"mail","data":{"action":"flagged","detected":true}},`+
			`{"type":"context-compression","data":{"original_count":9,"compressed_count":4}}]}}`, status, metadata))
		if got := Changes(x); len(got) != want {
			t.Errorf("%d: %+v, want %d", status, got, want)
		}
	}
}

// TestAPanelOfWhichOneFailed is reported once the answer is there, streamed or not.
func TestAPanelOfWhichOneFailed(t *testing.T) {
	fusion := wire.Stage{Type: "plugin", Name: "fusion"}
	panel := func(states ...string) *state.Item {
		x := state.NewExchange("x", nil)
		for i, s := range states {
			e, err := read.Event(fmt.Appendf(nil, `{"type":"response.fusion_call.panel.%s","output_index":0,"model":"m%d"}`, s, i))
			if err != nil {
				t.Fatal(err)
			}
			x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: e.Data}, Event: e, Decoded: true})
		}
		return x.Items[0]
	}
	for _, c := range []struct {
		it      *state.Item
		running bool
		want    string
	}{
		{panel("completed", "failed", "completed"), false, "2 of 3 answered"},
		{panel("completed", "failed", "completed"), true, ""},
		{panel("completed", "completed"), false, ""},
		{&state.Item{Type: "service:fusion", Raw: []byte(`{"responses":[{},{}],"failed_models":[{}]}`)}, false, "2 of 3 answered"},
		{&state.Item{Type: "message", Raw: []byte(`{"responses":[{}],"failed_models":[{}]}`)}, false, ""},
	} {
		x := state.NewExchange("x", nil)
		if x.Items = []*state.Item{c.it}; !c.running {
			x.Verdict = state.Completed
		}
		if got := panelOutcome(fusion, x); got != c.want {
			t.Errorf("%+v: %q, want %q", c.it, got, c.want)
		}
		if got := len(Changes(x)) > 0; got != (c.want != "") {
			t.Errorf("%+v: told %v", c.it, got)
		}
		if got := panelOutcome(wire.Stage{Name: "web"}, x); got != "" {
			t.Errorf("another stage: %q", got)
		}
	}
}
