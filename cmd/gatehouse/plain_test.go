package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// says stands for a service whose answers are one word each.
func says(t *testing.T, words ...string) (base string, asked func() []map[string]any) {
	var all []map[string]any
	base = answering(t, func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		word := words[min(len(all), len(words)-1)]
		all = append(all, body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, message(string(mustQuote(word)))+completed)
	})
	return base, func() []map[string]any { return all }
}

func mustQuote(s string) []byte {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return out
}

// lastText is the text of the last user message of a request.
func lastText(t *testing.T, body map[string]any) string {
	t.Helper()
	list, ok := body["input"].([]any)
	if !ok || len(list) == 0 {
		t.Fatalf("no input in %v", body)
	}
	out, _ := json.Marshal(list[len(list)-1])
	return string(out)
}

func TestPlainTalksThroughAPipe(t *testing.T) {
	base, asked := says(t, "one", "two", "three")
	r := program(t, "hello\n//etc\na\\\nb\n\nc\n/quit\nnever sent\n", "--plain", "--base-url", base)
	r.wants(t, exitOK, "Completed: ")
	if r.stdout != "one\ntwo\nthree\nthree\n" {
		t.Errorf("stdout %q", r.stdout)
	}
	all := asked()
	if len(all) != 4 {
		t.Fatalf("%d requests", len(all))
	}
	for i, want := range []string{`"hello"`, `"/etc"`, `"a\nb"`, `"c"`} {
		if got := lastText(t, all[i]); !strings.Contains(got, want) {
			t.Errorf("message %d is %s, want %s", i, got, want)
		}
	}
	if n := len(all[3]["input"].([]any)); n != 7 {
		t.Errorf("the fourth request has %d items of the conversation, want 7", n)
	}
}

func TestPlainEndsWithTheCodeOfItsLastExchange(t *testing.T) {
	for model, want := range map[string]int{"fault/cut": exitFailed, "fault/incomplete": exitIncomplete, "sim/writer": exitOK} {
		program(t, "hello\n/help\n", "--plain", "-m", model).wants(t, want)
	}
	program(t, "/hlep\n", "--plain").wants(t, exitUsage, "Did you mean /help?")
	program(t, "", "--plain").wants(t, exitOK)
}

func TestPlainExplainsAFailureInSentences(t *testing.T) {
	r := program(t, "hello\n", "--plain", "-m", "fault/429")
	r.wants(t, exitFailed, "Try: ", "Failed: ")
	for line := range strings.Lines(r.stderr) {
		if line = strings.TrimRight(line, "\n"); !regexp.MustCompile(`[.!?]$`).MatchString(line) && !strings.Contains(line, "exchanges are saved") {
			t.Errorf("no sentence: %q", line)
		}
	}
}

func TestPlainOpensAndSaves(t *testing.T) {
	t.Chdir(t.TempDir())
	base, asked := says(t, "one", "two")
	program(t, "hello\n/save talk.json\n", "--plain", "--base-url", base).wants(t, exitOK)
	r := program(t, "/history open talk.json\nmore\n/save talk.json\n/save more.json\n", "--plain", "--base-url", base)
	r.wants(t, exitUsage, "Opened talk.json, 1 turn", "Not saved: talk.json exists. /save takes another name.")
	if n := len(asked()[1]["input"].([]any)); n != 3 {
		t.Errorf("%d items after what was opened, want 3", n)
	}
	saved, err := os.ReadFile("more.json")
	if err != nil || !strings.Contains(string(saved), "more") {
		t.Errorf("%v %s", err, saved)
	}
	if info, _ := os.Stat("more.json"); info != nil && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	program(t, "", "--plain", filepath.Join(t.TempDir(), "none")).wants(t, exitUsage)
}

// TestPlainOnADumbTerminal is a session by keyboard: no control character is written.
func TestPlainOnADumbTerminal(t *testing.T) {
	cmd, terminal := screen(t, nil, "TERM=dumb")
	until(t, terminal, "You: ")
	io.WriteString(terminal, "hello\n")
	until(t, terminal, "Completed: ")
	until(t, terminal, "You: ")
	io.WriteString(terminal, "\x04") // ctrl+d
	rest, _ := io.ReadAll(terminal)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitOK || strings.ContainsRune(string(rest), '\x1b') {
		t.Errorf("exit code %d, %q", code, rest)
	}
}

// TestPlainStopsAStream: ctrl+c stops the answer and what arrived stays; at the prompt it ends the
// chat.
func TestPlainStopsAStream(t *testing.T) {
	base, _ := half(t)
	cmd, terminal := screen(t, []string{"--base-url", base}, "ACCESSIBLE=1")
	until(t, terminal, "You: ")
	io.WriteString(terminal, "hello\n")
	until(t, terminal, "half")
	io.WriteString(terminal, "\x03")
	until(t, terminal, "Cancelled: ")
	until(t, terminal, "You: ")
	io.WriteString(terminal, "\x03")
	_, _ = io.ReadAll(terminal)
	_ = cmd.Wait()
	if code, want := cmd.ProcessState.ExitCode(), exitSignal+int(syscall.SIGINT); code != want {
		t.Errorf("exit code %d, want %d", code, want)
	}
}

func TestPlainMakesTextSafeForATerminal(t *testing.T) {
	base, _ := says(t, "a\x1b[2Jb")
	cmd, terminal := screen(t, []string{"--plain", "--base-url", base})
	until(t, terminal, "You: ")
	io.WriteString(terminal, "hello\n/quit\n")
	out, _ := io.ReadAll(terminal)
	_ = cmd.Wait()
	if strings.ContainsRune(string(out), '\x1b') || !strings.Contains(string(out), "[2Jb") {
		t.Errorf("%q", out)
	}
	if r := program(t, "hello\n", "--plain", "--base-url", base); r.stdout != "a\x1b[2Jb\n" {
		t.Errorf("to a pipe: %q", r.stdout)
	}
}
