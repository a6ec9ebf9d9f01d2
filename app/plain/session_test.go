package plain_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/app/plain"
	"gatehouse/client"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

var update = flag.Bool("update", false, "write the golden session")

// keyboard is a terminal and its user, who types the next line at each prompt.
// It holds all that can be read there.
type keyboard struct {
	seen   bytes.Buffer
	script []string
	typed  chan string
	rest   []byte // of a line that was not read yet
}

func newKeyboard(script []string) *keyboard {
	return &keyboard{script: script, typed: make(chan string, 1)}
}

func (k *keyboard) Write(p []byte) (int, error) {
	n, err := k.seen.Write(p)
	if string(p) == "You: " {
		if len(k.script) == 0 {
			close(k.typed)
			return n, err
		}
		k.typed <- k.script[0] + "\n"
		k.seen.WriteString(k.script[0] + "\n")
		k.script = k.script[1:]
	}
	return n, err
}

func (k *keyboard) say(line string) { k.seen.WriteString(line + "\n") }

// input is what is typed.
type input struct{ *keyboard }

func (in input) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		line, ok := <-in.typed
		if !ok {
			return 0, io.EOF
		}
		in.rest = []byte(line)
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

// talk holds a chat with the local gateway, which answers at once.
func talk(t *testing.T, script ...string) (string, plain.End) {
	t.Helper()
	return talkWith(t, func(*plain.Options) {}, script...)
}

// talkWith holds a chat with other options.
func talkWith(t *testing.T, change func(*plain.Options), script ...string) (string, plain.End) {
	t.Helper()
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	t.Cleanup(server.Close)
	base := server.URL + gateway.Prefix
	c := client.New(client.WithBaseURL(base), client.WithKey("k"))
	t.Cleanup(c.Close)
	a, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "data"), archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	k := newKeyboard(script)
	options := plain.Options{
		In: input{k}, Out: k, Say: k.say, Interactive: true,
		Connection: plain.Connection{Client: c, Title: "here", Simulated: true, Model: "sim/writer", Metadata: true, Archive: a,
			About: history.About{Origin: history.Playground, Connection: history.Local}},
	}
	change(&options)
	end := plain.Run(context.Background(), options)
	return k.seen.String(), end
}

// variable is what differs between two runs.
var variable = regexp.MustCompile(`\b[0-9.]+ (ms|s)\b|just now|127\.0\.0\.1:[0-9]+|user_[0-9a-f]{12}`)

// TestSession is a full session as printed: chat, route, save, history, in each case
// with the output if it fails.
func TestSession(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tools.json", []byte(`{"model":"sim/writer","stream":true,"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object"}}],"input":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	got, end := talk(t,
		"/help", "/route", "/answer x", "/save", "/history 1",
		"hello", "/route", "/usage",
		"/model service/auto", "Which key should I rotate first?", "/route",
		"/model fault/cut", "go on", "/route",
		"/model fault/guardrail", "x", "/route", "/model sim/writer", "pay with 4111 1111 1111 1111 now", "/route",
		"/model sim/reasoner", "/history new", "why?",
		"/save talk.json", "/save talk.json", "/save", "/save", "/history open nowhere.json", "/history open",
		"/history", "/history verdict:truncated", "/history nothing has these words", "/history (", "/history", "/history foo", "/history 1", "/history 99", "/history continue 99", "/history continue 2",
		"/history open tools.json", "get_weather in Bern, please", "/approve", "/answer sunny", "/usage",
		"/hist", "/open x", "/xyz", "/quit now", "/quit", "never read")
	if end.Err != nil || end.Signal != nil {
		t.Errorf("%+v", end)
	}
	got = variable.ReplaceAllString(got, "T")
	golden := filepath.Join(home, "testdata", "session.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the session reads otherwise; go test ./app/plain -update, and read it aloud:\n%s", got)
	}
}

// home is the directory of the package.
var home, _ = os.Getwd()
