package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"gatehouse/gateway/fault"
)

func TestSendPrintsTheTextAndNothingElse(t *testing.T) {
	for slug, want := range map[string]string{"fault/crlf": "all", "fault/cut": "part", "fault/incomplete": "part"} {
		r := program(t, request(slug, true), "send")
		checkText(t, want, r.stdout)
	}
	r := program(t, request("fault/cut", true), "send")
	r.wants(t, exitFailed, "truncated", "no_terminal")
}

func TestSendPromptAlone(t *testing.T) {
	r := program(t, "", "send", "-p", "hello", "-m", "fault/keepalive", "--events")
	r.wants(t, exitOK)
	if lines := eventLines(t, r.stdout); len(lines) < 10 {
		t.Errorf("-p alone is not streamed: %d lines", len(lines))
	}
}

// TestSendSendsTheFileAsItStands compares what a server received to the byte.
func TestSendSendsTheFileAsItStands(t *testing.T) {
	const odd = "{ \"unknown\" : 1.50,\n\t\"input\":\"\\u0068i\", \"stream\":false }"
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	for _, c := range []struct {
		name, file string
		args       []string
		want       string
	}{
		{"as it stands", "\n\t" + odd + "\r\n ", nil, odd},
		{"text as input", `"h\u0069"`, nil, `{"input":"h\u0069"}`},
		{"list as input", `[ {"role":"user","content":"hi"} ]`, nil, `{"input":[ {"role":"user","content":"hi"} ]}`},
		{"stream flag", odd, []string{"--stream"}, strings.Replace(odd, "false", "true", 1)},
		{"no stream flag", `{"stream": true,"x":[ 1 ]}`, []string{"--no-stream"}, `{"stream": false,"x":[ 1 ]}`},
		{"model flag", `{"model":"a/b", "input":"<&>"}`, []string{"-m", "c/d<"}, `{"model":"c/d<", "input":"<&>"}`},
		{"prompt behind text", `{"input":"a\u0062","n":1E5}`, []string{"-p", "<c>"}, `{"input":[{"type":"message","role":"user","content":"a\u0062"},{"type":"message","role":"user","content":"<c>"}],"n":1E5}`},
		{"prompt behind a list", `{"input":[{"role":"user","content":"a"}]}`, []string{"-p", "b"}, `{"input":[{"role":"user","content":"a"},{"type":"message","role":"user","content":"b"}]}`},
		{"prompt without input", `{"input":null}`, []string{"-p", "b"}, `{"input":[{"type":"message","role":"user","content":"b"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got = ""
			r := program(t, c.file, append([]string{"send", "--base-url", base}, c.args...)...)
			r.wants(t, exitOK)
			if got != c.want {
				t.Errorf("sent %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestSendContinuesAfterASavedResponse(t *testing.T) {
	first := decode(t, program(t, `{"model":"sim/writer","input":"hi"}`, "send", "--json").stdout)
	path := filepath.Join(t.TempDir(), "response.json")
	if err := os.WriteFile(path, first.Response, 0o600); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Stream *bool
		Input  []struct{ Type, Role string }
	}
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&got)
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	program(t, "", "send", "--base-url", base, path, "-p", "and now?").wants(t, exitOK)
	if n := len(got.Input); n != 2 || got.Input[0].Role != "assistant" || got.Input[1].Role != "user" || got.Stream != nil {
		t.Errorf("sent %+v", got)
	}
}

func TestSendHeadersAndMetadata(t *testing.T) {
	var got http.Header
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		io.WriteString(w, `{"object":"response","status":"completed","output":[]}`)
	})
	env := map[string]string{"GATEHOUSE_API_KEY": "canary"}
	r := programIn(t, env, `{}`, "send", "--base-url", base, "--header", "X-One:  two ", "--metadata", "--service", "gate")
	r.wants(t, exitOK)
	for name, want := range map[string]string{"X-One": "two", "X-Gate-Metadata": "enabled", "Authorization": "Bearer canary", "Accept": "application/json"} {
		if got.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.Get(name), want)
		}
	}
	program(t, `{}`, "send", "--base-url", base).wants(t, exitOK)
	if _, sent := got["Authorization"]; sent {
		t.Error("without a key an Authorization header is sent")
	}
	for _, bad := range []string{"authorization: Bearer x", "no colon", "a b: c", "X: a\nb"} {
		program(t, `{}`, "send", "--base-url", base, "--header", bad).wants(t, exitUsage, "--header")
	}
}

func TestMetadataComesFromTheLocalGatewayUnderAnyWord(t *testing.T) {
	for _, word := range []string{"service", "gate"} {
		p := decode(t, program(t, `{"input":"hi"}`, "send", "--json", "--metadata", "--service", word).stdout)
		if !strings.Contains(string(p.Metadata), `"requested"`) || !strings.Contains(string(p.Response), word+"_metadata") {
			t.Errorf("service %s: metadata %s", word, p.Metadata)
		}
	}
	if p := decode(t, program(t, `{"input":"hi"}`, "send", "--json").stdout); string(p.Metadata) != "null" {
		t.Errorf("metadata nobody asked for: %s", p.Metadata)
	}
}

func TestJSONKeepsTheResponseByteForByte(t *testing.T) {
	const odd = "{ \"object\":\"response\", \"status\":\"completed\",\n \"output\":[ ], \"temperature\": 1.50, \"x\":\"\\u003c<\" }"
	base := answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, odd) })
	r := program(t, `{}`, "send", "--json", "--base-url", base)
	r.wants(t, exitOK)
	if !strings.Contains(r.stdout, `"response":`+odd+`,`) {
		t.Errorf("%s", r.stdout)
	}
}

func TestEventsKeepWhatIsNoUTF8(t *testing.T) {
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

// TestStdoutTakesTheBytesAndStderrNone: text goes to a pipe as it came, escape
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

// telling is a stdout that tells when something has been printed.
type telling struct {
	text    []byte
	printed chan struct{}
	once    sync.Once
}

func (w *telling) Write(p []byte) (int, error) {
	defer w.once.Do(func() { close(w.printed) })
	w.text = append(w.text, p...)
	return len(p), nil
}

// TestCorrectedTextIsTold: what was printed cannot be taken back, so a line
// says that the service corrected it.
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

func TestCorrectedTextIsTold(t *testing.T) {
	done := event("response.output_text.done", `,"output_index":0,"content_index":0,"item_id":"m","text":"plain"`) + completed
	out := &telling{printed: make(chan struct{})}
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

func TestSendUnreachable(t *testing.T) {
	for name, c := range map[string]struct{ base, code string }{
		"refused": {nowhere(t), "connect"},
		"no host": {"http://host.invalid", "dns"},
		"no TLS":  {strings.Replace(saying(t, completed), "http:", "https:", 1), "tls"},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, `{}`, "send", "--json", "--base-url", c.base)
			r.wants(t, exitFailed, "failed")
			p := decode(t, r.stdout)
			if p.HTTP != 0 || p.Status != "failed" || p.Error == nil || p.Error.Code != c.code || string(p.Response) != "null" {
				t.Errorf("%s", r.stdout)
			}
		})
	}
	silent := answering(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	r := program(t, `{}`, "send", "--json", "--timeout", "50ms", "--base-url", silent)
	r.wants(t, exitFailed)
	if p := decode(t, r.stdout); p.Error == nil || p.Error.Code != "timeout" {
		t.Errorf("%s", r.stdout)
	}
}

func TestSendWrongKey(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"code":401,"message":"no such key: %s"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	})
	for _, flag := range []string{"--json", "--events", "--metadata"} {
		r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": "canary-key-123"}, `{}`, "send", flag, "--base-url", base)
		r.wants(t, exitFailed, "401")
		if strings.Contains(r.stdout+r.stderr, "canary") {
			t.Errorf("%s prints the key: %q %q", flag, r.stdout, r.stderr)
		}
	}
}

func TestSendBadInput(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		stdin string
		args  []string
		word  string
	}{
		"broken JSON":         {`{"input":`, nil, "line 1"},
		"wrong type":          {`{"input":"a","temperature":"warm"}`, nil, "temperature"},
		"no object":           {`17`, nil, "object"},
		"flag on broken JSON": {`{`, []string{"--stream"}, "not a JSON object"},
		"directory":           {"", []string{dir}, "a directory"},
		"missing":             {"", []string{filepath.Join(dir, "none")}, "no such file; was it meant as a prompt? gatehouse send -p TEXT"},
		"nothing":             {" \n", nil, "nothing to send"},
		"both outputs":        {`{}`, []string{"--json", "--events"}, "cannot be combined"},
		"both streams":        {`{}`, []string{"--stream", "--no-stream"}, "cannot be combined"},
		"prompt on a number":  {`{"input":3}`, []string{"-p", "x"}, "input"},
	} {
		t.Run(name, func(t *testing.T) {
			r := program(t, c.stdin, append([]string{"send"}, c.args...)...)
			r.wants(t, exitUsage, c.word)
			if r.stdout != "" {
				t.Errorf("stdout %q", r.stdout)
			}
		})
	}
}

func TestForceSendsWhatTheChecksRefuse(t *testing.T) {
	var got string
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		w.WriteHeader(http.StatusBadRequest)
	})
	program(t, `{"input":`, "send", "--force", "--base-url", base).wants(t, exitFailed, "400")
	if got != `{"input":` {
		t.Errorf("sent %q", got)
	}
	// The gateway, whose checks were written apart, refuses it too.
	p := decode(t, program(t, `{"temperature":"warm"}`, "send", "--force", "--json").stdout)
	if p.HTTP != 400 || p.Error == nil || !strings.HasPrefix(p.Error.Message, "temperature") {
		t.Errorf("%+v", p)
	}
}

// TestLongLine: a line beyond the cap ends the exchange with its own warning,
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

func TestFaultTextIsWhatTheTableMeans(t *testing.T) {
	r := program(t, request("fault/comments", true), "send")
	if r.stdout != fault.Text || !strings.HasSuffix(fault.Text, ".") {
		t.Errorf("%q", r.stdout)
	}
}

// TestTheMissingKeyAdviceLeadsOut: of a profile that the file alone chose, setting the
// variable alone would not help.
func TestTheMissingKeyAdviceLeadsOut(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"code":401,"message":"no key"}}`)
			return
		}
		fmt.Fprint(w, `{"object":"response","status":"completed","output":[]}`)
	})
	path := configured(t, "profile = \"mygw\"\n[profiles.mygw]\nbase_url = \""+base+"\"\n")
	env := map[string]string{"GATEHOUSE_API_KEY": "canary-key-123"}
	advice := "mygw has no key: set one on the connection screen (F7), or set GATEHOUSE_API_KEY and pass --profile mygw"
	programIn(t, nil, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, advice)
	programIn(t, env, "", "--config", path, "send", "-p", "hi").wants(t, exitFailed, advice)
	programIn(t, env, "", "--config", path, "--profile", "mygw", "send", "-p", "hi").wants(t, exitOK)
}
