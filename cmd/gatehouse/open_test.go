package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatThePlaygroundOpens(t *testing.T) {
	for name, c := range map[string]struct {
		doc, body string
		request   bool
	}{
		"a request":            {`{"temperature": 1.50, "input": "hi"}`, "{\n  \"temperature\": 1.50,\n  \"input\": \"hi\"\n}", true},
		"a text":               {`"hi"`, "{\n  \"model\": \"fall/back\",\n  \"stream\": true,\n  \"input\": \"hi\"\n}", false},
		"a list of items":      {`["odd"]`, "{\n  \"model\": \"fall/back\",\n  \"stream\": true,\n  \"input\": [\n    \"odd\"\n  ]\n}", false},
		"a response":           {`{"object":"response","model":"v/m","output":[5]}`, "{\n  \"model\": \"v/m\",\n  \"stream\": true,\n  \"input\": [\n    5\n  ]\n}", false},
		"a request of nothing": {"{}\n", "{}", true},
		"an event stream":      {": x\n\ndata: {\"type\":\"response.completed\",\"response\":{\"model\":\"v/m\",\"status\":\"completed\",\"output\":[{\"type\":\"x\"}]}}\n\n", "{\n  \"model\": \"v/m\",\n  \"stream\": true,\n  \"input\": [\n    {\n      \"type\": \"x\"\n    }\n  ]\n}", false},
	} {
		var o app.Options
		err := openFile(t.Context(), host{}, []string{file(t, "x.json", c.doc)}, &o)
		session := o.Session
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := session.Default("fall/back"); err != nil || session.Request != c.request {
			t.Errorf("%s: %v, a request: %v", name, err, session.Request)
		}
		if got, err := session.Conversation.Body("", talk.BodyOptions{}); err != nil || string(got) != c.body {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.body)
		}
	}
}

func TestWhatThePlaygroundDoesNotOpen(t *testing.T) {
	folder := t.TempDir()
	for word, path := range map[string]string{
		"line 2, column 1":                file(t, "broken.json", "{\n"),
		"or a saved event stream":         file(t, "notes.txt", "id: 5\nname: x\n"),
		"neither a request":               file(t, "five.json", "5"),
		"documents[0]":                    file(t, "rank.json", `{"model":"m","query":"q","documents":[5]}`),
		"a folder":                        folder,
		"no such file":                    filepath.Join(folder, "none.json"),
		"is neither a command nor a file": "none",
		"no such file; relative paths ":   "none.json",
		"use gatehouse send -":            "-",
	} {
		r := program(t, "", path)
		r.wants(t, exitUsage, word, path)
		if r.stdout != "" || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: stdout %q, stderr %q", path, r.stdout, r.stderr)
		}
	}
	program(t, "", file(t, "a.json", "{}"), "b.json").wants(t, exitUsage, "takes one FILE")
	program(t, "", file(t, "a.json", "{}")).wants(t, exitUsage, "needs a terminal")
}

func TestThePlaygroundShowsTheFile(t *testing.T) {
	path := file(t, "session.json", `{"stream":true,"input":[{"role":"user","content":"a question of before"},{"role":"assistant","content":"an answer of before"}]}`)
	_, terminal := screen(t, []string{path})
	until(t, terminal, "an answer of before")
}

func TestARerankSetIsOpenedOrNamedAsOne(t *testing.T) {
	doc := bytes.Replace([]byte(`{"kind":"KIND","queries":[{"text":"how of before"}],"documents":["a document of before"],"models":[]}`), []byte("KIND"), setKind(t), 1)
	path := file(t, "set.json", string(doc))
	_, terminal := screen(t, []string{path})
	until(t, terminal, "a document of before")
	request := file(t, "request.json", `{"model":"sim/bm25","query":"a query of before","documents":["another document"]}`)
	_, terminal = screen(t, []string{request})
	until(t, terminal, "another document")
	corpus := written(t, "data/corpus.jsonl", `{"_id":"a","text":"a document of a data set"}`+"\n")
	folder := filepath.Dir(corpus)
	if err := os.WriteFile(filepath.Join(folder, "queries.jsonl"), []byte(`{"_id":"q1","text":"data"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	qrels := filepath.Join(folder, "qrels")
	if err := errors.Join(os.Mkdir(qrels, 0o700), os.WriteFile(filepath.Join(qrels, "test.tsv"), []byte("q1\ta\t2\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	_, terminal = screen(t, []string{folder})
	until(t, terminal, "a document of a data set")
	for _, command := range []string{"validate", "send"} {
		program(t, "", command, path).wants(t, exitUsage, "rerank set", "gatehouse rerank FILE")
	}
}

// TestASavedStreamIsNoRequest: what a command that wants a request says of it.
func TestASavedStreamIsNoRequest(t *testing.T) {
	for name, c := range map[string]struct{ text, opens string }{
		"stream":    {"data: {\"type\":\"response.created\"}\n\n", "gatehouse FILE opens it"},
		"head":      {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}", "gatehouse FILE opens it"},
		"HAR":       {`{"log":{"version":"1.2","entries":[]}}`, "gatehouse FILE opens it"},
		"batch":     {`{"custom_id":"a","body":{"input":"hi"}}`, "gatehouse import FILE"},
		"long head": {"HTTP/1.1 200 OK\n" + strings.Repeat("x: y\n a\n", 1<<18), "longer than 1 MiB"},
	} {
		for _, args := range [][]string{{"validate"}, {"send"}, {"send", "-p", "go on"}} {
			r := program(t, "", append(args, file(t, name, c.text))...)
			r.wants(t, exitUsage, "not a request", c.opens)
			if strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("%s %v: %q", name, args, r.stderr)
			}
		}
	}
}

// TestAnAnswerIsRefusedUnread: its head shows that it is none of the requests, however large its
// body is.
func TestAnAnswerIsRefusedUnread(t *testing.T) {
	const holds = 64 << 20
	var packed bytes.Buffer
	packed.WriteString("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, holds))
	z.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := noStream(packed.Bytes())
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > holds/4 {
		t.Errorf("%v took %d bytes", err, took)
	}
}

// setKind is the member by which a set is known.
func setKind(t *testing.T) []byte {
	doc, err := dataset.Set{}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return []byte(scan.Text(scan.Get(doc, "kind")))
}

// exchange is a real exchange with the local gateway, folded.
func exchange(t *testing.T, base, key string, body []byte) *state.Exchange {
	t.Helper()
	c := client.New(client.WithBaseURL(base), client.WithKey(key))
	defer c.Close()
	x := state.NewExchange("x", body)
	c.Do(t.Context(), client.Call{Path: "/responses", Body: body, Stream: true}, folding{x})
	if x.Verdict != state.Completed {
		t.Fatalf("%s: %s", x.Verdict, x.Reason)
	}
	return x
}

type folding struct{ x *state.Exchange }

func (f folding) Start(*wire.Capture)   {}
func (f folding) Arrive(a wire.Arrival) { f.x.Apply(a) }

// TestASavedSessionIsTheSameBytesEverywhere: a conversation of three turns with
// a tool call is saved, opened again, continued, and sent by gatehouse send
// and by curl.
func TestASavedSessionIsTheSameBytesEverywhere(t *testing.T) {
	l := newLocal(context.Background(), host{getenv: func(string) string { return "" }, stderr: io.Discard}, "service")
	base, key, err := l.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer l.stop()
	session, err := talk.Open([]byte(`{"model":"sim/writer","stream":true,"x-unknown":1.50,"tools":[{"type":"function","name":"get_weather","description":"weather of a city","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	say := func(composer string) {
		body, err := session.Body(composer, talk.BodyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var input []json.RawMessage
		if composer != "" {
			input = append(input, talk.UserMessage(composer))
		}
		turn := session.TurnToSend(session.Current, input)
		turn.Exchange = exchange(t, base, key, body)
	}
	say("What is the weather in Bern?")
	call := session.Current.Items()[len(session.Current.Items())-1]
	if call.Type != "function_call" {
		t.Fatalf("the answer is a %s", call.Type)
	}
	output := `{"type":"function_call_output","call_id":"` + call.CallID() + `","output":"it's \"raining\" at $5 — \u00e9"}`
	if _, err := session.Edit("/input/-", []byte(output), "", talk.BodyOptions{}); err != nil {
		t.Fatal(err)
	}
	say("")
	say("Thank you.")
	want, err := session.Body("And tomorrow?", talk.BodyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session.json")
	if err := files.Create(path, append(bytes.Clone(want), '\n')); err != nil {
		t.Fatal(err)
	}
	again, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := again.Conversation.Body("", talk.BodyOptions{}); !bytes.Equal(got, want) {
		t.Errorf("opened again\n%s\nwant\n%s", got, want)
	}
	if n := len(again.Conversation.Path()); n != 4 {
		t.Errorf("%d turns, want four", n)
	}
	bodies := make(chan []byte, 1)
	capture := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- body
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, completed)
	})
	program(t, "", "send", "--base-url", capture, path).wants(t, exitOK)
	if received := <-bodies; !bytes.Equal(received, want) {
		t.Errorf("gatehouse send sent\n%s\nwant\n%s", received, want)
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not on this machine")
	}
	for name, wrote := range map[string]struct {
		file string
		want []byte
	}{"body": {"", want}, "file": {path, append(bytes.Clone(want), '\n')}} {
		cmd := exec.Command("sh", "-c", export.Curl(export.Request{URL: capture + "/responses", Body: want}, wrote.file))
		cmd.Env = append(os.Environ(), "NO_PROXY=*", "no_proxy=*")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("curl with the %s: %v %s", name, err, out)
		}
		if received := <-bodies; !bytes.Equal(received, wrote.want) {
			t.Errorf("curl with the %s sent\n%s", name, received)
		}
	}
	program(t, "", "send", path).wants(t, exitOK)
}

func TestBoundToolsDoNotSeeTheKeys(t *testing.T) {
	s := config.Settings{KeyVars: []string{"GATEHOUSE_API_KEY", "WORK_KEY"}, Tools: map[string]config.Tool{"f": {Command: []string{"./f", "x"}, Timeout: "3s", MaxOutput: 7}}}
	got := boundTools(s, "canary-key", []string{"A=b", "WORK_KEY=canary-key", "GATEHOUSE_API_KEY=k", "X=canary-key"})["f"]
	if !slices.Equal(got.Argv, []string{"./f", "x"}) || got.Timeout != 3*time.Second || got.MaxOutput != 7 || !slices.Equal(got.Environ, []string{"A=b"}) {
		t.Errorf("%+v", got)
	}
}
