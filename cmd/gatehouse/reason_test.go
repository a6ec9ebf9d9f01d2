package main

import (
	"strings"
	"testing"

	"gatehouse/state"
)

// TestSendReportsAnEchoedKey: if a server echoes the key, the answer is shown without it, and one
// line reports it.
func TestSendReportsAnEchoedKey(t *testing.T) {
	const key = "sk-canary-0123456789"
	base := saying(t, message(`"your key is `+key+`"`)+completed)
	for _, form := range [][]string{{}, {"--json"}, {"--events"}} {
		args := append([]string{"send", "-p", "hi", "--base-url", base}, form...)
		r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": key}, "", args...)
		r.wants(t, exitOK, "gatehouse: note: known secrets are overwritten with * (20 bytes)\n")
		if strings.Contains(r.stdout+r.stderr, key) {
			t.Errorf("%v: the key is shown: %s%s", form, r.stdout, r.stderr)
		}
	}
}

func TestAltered(t *testing.T) {
	for want, x := range map[string]state.Exchange{
		"": {},
		"note: 1000 bytes of the response were not stored":                                               {Dropped: 1000},
		"note: known secrets are overwritten with * (26 bytes); 9 bytes of the response were not stored": {Redacted: 26, Dropped: 9},
	} {
		if got := altered(&x); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
