package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestJSONKeepsTheResponseByteForByte(t *testing.T) {
	const odd = "{ \"object\":\"response\", \"status\":\"completed\",\n \"output\":[ ], \"temperature\": 1.50, \"x\":\"\\u003c<\" }"
	base := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, odd) })
	r := program(t, `{}`, "send", "--json", "--base-url", base)
	r.wants(t, exitOK)
	if !strings.Contains(r.stdout, `"response":`+odd+`,`) {
		t.Errorf("%s", r.stdout)
	}
}

func TestEventsPreserveInvalidUTF8(t *testing.T) {
	base := saying(t, ": one\xff\nid: 7\ndata: a\xfe\ndata: b\n\nevent: only\n\ndata: torn")
	r := program(t, `{"stream":true}`, "send", "--events", "--base-url", base)
	r.wants(t, exitFailed)
	lines := eventLines(t, r.stdout)
	if len(lines) != 5 {
		t.Fatalf("%s", r.stdout)
	}
	if c := lines[0]; *c.Comment != "one\ufffd" || string(c.Raw) != "one\xff" {
		t.Errorf("comment %+v", c)
	}
	if f := lines[1]; *f.Data != "a\ufffd\nb" || string(f.Raw) != "a\xfe\nb" || *f.ID != "7" || f.Event != nil {
		t.Errorf("frame %+v", f)
	}
	if f := lines[2]; f.Data != nil || *f.Event != "only" {
		t.Errorf("frame without data %+v", f)
	}
	if f := lines[3]; !f.Torn || *f.Data != "torn" {
		t.Errorf("torn tail %+v", f)
	}
	if got := keys(t, r.stdout[strings.LastIndex(strings.TrimSpace(r.stdout), "\n")+1:]); got != "at_us verdict http_status warnings" {
		t.Errorf("last line has %s", got)
	}
}

// TestStdoutTakesTheBytesAndStderrNone: text goes to a pipe as received, escape
// sequences and all, and never to stderr.
func TestEscapesReachAPipeButNeverStderr(t *testing.T) {
	base := saying(t, message(`"a\u001b[2Jb\r\u009b"`, `"\u202ec\u0000"`)+
		event("response.failed", `,"response":{"status":"failed","error":{"code":"x\u001b[0m","message":"line\nbreak\u001b]0;t\u0007\u202e"}}`))
	r := program(t, `{"stream":true}`, "send", "--base-url", base)
	r.wants(t, exitFailed, "line break")
	if r.stdout != "a\x1b[2Jb\r\u009b\u202ec\x00" {
		t.Errorf("stdout %q", r.stdout)
	}
	if strings.ContainsAny(r.stderr, "\x1b\x07\u202e") {
		t.Errorf("stderr %q", r.stderr)
	}
}

func TestReasoningAndCallsGoToStderr(t *testing.T) {
	stream := event("response.output_item.added", `,"output_index":0,"item":{"type":"reasoning","id":"r"}`) +
		event("response.reasoning_text.delta", `,"output_index":0,"content_index":0,"delta":"first\nsec"`) +
		event("response.reasoning_text.delta", `,"output_index":0,"content_index":0,"delta":"ond"`) +
		event("response.output_item.done", `,"output_index":0,"item":{"type":"reasoning","id":"r","content":[{"type":"reasoning_text","text":"first\nsecond"}]}`) +
		event("response.output_item.done", `,"output_index":1,"item":{"type":"function_call","id":"f","call_id":"c","name":"get_weather","arguments":"{\"city\":\"Bern\"}"}`) +
		event("response.output_item.done", `,"output_index":2,"item":{"type":"message","id":"m","content":[{"type":"refusal","refusal":"I will not."}]}`) + completed
	r := program(t, `{"stream":true}`, "send", "--base-url", saying(t, stream))
	r.wants(t, exitOK, "reasoning: first\n", "reasoning: second\n", `get_weather {"city":"Bern"}`, "warning: refusal")
	if r.stdout != "I will not." {
		t.Errorf("stdout %q", r.stdout)
	}
	if strings.Count(r.stderr, "first") != 1 {
		t.Errorf("reasoning is told twice: %q", r.stderr)
	}
}

// TestTextKeepsTheOrderOfItems: an item that runs ahead waits.
func TestTextKeepsTheOrderOfItems(t *testing.T) {
	added := func(i int) string {
		return event("response.output_item.added", fmt.Sprintf(`,"output_index":%d,"item":{"type":"message","id":"m%d","content":[]}`, i, i))
	}
	delta := func(i int, text string) string {
		return event("response.output_text.delta", fmt.Sprintf(`,"output_index":%d,"content_index":0,"item_id":"m%d","delta":%q`, i, i, text))
	}
	stream := added(0) + added(1) + delta(0, "a") + delta(1, "C") + delta(0, "b") + delta(1, "D") + completed
	r := program(t, `{"stream":true}`, "send", "--base-url", saying(t, stream))
	r.wants(t, exitOK)
	if r.stdout != "abCD" {
		t.Errorf("stdout %q", r.stdout)
	}
}

// signalWriter is a stdout that signals when something has been printed.
type signalWriter struct {
	text    []byte
	printed chan struct{}
	once    sync.Once
}

func (w *signalWriter) Write(p []byte) (int, error) {
	defer w.once.Do(func() { close(w.printed) })
	w.text = append(w.text, p...)
	return len(p), nil
}

// TestAnEndThatContradictsIsAWarning: the verdict is that of the event, and --json has
// the codes; plain output names the error_type.
func TestAnEndThatContradictsIsAWarning(t *testing.T) {
	stream := message(`"cipher"`) + event("response.output_text.done", `,"output_index":0,"content_index":0,"item_id":"m","text":"plain"`) +
		event("response.completed", `,"response":{"status":"failed","error_type":"max_tokens_exceeded"}`) + "data: [DONE]\n\n"
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, stream)
	})
	r := programIn(t, nil, `{"stream":true}`, "--base-url", base, "send", "--json")
	r.wants(t, exitOK, "")
	var o struct {
		Status   string
		Warnings []struct{ Code string }
	}
	if err := json.Unmarshal([]byte(r.stdout), &o); err != nil || o.Status != "completed" || len(o.Warnings) != 2 ||
		o.Warnings[0].Code != "replaced_text" || o.Warnings[1].Code != "status_conflict" {
		t.Errorf("%v %s", err, r.stdout)
	}
	programIn(t, nil, `{"stream":true}`, "--base-url", base, "send").wants(t, exitOK, "gatehouse: error_type: max_tokens_exceeded")
}

// TestCorrectedTextIsReported: printed text cannot be removed, so a line reports that the
// service corrected it.
func TestCorrectedTextIsReported(t *testing.T) {
	done := event("response.output_text.done", `,"output_index":0,"content_index":0,"item_id":"m","text":"plain"`) + completed
	out := &signalWriter{printed: make(chan struct{})}
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, message(`"cipher"`))
		w.(http.Flusher).Flush()
		select {
		case <-out.printed:
		case <-r.Context().Done():
		}
		io.WriteString(w, done)
	})
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"send", "--base-url", base}, host{
		stdin: strings.NewReader(`{"stream":true}`), stdout: out, stderr: &stderr, getenv: func(string) string { return "" },
	})
	ran{code, string(out.text), stderr.String()}.wants(t, exitOK, "warning: replaced_text: the final text differs from what was streamed")
	if string(out.text) != "cipher" {
		t.Errorf("stdout %q", out.text)
	}
	p := decode(t, program(t, `{"stream":true}`, "send", "--json", "--base-url", saying(t, message(`"cipher"`)+done)).stdout)
	if p.Text != "plain" {
		t.Errorf("--json has %q", p.Text)
	}
}

// TestLongLine: a line beyond the cap ends the exchange with a warning,
// and what had arrived is printed.
func TestLongLine(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	base := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, message(`"before"`)+"data: ")
		block := []byte(strings.Repeat("x", 1<<20))
		for range 100 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	r := program(t, `{"stream":true}`, "send", "--base-url", base)
	r.wants(t, exitFailed, "line_cap", "64 MiB", "the rest was not read")
	if r.stdout != "before" {
		t.Errorf("stdout has %d bytes", len(r.stdout))
	}
}

// closing is a reader that goes away after its first line.
type closing struct{ writes int }

func (c *closing) Write(p []byte) (int, error) {
	if c.writes++; c.writes > 1 {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	}
	return len(p), nil
}

// TestAListThatNobodyReadsEndsQuietly, as in a pipe to head.
func TestAListThatNobodyReadsEndsQuietly(t *testing.T) {
	dir := newDataDir(t)
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "hello")
	for _, args := range [][]string{{"history", "list"}, {"history", "list", "--json"}, {"history", "show", "last"}, {"history", "stats"}, {"export", "last", "--as", "curl"}, {"version"}} {
		var stderr strings.Builder
		code := run(t.Context(), append([]string{"--data-dir", dir}, args...), host{
			stdin: strings.NewReader(""), stdout: &closing{writes: 1}, stderr: &stderr, getenv: func(string) string { return "" },
		})
		if code != exitSignal+int(syscall.SIGPIPE) && code != exitOK || stderr.String() != "" {
			t.Errorf("%s: exit code %d, stderr %q", args, code, stderr.String())
		}
	}
}

func TestClosedStdoutEndsQuietly(t *testing.T) {
	var stderr strings.Builder
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for {
			if _, err := io.WriteString(w, ": beat\n\n"); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	})
	code := run(t.Context(), []string{"send", "--events", "--base-url", base}, host{
		stdin: strings.NewReader(`{"stream":true}`), stdout: &closing{}, stderr: &stderr, getenv: func(string) string { return "" },
	})
	if code != exitSignal+int(syscall.SIGPIPE) || stderr.String() != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}
