package main

import (
	"strings"
	"testing"
)

// TestShowSaysWhatWasAskedAndWhyItEnded: the request line and the reason of every end are
// there, also where no byte was sent or came.
func TestShowSaysWhatWasAskedAndWhyItEnded(t *testing.T) {
	dir := newDataDir(t)
	for model, want := range map[string][]string{
		"fault/incomplete":  {"request       POST http://", "/responses\n", "http          200 OK\n", "reason        max_output_tokens\n"},
		"fault/error-event": {"error code ", "error         "},
		"fault/429":         {"http          429 Too Many Requests\n", "error code    429\n", "error         "},
	} {
		inHistory(t, dir, "send", "-m", model, "-p", "hello", "--stream")
		shown := inHistory(t, dir, "history", "show", "last").stdout
		for _, w := range want {
			if !strings.Contains(shown, w) {
				t.Errorf("%s: no %q in\n%s", model, w, shown)
			}
		}
	}
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "hello", "--base-url", "http://127.0.0.1:1/v1")
	shown := inHistory(t, dir, "history", "show", "last").stdout
	for _, w := range []string{"request       POST http://127.0.0.1:1/v1/responses\n", "error code    connect\n", "error         ", "ANSWER\n(empty)\n"} {
		if !strings.Contains(shown, w) {
			t.Errorf("nobody listens: no %q in\n%s", w, shown)
		}
	}
}
