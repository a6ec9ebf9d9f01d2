package inspect

import (
	"strings"
	"testing"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// TestALargeRequestIsSearchedOffTheScreen: the page reports it and can be used meanwhile; what was
// found in another exchange is not shown.
func TestALargeRequestIsSearchedOffTheScreen(t *testing.T) {
	const refusal = `{"error":{"code":403,"message":"m"},"a_metadata":{"requested":"m","strategy":"direct","pipeline":[` +
		`{"type":"guardrail","name":"g","data":{"action":"blocked","patterns":["hidden"]}}]}}`
	large := func(words string) views.Subject {
		return answered(403, `{"input":"`+strings.Repeat("TEXT ", maxAtOnce/5)+words+`"}`, refusal)
	}
	m := shownGuards(large("the HIDDEN one"), 100, 30)
	g := m.guards
	first := g.search(m.Subject.Exchange)
	if got := plain(m); first == nil || g.search(m.Subject.Exchange) != nil || !strings.Contains(got, "Searching the request") || strings.Contains(got, "in your text") {
		t.Fatalf("begun %v:\n%s", first != nil, got)
	}
	if got, ok := viewstest.Press(m, "e").(views.Notify); !ok {
		t.Errorf("edit meanwhile: %+v", got)
	}
	m.SetSubject(large("a hidden other"))
	second := g.search(m.Subject.Exchange)
	first().(screen.Effect).Apply()
	if got := plain(m); strings.Contains(got, "HIDDEN") || !strings.Contains(got, "Searching") {
		t.Errorf("what was found in another exchange is shown:\n%s", got)
	}
	second().(screen.Effect).Apply()
	if got := plain(m); !strings.Contains(got, "a [hidden]") || strings.Contains(got, "Searching") || g.search(m.Subject.Exchange) != nil {
		t.Errorf("not shown:\n%s", got)
	}
	if got := viewstest.Press(m, "e"); got != (views.EditResend{Turn: 1, Pointer: "/input", From: 65537, To: 65543}) {
		t.Errorf("%+v", got)
	}
	m.SetSubject(answered(403, `{"input":"hidden"}`, refusal))
	if g.search(m.Subject.Exchange) != nil || !strings.Contains(plain(m), "[hidden]") {
		t.Errorf("a small request waits:\n%s", plain(m))
	}
}
