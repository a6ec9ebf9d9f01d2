package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// emptyEnd is an answer that was streamed, and whose final event is empty.
const emptyEnd = `event: response.created
data: {"type":"response.created","sequence_number":0,"response":{"status":"in_progress"}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","sequence_number":1,"item_id":"m","output_index":0,"content_index":0,"delta":"Hello"}

event: response.completed
data: {"type":"response.completed","sequence_number":2,"response":{"status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}}

data: [DONE]

`

func TestLintSaysWhatIsWrongAndWhatToDo(t *testing.T) {
	r := program(t, "", "lint", savedFile(t, "answer.sse", emptyEnd))
	r.wants(t, exitFailed, "4 errors in 1 exchange")
	for _, want := range []string{"final-output-empty  frame 3\n", "Clients that read the final event show an empty answer.", "Put every item that was streamed into response.output"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
}

func TestLintFailsFromTheLevelOnThatIsAskedFor(t *testing.T) {
	stream := savedFile(t, "answer.sse", "event: response.incomplete\n"+
		`data: {"type":"response.incomplete","sequence_number":0,"response":{"status":"incomplete","output":[]}}`+"\n\ndata: [DONE]\n\n")
	for level, code := range map[string]int{"error": exitOK, "warning": exitFailed, "note": exitFailed} {
		program(t, "", "lint", stream, "--fail-on", level).wants(t, code, "1 warning in 1 exchange")
	}
	program(t, "", "lint", stream, "--fail-on", "fatal").wants(t, exitUsage, "error, warning or note")
	program(t, "", "lint", stream, "--format", "xml").wants(t, exitUsage, "text, json or sarif")
}

// TestLintKnowsWhatASavedStreamIs: the file does not say which API was asked.
func TestLintKnowsWhatASavedStreamIs(t *testing.T) {
	for name, stream := range map[string]string{
		"chat":     `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n",
		"messages": "data: " + `{"type":"message_start","message":{"usage":{"input_tokens":1}}}` + "\n\nevent: message_delta\ndata: " + `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}` + "\n\ndata: " + `{"type":"message_stop"}` + "\n\n",
	} {
		want := map[string]string{"chat": "tool-index-missing", "messages": "event-name-missing"}[name]
		r := program(t, "", "lint", savedFile(t, "answer.sse", stream))
		if r.wants(t, exitFailed, "1 error in 1 exchange"); !strings.Contains(r.stdout, want) {
			t.Errorf("%s: no %s in\n%s", name, want, r.stdout)
		}
	}
	program(t, "", "lint", savedFile(t, "answer.json", `{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{"}]}`)).
		wants(t, exitFailed, "1 error, 1 warning in 1 exchange")
	program(t, "", "lint", savedFile(t, "request.json", `{"input":"hello"}`)).wants(t, exitUsage, "nothing was checked")
}

// TestLintOfAFileIsStopped after the exchange in work, with the exit code of the signal.
func TestLintOfAFileIsStopped(t *testing.T) {
	const entry = `{"startedDateTime":"2026-01-01T00:00:00Z","time":1,"request":{"method":"POST","url":"http://h/responses","headers":[],"postData":{"text":"{\"input\":\"a\"}"}},` +
		`"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":"{\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"function_call\",\"arguments\":\"{\"}]}"}}}`
	file := savedFile(t, "a.har", `{"log":{"entries":[`+entry+`,`+strings.ReplaceAll(entry, "00:00:00", "00:00:01")+`]}}`)
	program(t, "", "lint", file).wants(t, exitFailed, "in 2 exchanges")
	ctx, cancel := context.WithCancelCause(t.Context())
	var stderr bytes.Buffer
	code := run(ctx, []string{"lint", file}, host{stdin: strings.NewReader(""), stdout: stopAfter{cancel}, stderr: &stderr, getenv: func(string) string { return "" }})
	if want := "gatehouse: stopped after checking 1 of 2 exchanges; the others were not checked\n"; code != 130 || stderr.String() != want {
		t.Errorf("exit %d, %q", code, &stderr)
	}
}

func TestLintPrintsJSON(t *testing.T) {
	r := program(t, "", "lint", "--format", "json", savedFile(t, "answer.sse", emptyEnd))
	var out struct {
		Exchanges []struct {
			Findings []struct {
				Rule, Level, Message, Remedy string
				Frames                       []int
			}
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || len(out.Exchanges) != 1 {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	for _, f := range out.Exchanges[0].Findings {
		if f.Rule == "final-output-empty" && f.Level == "error" && len(f.Frames) == 1 && f.Frames[0] == 2 && f.Remedy != "" {
			return
		}
	}
	t.Errorf("no final-output-empty in frame 2: %s", r.stdout)
}

// TestLintHintsAtWhatWasSent: in every format, and the exit code is that of the answer.
func TestLintHintsAtWhatWasSent(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", savedFile(t, "r.json", `{"model":"sim/writer","input":"hello","temprature":1,"temperature":5}`)).wants(t, exitOK)
	for format, want := range map[string]string{
		"text":  "REQUEST  2 hints on what was sent\n  ⚠ temprature: is not a member of /responses; temperature is, and is set too\n",
		"json":  `"findings":[],"hints":[{"path":"temprature","level":"warning","message":"is not a member of /responses; temperature is, and is set too"},{"path":"temperature","level":"note",`,
		"sarif": `"ruleId": "request-hint"`,
	} {
		r := inHistory(t, dir, "lint", "--fail-on", "note", "--format", format)
		if r.wants(t, exitOK); !strings.Contains(r.stdout, want) {
			t.Errorf("%s: no %s in\n%s", format, want, r.stdout)
		}
	}
	inHistory(t, dir, "lint").wants(t, exitOK, "nothing found in 1 exchange", "2 hints on what was sent")
}

// TestTheLocalGatewayHasNoDeviation asks its plain models for each kind of answer.
func TestTheLocalGatewayHasNoDeviation(t *testing.T) {
	dir := newDataDir(t)
	for _, request := range []string{
		`{"model":"sim/writer","input":"write 3 KB","stream":true}`,
		`{"model":"sim/writer","input":"hello"}`,
		`{"model":"sim/coder","input":"write a function","stream":true}`,
		`{"model":"sim/reasoner","input":"why is the sky blue?","stream":true}`,
		`{"model":"sim/structured","input":"a person","stream":true,"text":{"format":{"type":"json_schema","name":"p","schema":{"type":"object","properties":{"name":{"type":"string"}}}}}}`,
		`{"model":"sim/writer","input":"what is the weather in Bern? use get_weather","stream":true,"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]}`,
		`{"input":"route this","stream":true,"plugins":[{"id":"auto-router"}]}`,
		`{"input":"panel","stream":true,"plugins":[{"id":"fusion"}]}`,
		`{"input":"debug","stream":true,"debug":{"echo_upstream_body":true}}`,
		`{"model":"sim/writer","input":"hello","stream":true,"max_output_tokens":16}`,
		`{"model":"fault/429","input":"hello","stream":true}`,
	} {
		inHistory(t, dir, "send", "--metadata", savedFile(t, "r.json", request))
	}
	inHistory(t, dir, "rerank", savedFile(t, "set.json", `{"model":"sim/bm25","query":"rank","documents":["one","two"],"top_n":1}`))
	r := inHistory(t, dir, "lint", "--fail-on", "note", "since:1h")
	r.wants(t, exitOK, "nothing that breaks a client in 12 exchanges")
	if n := strings.Count(r.stdout, "Nothing that breaks a client."); n != 2 {
		t.Errorf("%d ends in\n%s", n, r.stdout)
	}
}

// TestLintBeginsWithHowTheAnswerEnded: an answer may be well formed and still not what a client expects.
func TestLintBeginsWithHowTheAnswerEnded(t *testing.T) {
	for model, c := range map[string]struct {
		code  int
		wants []string
	}{
		"fault/incomplete":    {exitOK, []string{"incomplete: max_output_tokens. Nothing that breaks a client."}},
		"fault/failed-event":  {exitOK, []string{"failed: provider_unavailable. Nothing that breaks a client."}},
		"fault/cut":           {exitFailed, []string{"truncated. 1 error\n", "no-terminal"}},
		"fault/unknown-event": {exitOK, []string{"completed. Nothing that breaks a client.\n⚠ unknown part", "unknown event response.hologram.rotated"}},
		"fault/bad-json":      {exitFailed, []string{"1 error\n", "not-json", "measured"}},
	} {
		dir := newDataDir(t)
		inHistory(t, dir, "send", savedFile(t, "r.json", `{"model":"`+model+`","input":"hello","stream":true}`))
		r := inHistory(t, dir, "lint")
		r.wants(t, c.code)
		for _, want := range c.wants {
			if !strings.Contains(r.stdout, want) || strings.Contains(r.stdout+r.stderr, "othing found") {
				t.Errorf("%s: no %q in\n%s%s", model, want, r.stdout, r.stderr)
			}
		}
	}
}
