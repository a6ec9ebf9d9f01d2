package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collecting is a collector that stores all that it is sent.
type collecting struct {
	URL string

	mu       sync.Mutex
	requests []*http.Request
	bodies   []string // decompressed
}

func collect(t *testing.T) *collecting {
	t.Helper()
	c := &collecting{}
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	c.URL = s.URL
	return c
}

func (c *collecting) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	var from io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		if z, err := gzip.NewReader(r.Body); err == nil {
			from = z
		}
	}
	body, _ := io.ReadAll(from)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests, c.bodies = append(c.requests, r), append(c.bodies, string(body))
}

// all returns everything that arrived, with the heads of the requests.
func (c *collecting) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for i, r := range c.requests {
		fmt.Fprintf(&b, "%s %s %v\n%s\n", r.Method, r.URL, r.Header, c.bodies[i])
	}
	return b.String()
}

// spans returns those that arrived as Protobuf.
func (c *collecting) spans(t *testing.T) (all []*spans.Span) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, body := range c.bodies {
		var r collector.ExportTraceServiceRequest
		if err := proto.Unmarshal([]byte(body), &r); err != nil {
			t.Fatal(err)
		}
		for _, of := range r.ResourceSpans {
			all = append(all, of.ScopeSpans[0].Spans...)
		}
	}
	return all
}

// names are the names of the received spans, sorted.
func (c *collecting) names(t *testing.T) (names []string) {
	for _, s := range c.spans(t) {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}

func attribute(s *spans.Span, key string) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value.GetStringValue()
		}
	}
	return ""
}

// TestCommandsSendSpans: send, rerank and check send each exchange, chat its turns, and what they
// print is as without.
func TestCommandsSendSpans(t *testing.T) {
	checks := filepath.Join(t.TempDir(), "checks.toml")
	if err := os.WriteFile(checks, []byte("[[check]]\nname = \"a\"\nrepeat = 2\nrequest = { model = \"sim/coder\", input = \"hi\" }\n[check.expect]\nverdict = \"completed\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{"send", "-m", "sim/writer", "-p", "hi"}, "[chat sim/writer]"},
		{"", []string{"send", "-m", "sim/writer", "-p", "hi", "--events", "--metadata"}, "[attempt sim/writer chat sim/writer]"},
		{"", []string{"send", "-m", "fault/cut", "-p", "hi"}, "[chat fault/cut]"},
		{"one\ntwo\n", []string{"rerank", "-m", "sim/bm25", "-m", "sim/trigram", "-q", "one"}, "[rerank sim/bm25 rerank sim/trigram]"},
		{"", []string{"check", checks}, "[attempt sim/coder attempt sim/coder chat sim/coder chat sim/coder]"},
		{"hi\n", []string{"--plain", "-m", "sim/writer"}, "[attempt sim/writer chat sim/writer]"},
	} {
		to := collect(t)
		with := programIn(t, nil, c.stdin, append(c.args, "--no-persist", "--otlp", to.URL)...)
		without := programIn(t, nil, c.stdin, append(c.args, "--no-persist")...)
		if got := fmt.Sprint(to.names(t)); got != c.want {
			t.Errorf("%v: sent %s, want %s", c.args, got, c.want)
		}
		if with.code != without.code || strings.Contains(with.stderr, "otlp") || strings.Contains(with.stderr, "spans") {
			t.Errorf("%v: exit %d instead of %d, and it says %s", c.args, with.code, without.code, with.stderr)
		}
	}
}

// TestTheProxySendsSpans below the span of the program that called it.
func TestTheProxySendsSpans(t *testing.T) {
	to := collect(t)
	ctx, stop := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	var logged safeLog
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"proxy", "--no-persist", "--addr", "127.0.0.1:0", "--to", "local", "--otlp", to.URL, "--otlp-content"}, host{
			stdin: strings.NewReader(""), stdout: stdout, stderr: &logged, getenv: func(string) string { return "" },
		})
		stdout.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address := ready.FindStringSubmatch(line)
	if err != nil || address == nil {
		t.Fatalf("%q, %v", line, err)
	}
	go io.Copy(io.Discard, out)
	ask(t, address[1]+"/responses", `{"model":"sim/writer","input":"quixotic","stream":true}`, "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	logged.wait("completed  sim/writer", 1)
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("exit %d: %s", code, logged.String())
	}
	all := to.spans(t)
	if len(all) != 1 || fmt.Sprintf("%x below %x", all[0].TraceId, all[0].ParentSpanId) != "4bf92f3577b34da6a3ce929d0e0e4736 below 00f067aa0ba902b7" {
		t.Fatalf("%v", all)
	}
	if in, out := attribute(all[0], "gen_ai.input.messages"), attribute(all[0], "gen_ai.output.messages"); !strings.Contains(in, "quixotic") || !strings.Contains(out, "What I made of it") {
		t.Errorf("asked %s, answered %s", in, out)
	}
	if !strings.Contains(logged.String(), "spans go to "+to.URL+"/v1/traces") {
		t.Errorf("the log: %s", logged.String())
	}
}

// TestACollectorThatIsDownCostsNothing: the answer is the same, and two lines report it.
func TestACollectorThatIsDownCostsNothing(t *testing.T) {
	r := program(t, "", "send", "--no-persist", "-m", "sim/writer", "-p", "hi", "--otlp", nowhere(t))
	if r.code != exitOK || !strings.Contains(r.stdout, "sim/writer") || strings.Count(r.stderr, "\n") != 2 || !strings.Contains(r.stderr, "the spans of 1 exchange were not delivered") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

// TestExportAsOTLP writes what is sent: the same spans, a batch on a line, content only when it is
// asked for.
func TestExportAsOTLP(t *testing.T) {
	dir, to := newDataDir(t), collect(t)
	inHistory(t, dir, "send", "-m", "aurora/dawn", "-p", "quixotic jane@example.com", "--metadata", "--otlp", to.URL)
	for _, content := range []bool{false, true} {
		args := []string{"export", "last", "--as", "otlp"}
		if content {
			args = append(args, "--otlp-content")
		}
		r := inHistory(t, dir, args...)
		r.wants(t, exitOK)
		for _, s := range to.spans(t) {
			if !strings.Contains(r.stdout, fmt.Sprintf(`"spanId":"%x"`, s.SpanId)) || !strings.Contains(r.stdout, fmt.Sprintf(`"traceId":"%x"`, s.TraceId)) {
				t.Errorf("no span %x in %s", s.SpanId, r.stdout)
			}
		}
		if strings.Count(r.stdout, "\n") != 1 || strings.Contains(r.stdout, "quixotic") != content || strings.Contains(r.stdout, "jane@example.com") {
			t.Errorf("content %v: %s", content, r.stdout)
		}
	}
	inHistory(t, dir, "export", "last", "--as", "har", "--otlp-content").wants(t, exitUsage, "only spans leave content out")
}

// TestNoKeyLeavesInSpans: a service says every key that it is sent, in headers, errors, ids and
// texts; none of them is in what a collector gets, with content or without.
func TestNoKeyLeavesInSpans(t *testing.T) {
	base := newParrot(t)
	const secret = "canary-of-the-collector-77"
	config := configured(t, fmt.Sprintf("profile = 'p'\n[profiles.p]\nbase_url = '%s'\nheaders = { 'X-Api-Key' = '%s' }\n", base, canaries()["the config"]))
	env := map[string]string{"GATEHOUSE_API_KEY": canaries()["the environment"], "OTEL_EXPORTER_OTLP_HEADERS": "x-collector-key=" + secret}
	for _, content := range []bool{false, true} {
		for _, prompt := range []string{"say it", "say an error", "say it packed", "and " + secret} {
			for _, format := range []string{"protobuf", "json"} {
				to := collect(t)
				args := []string{"send", "--config", config, "--profile", "p", "--no-persist", "-p", prompt, "--header", "X-Session-Token: " + canaries()["a header flag"], "--otlp", to.URL, "--otlp-format", format}
				if content {
					args = append(args, "--otlp-content")
				}
				r := programIn(t, env, "", args...)
				if len(to.requests) == 0 || to.requests[0].Header.Get("X-Collector-Key") != secret {
					t.Fatalf("%q: nothing came: %s", prompt, r.stderr)
				}
				sent := strings.Join(to.bodies, "\n")
				for from, key := range canaries() {
					if strings.Contains(sent, key) {
						t.Errorf("%q, content %v: the key of %s left", prompt, content, from)
					}
				}
				if strings.Contains(sent, secret) || strings.Contains(r.stdout+r.stderr, secret) && !strings.Contains(prompt, secret) {
					t.Errorf("%q, content %v: the collector's key left", prompt, content)
				}
				if strings.Contains(sent, "say") != content && prompt != "and "+secret {
					t.Errorf("%q, content %v: %s", prompt, content, sent)
				}
			}
		}
	}
}

// TestThePlaygroundSendsSpans of what is sent on its screen and of what passes through its proxy,
// and reports the address, and what was not delivered once the screen has gone.
func TestThePlaygroundSendsSpans(t *testing.T) {
	to := collect(t)
	e := emulate(t, "--no-persist", "--proxy", "local", "--proxy-addr", "127.0.0.1:0", "--otlp", to.URL)
	e.shows("spans")
	var address string
	e.until("the address of the proxy", func(screen string) bool {
		_, after, _ := strings.Cut(screen, "the base URL http://")
		before, _, found := strings.Cut(after, ";")
		address = before
		return found
	})
	ask(t, "http://"+strings.Join(strings.Fields(address), "")+"/responses", `{"model":"sim/coder","input":"hello"}`)
	e.types("hello\r")
	e.shows("completed")
	e.types("\x11\x11")
	e.ended()
	got := fmt.Sprint(to.names(t))
	if !strings.Contains(got, "chat sim/coder") || !strings.Contains(got, "chat sim/writer") {
		t.Errorf("sent %s", got)
	}

	e = emulate(t, "--no-persist", "--otlp", nowhere(t))
	e.shows("each exchange is sent as spans to http://127.0.0.1:")
	e.types("hello\r")
	e.shows("completed")
	e.types("\x11\x11")
	e.ended()
	if left := e.term.String(); !strings.Contains(left, "the spans of 1 exchange were not delivered") {
		t.Errorf("left on the terminal: %s", left)
	}
}
