//go:build unix

package plain_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/app/effect/process"
	"gatehouse/app/plain"
)

// weather is a request that offers a tool.
const weather = `{"model":"sim/writer","stream":true,"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],"input":[]}`

// bound binds a shell script to get_weather.
func bound(script string) func(*plain.Options) {
	return func(o *plain.Options) {
		o.Connection.Tools = map[string]process.Command{"get_weather": {Argv: []string{"sh", "-c", script}, Timeout: time.Minute, Environ: os.Environ()}}
	}
}

// weatherFile writes the request to the working directory of the test.
func weatherFile(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tools.json", []byte(weather), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTheCommandOfATool: it is named with what it would read, it runs when the user
// agrees and not before, and what it prints is sent.
func TestTheCommandOfATool(t *testing.T) {
	weatherFile(t)
	got, end := talkWith(t, bound(`cat > ran; echo sunny; echo careful >&2`),
		"/history open tools.json", "get_weather in Bern, please", "/deny", "/history", "/approve", "/approve")
	before, after, ok := strings.Cut(got, "You: /approve\n")
	if !ok || !strings.Contains(before, "/approve runs sh -c") || !strings.Contains(before, `{"city":`) || strings.Contains(before, "sunny\n") {
		t.Errorf("before it agreed:\n%s", before)
	}
	for _, want := range []string{"ended: exit 0", "Standard error: careful.", "Output: sunny", "`get_weather` answered", "No call is waiting"} {
		if !strings.Contains(after, want) {
			t.Errorf("%q is not in:\n%s", want, after)
		}
	}
	if input, err := os.ReadFile("ran"); err != nil || !strings.HasPrefix(string(input), `{"city":`) {
		t.Errorf("the command read %q, %v", input, err)
	}
	if end.Err != nil {
		t.Error(end.Err)
	}
}

// TestACommandRunsOnWhatCouldBeRead: where and how long it runs is reported, and what was left
// out of a long input; a call from a file runs nothing before that was reported.
func TestACommandRunsOnWhatCouldBeRead(t *testing.T) {
	weatherFile(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	call := `{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"city\":\"` + strings.Repeat("x", 2000) + `; the end\"}"}`
	doc := strings.Replace(weather, `"input":[]`, `"input":[{"type":"message","role":"user","content":"hello"},`+call+`]`, 1)
	if err := os.WriteFile("call.json", []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _ := talkWith(t, bound(`cat > ran; echo sunny`), "/call", "/history open call.json", "/approve", "/call", "/approve")
	parts := strings.Split(got, "You: /")
	if len(parts) != 6 {
		t.Fatalf("%d commands:\n%s", len(parts)-1, got)
	}
	for i, want := range []string{"", "No call is waiting", "Opened call.json", " in " + dir + " without a shell, for at most 1m0s", "; the end", "ended: exit 0"} {
		if !strings.Contains(parts[i], want) {
			t.Errorf("%q is not in %q", want, parts[i])
		}
	}
	if offer := parts[3]; !strings.Contains(offer, "/call prints all of it.") || strings.Contains(offer, "the end") || strings.Contains(offer, "ended:") {
		t.Errorf("%q", offer)
	}
}

// TestACommandThatFails sends nothing: the call waits on.
func TestACommandThatFails(t *testing.T) {
	weatherFile(t)
	got, end := talkWith(t, bound(`echo half; exit 3`), "/history open tools.json", "get_weather in Bern, please", "/approve")
	for _, want := range []string{"ended: exit 3", "Output: half", "Nothing was sent. /approve runs it again"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "answered") || !end.Invalid {
		t.Errorf("an output was sent, %+v:\n%s", end, got)
	}
	if got, _ = talkWith(t, bound(`exit 3`), "/history open tools.json", "get_weather in Bern, please", "/approve", "/answer sunny"); !strings.Contains(got, "`get_weather` answered") {
		t.Errorf("the call did not wait:\n%s", got)
	}
}

// TestASignalStopsACommand and not the chat: the call waits on.
func TestASignalStopsACommand(t *testing.T) {
	weatherFile(t)
	if err := syscall.Mkfifo("started", 0o600); err != nil {
		t.Fatal(err)
	}
	signals := make(chan os.Signal)
	go func() {
		_, _ = os.ReadFile("started") // until the command writes to it
		signals <- os.Interrupt
	}()
	stopped := func(o *plain.Options) {
		bound(`echo > started; exec sleep 60`)(o)
		o.Signals = signals
	}
	got, end := talkWith(t, stopped, "/history open tools.json", "get_weather in Bern, please", "/approve", "/answer sunny")
	for _, want := range []string{"The command for get_weather was stopped.", "Nothing was sent.", "`get_weather` answered"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	if end.Signal != nil {
		t.Errorf("%+v", end)
	}
}
