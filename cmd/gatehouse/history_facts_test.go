package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestShowSaysWhatWasAskedAndWhyItEnded: the request line and the reason of every end are
// there, also where no byte was sent or received.
func TestShowSaysWhatWasAskedAndWhyItEnded(t *testing.T) {
	dir := newDataDir(t)
	for model, want := range map[string][]string{
		"fault/incomplete":  {"request    POST http://", "/responses\n", "200 OK\n", "incomplete: cut off at the token limit", "max_output_tokens\n"},
		"fault/error-event": {"failed: the answer ended with an error (server_error)", "“The provider stopped"},
		"fault/429":         {"429 Too Many Requests\n", "failed: rate limited (429)", "“Rate limit exceeded"},
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
	for _, w := range []string{"request    POST http://127.0.0.1:1/v1/responses\n", "failed: ", "connect", "ANSWER\n(empty)\n"} {
		if !strings.Contains(shown, w) {
			t.Errorf("nobody listens: no %q in\n%s", w, shown)
		}
	}
}

// TestADiffHasTheFactsOfTheContent: how two exchanges ended is compared, ids and callers are
// not.
func TestADiffHasTheFactsOfTheContent(t *testing.T) {
	dir := newDataDir(t)
	for _, model := range []string{"fault/429", "fault/incomplete"} {
		inHistory(t, dir, "send", "-m", model, "-p", "hello", "--stream")
	}
	e := listed(t, dir)
	got := inHistory(t, dir, "history", "diff", e[1]["id"].(string), e[0]["id"].(string)).stdout
	for _, name := range []string{"error code", "error", "reason"} {
		if !strings.Contains(got, "\n"+name+"  ") {
			t.Errorf("no %s in\n%s", name, got)
		}
	}
	for _, name := range []string{"id", "at", "origin", "http", "size", "request"} {
		if strings.Contains(got, "\n"+name+"  ") {
			t.Errorf("%s in\n%s", name, got)
		}
	}
}

// TestADiffNamesNoTimeOfAFile: when an exchange was made that was imported without its time
// is not known.
func TestADiffNamesNoTimeOfAFile(t *testing.T) {
	dir := newDataDir(t)
	for i, words := range []string{"first", "second"} {
		collection := file(t, words+".json", `{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},`+
			`"item":[{"request":{"method":"POST","body":{"mode":"raw","raw":"{\"input\":\"`+words+`\"}"},"url":"https://h.example/v1/responses"}}]}`)
		at := time.Date(2026, 3, 4+i, 10, 11, 12, 0, time.UTC)
		if err := os.Chtimes(collection, at, at); err != nil {
			t.Fatal(err)
		}
		inHistory(t, dir, "import", collection).wants(t, exitOK, "")
	}
	e := listed(t, dir)
	got := inHistory(t, dir, "history", "diff", e[1]["id"].(string), e[0]["id"].(string)).stdout
	if strings.Contains(got, "2026-03") || !strings.Contains(got, "A  first\n") && !strings.Contains(got, "A  second\n") {
		t.Errorf("the sides are named\n%s", got)
	}
}
