package main

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/app/config"
	"gatehouse/client/profile"
)

// TestAKeyOverPlainHTTPIsAWarning: a line of send, and a notice of the
// playground.
func TestAKeyOverPlainHTTPIsAWarning(t *testing.T) {
	const words = "plain http"
	env := map[string]string{"GATEHOUSE_API_KEY": "canary"}
	// A name that is never found (RFC 2606): nothing is sent.
	r := programIn(t, env, `{"stream":true}`, "send", "--base-url", "http://gw.invalid/api/v1")
	r.wants(t, exitFailed, words, "gw.invalid")
	if strings.Contains(r.stderr, "canary") {
		t.Error(r.stderr)
	}
	if r := programIn(t, nil, `{"stream":true}`, "send", "--base-url", "http://gw.invalid/api/v1"); strings.Contains(r.stderr, words) {
		t.Errorf("without a key: %s", r.stderr)
	}
	base := saying(t, message(`"x"`)+completed)
	if r := programIn(t, env, `{"stream":true}`, "send", "--base-url", base); strings.Contains(r.stderr, words) {
		t.Errorf("to this machine: %s", r.stderr)
	}
	for _, s := range []config.Settings{
		{BaseURL: "http://gw.invalid", Key: profile.Key{Value: "canary"}},
		{BaseURL: "http://gw.invalid", Headers: map[string]string{"X-Api-Key": "canary"}},
	} {
		options, err := playOptions(t.Context(), host{getenv: func(string) string { return "" }}, s, nil)
		if err != nil || !slices.ContainsFunc(options.Warnings, func(w string) bool { return strings.Contains(w, words) && !strings.Contains(w, "canary") }) {
			t.Errorf("%+v: %q, %v", s, options.Warnings, err)
		}
	}
}
