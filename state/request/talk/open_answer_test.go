package talk

import (
	"testing"

	"gatehouse/state"
)

// TestErrorBodyOpensAsAnAnswer: curl without -i saves no head, and the code
// repeats the status that it had.
func TestErrorBodyOpensAsAnAnswer(t *testing.T) {
	for doc, status := range map[string]int{
		`{"error":{"code":403,"message":"no"},"service_metadata":{"requested":"a","strategy":"direct"},"user_id":null}`: 403,
		`{"error":{"code":"teapot","message":"no"}}`:             0,
		`{"error":{"code":7,"message":"no"}}`:                    0,
		`{"error":{"message":"no"},"service_metadata":null}`:     0,
		`{"type":"error","error":{"type":"odd","message":"no"}}`: 0,
	} {
		x := open(t, doc).Current.Exchange
		if x == nil || x.Verdict != state.Failed || x.Failure.Status != status || x.Failure.Message != "no" || len(x.Warnings) > 0 {
			t.Errorf("%s: %+v", doc, x)
		}
	}
	x := open(t, `{"error":{"code":403,"message":"no"},"service_metadata":{"requested":"a","strategy":"direct"}}`).Current.Exchange
	want(t, "routing", string(x.Routing), `{"requested":"a","strategy":"direct"}`)
	for _, doc := range []string{`{"error":{"code":1},"input":"a"}`, `{"error":{},"model":"m"}`, `{"error":"x"}`, `{"error":{},"messages":[]}`} {
		want(t, doc, open(t, doc).Current == nil || open(t, doc).Current.Exchange == nil, true)
	}
}

// TestWarningOfASavedResponseHasNoTime: its file holds no times.
func TestWarningOfASavedResponseHasNoTime(t *testing.T) {
	x := open(t, `{"object":"response","status":"completed","output":[{"type":"hologram"}]}`).Current.Exchange
	if len(x.Warnings) != 1 || x.Warnings[0].AtUS >= 0 {
		t.Errorf("%+v", x.Warnings)
	}
}

// TestResultWithAnInvalidResponse: a verdict was printed, and nothing that can be read
// while there is a response too.
func TestResultWithAnInvalidResponse(t *testing.T) {
	x := open(t, `{"status":"failed","http_status":0,"text":"","response":{},"timing":{}}`).Current.Exchange
	want(t, "verdict", x.Verdict, state.Failed)
	want(t, "response", string(x.Response), "")
}
