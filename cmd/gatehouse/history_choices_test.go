package main

import (
	"strings"
	"testing"
)

// TestHistoryShowsEveryChoice of a chat completion, and why each ended where they differ.
func TestHistoryShowsEveryChoice(t *testing.T) {
	dir := newDataDir(t)
	answered(t, dir, "https://gate.example/v1/chat/completions", `{"n":2,"messages":[{"role":"user","content":"hi"}]}`,
		[]byte(`{"choices":[{"message":{"content":"one\n"},"finish_reason":"stop"},{"message":{"content":"two"},"finish_reason":"length"}]}`))
	r := inHistory(t, dir, "history", "show", "last")
	if want := "\nANSWER\n│ Choice 1 of 2 (finish_reason stop):\n│ one\n│\n│ Choice 2 of 2 (finish_reason length):\n│ two\n"; !strings.HasSuffix(r.stdout, want) {
		t.Errorf("exit %d, %s\n%s", r.code, r.stderr, r.stdout)
	}
}
