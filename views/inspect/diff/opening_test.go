package diff

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestItOpensOnWhatWasChanged, which in a long conversation is far below its beginning;
// sections that are the same are one line each, until enter.
func TestItOpensOnWhatWasChanged(t *testing.T) {
	a, b := routed(`null`, `null`)
	same := strings.Repeat(`{"role":"user","content":"the same again"},`, 80)
	a.Exchange.Request = []byte(`{"model":"m","input":[` + same + `{"role":"user","content":"first"}]}`)
	b.Exchange.Request = []byte(`{"model":"m","input":[` + same + `{"role":"user","content":"second"}]}`)
	sent := &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://h/responses", Header: http.Header{"Accept": {"text/plain"}}}}
	a.Capture, b.Capture = sent, sent
	m := newModel(a, b, 100, 45)
	has(t, m, `− "first"  + "second"`, "ANSWER  Same text", "HEADERS  Same URL and headers.")
	press(m, "enter")
	press(m, "G")
	has(t, m, "Accept: text/plain")
}

// TestDifferentVerdictsAreShownOnTop, however much of the request differs.
func TestDifferentVerdictsAreShownOnTop(t *testing.T) {
	for width, want := range map[int]string{80: "✓ completed   + B ", 160: "+ B borealis/coder-a  ✂ truncated"} {
		a, b := routed(`null`, `null`)
		a.Exchange.Verdict, b.Exchange.Verdict = state.Completed, state.Truncated
		m := newModel(a, b, width, 30)
		if top, _, _ := strings.Cut(screen(m), "\n"); !strings.Contains(top, want) || !strings.Contains(top, "✂ truncated") {
			t.Errorf("%d: %s", width, top)
		}
	}
}
