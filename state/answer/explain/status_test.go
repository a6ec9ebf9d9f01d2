package explain

import (
	"strings"
	"testing"

	"gatehouse/client/read"
)

// TestAttemptStatus: what is no number is shown as received.
func TestAttemptStatus(t *testing.T) {
	long := strings.Repeat("x", 100)
	for status, want := range map[string][2]string{
		`"status":503`:            {"503", "temporarily unavailable (503)"},
		`"status":200`:            {"200", "ok (200)"},
		`"status":"timed out"`:    {"timed out", "timed out"},
		`"status":{"code":503}`:   {"{…}", "{…}"},
		`"status":[503]`:          {"[…]", "[…]"},
		`"status":true`:           {"true", "true"},
		`"status":"` + long + `"`: {long[:80] + "…", long[:80] + "…"},
		`"status":null`:           {"", "no status"},
		`"model":"m"`:             {"", "no status"},
	} {
		routing := read.Routing([]byte(`{"attempts":[{` + status + `}]}`))
		if a := routing.Attempts[0]; AttemptStatus(a) != want[0] || AttemptWords(a) != want[1] {
			t.Errorf("%s: %q and %q, want %q", status, AttemptStatus(a), AttemptWords(a), want)
		}
	}
}
