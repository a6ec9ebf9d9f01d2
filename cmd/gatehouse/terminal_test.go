package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/creack/pty"

	"gatehouse/state/history/output"
)

// hostile holds a character of each kind that a terminal obeys or hides.
const hostile = "a\u009b31mb\u0085c\u202ed\u200be\ufefff\u00adg\U000e0041h\x7fi\u2028j\ufe0fk é 漢"

func TestEscapedJSONIsTheSameValue(t *testing.T) {
	text := []byte("{\r\n\t\"a\": \"" + hostile + `\n\\"` + "}\n")
	got := output.Escape(text)
	var before, after any
	if err := json.Unmarshal(text, &before); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &after); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("%v: %q became %q", err, before, after)
	}
	if i := bytes.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && output.Hidden(r) }); i >= 0 {
		t.Errorf("%q stands at %d of %q", got[i], i, got)
	}
	if got := string(output.Escape([]byte("\"\x9b é\""))); got != `"\ufffd é"` {
		t.Errorf("a broken byte became %s", got)
	}
}

// TestJSONToATerminalIsEscaped: what is written to one cannot steer the
// terminal, and what a program reads is as it always was.
func TestJSONToATerminalIsEscaped(t *testing.T) {
	delta, _ := json.Marshal(hostile)
	base := saying(t, message(strings.ReplaceAll(string(delta), `\u2028`, "\u2028")))
	for _, flag := range []string{"--json", "--events"} {
		if r := program(t, `{"stream":true}`, "send", flag, "--base-url", base); !strings.Contains(r.stdout, "\u009b") {
			t.Errorf("%s to a pipe: %q", flag, r.stdout)
		}
		terminal, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		seen := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(terminal)
			seen <- all
		}()
		run(context.Background(), []string{"send", flag, "--base-url", base}, host{
			stdin: strings.NewReader(`{"stream":true}`), stdout: tty, stderr: io.Discard,
			getenv: func(string) string { return "" },
		})
		tty.Close()
		got := string(<-seen)
		terminal.Close()
		if i := strings.IndexFunc(got, func(r rune) bool { return !strings.ContainsRune("\r\n", r) && output.Hidden(r) }); i >= 0 || !strings.Contains(got, `\u009b31m`) {
			t.Errorf("%s: an unsafe character at %d of %q", flag, i, got)
		}
	}
}
