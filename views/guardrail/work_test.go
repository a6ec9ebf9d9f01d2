package guardrail

import (
	"strings"
	"testing"

	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// TestALargeRequestIsLookedThroughBesideTheScreen: the page tells of it and can
// be used meanwhile; what comes late for another exchange is not taken.
func TestALargeRequestIsLookedThroughBesideTheScreen(t *testing.T) {
	const refusal = `{"error":{"code":403,"message":"m"},"a_metadata":{"requested":"m","strategy":"direct","pipeline":[` +
		`{"type":"guardrail","name":"g","data":{"action":"blocked","patterns":["hidden"]}}]}}`
	large := func(words string) views.Subject {
		return answered(403, `{"input":"`+strings.Repeat("TEXT ", atOnce/5)+words+`"}`, refusal)
	}
	m := shown(large("the HIDDEN one"), 100, 30)
	first := m.Work()
	if got := plain(m); first == nil || m.Work() != nil || !strings.Contains(got, "Searching the request") || strings.Contains(got, "in your text") {
		t.Fatalf("begun %v:\n%s", first != nil, got)
	}
	if got, ok := viewstest.Press(m, "e").(views.Notify); !ok {
		t.Errorf("edit meanwhile: %+v", got)
	}
	m.SetSubject(large("a hidden other"))
	second := m.Work()
	m.Update(first())
	if got := plain(m); strings.Contains(got, "HIDDEN") || !strings.Contains(got, "Searching") {
		t.Errorf("what was found in another exchange is shown:\n%s", got)
	}
	m.Update(second())
	if got := plain(m); !strings.Contains(got, "a [hidden]") || strings.Contains(got, "Searching") || m.Work() != nil {
		t.Errorf("not shown:\n%s", got)
	}
	if got := viewstest.Press(m, "e"); got != (views.EditResend{Turn: 3, Pointer: "/input", From: 65537, To: 65543}) {
		t.Errorf("%+v", got)
	}
	small := shown(answered(403, `{"input":"hidden"}`, refusal), 100, 30)
	if small.Work() != nil || !strings.Contains(plain(small), "[hidden]") {
		t.Errorf("a small request waits:\n%s", plain(small))
	}
}
