package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"gatehouse/gateway"
)

// TestTheProxyRecordsOtherPrograms: an exchange through it is answered as by the gateway, reported
// in the log, and stored in the history without its credentials.
func TestTheProxyRecordsOtherPrograms(t *testing.T) {
	dir := newDataDir(t)
	upstream := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer upstream.Close()
	ctx, stop := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	var log safeLog
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"proxy", "--data-dir", dir, "--addr", "127.0.0.1:0", "--to", "gw=" + upstream.URL + "/api/v1"}, host{
			stdin: strings.NewReader(""), stdout: stdout, stderr: &log, getenv: func(string) string { return "" },
		})
		stdout.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address := ready.FindStringSubmatch(line)
	if err != nil || address == nil || !strings.HasSuffix(address[1], "/gw") {
		t.Fatalf("%q, %v", line, err)
	}
	go io.Copy(io.Discard, out)
	ask(t, address[1]+"/responses", `{"model":"canary-of-another-program","input":"hello"}`, "Authorization", "Bearer canary-of-another-program")
	log.wait("404  failed  *****", 1)
	req, _ := http.NewRequest("POST", address[1]+"/responses", strings.NewReader(`{"model":"sim/writer","input":"hello","stream":true}`))
	req.Header.Set("Authorization", "Bearer canary-of-another-program")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || !strings.HasSuffix(string(body), "data: [DONE]\n\n") {
		t.Errorf("%q, %v", body, err)
	}
	base := strings.TrimSuffix(address[1], "/gw")
	for _, wrong := range []struct{ path, host, upgrade string }{{"/nobody/x?key=canary-parameter", "", ""}, {"/gw/x", "evil.example", ""}, {"/gw/socket", "", "irc/6.9"}} {
		req, _ := http.NewRequest("GET", base+wrong.path, nil)
		if req.Host = wrong.host; wrong.upgrade != "" {
			req.Header.Set("Connection", "Upgrade")
			req.Header.Set("Upgrade", wrong.upgrade)
		}
		if resp, err := http.DefaultClient.Do(req); err != nil || resp.Body.Close() != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"  GET  " + base + "/nobody/x?key=***  404  refused: No target has this name; there are: /gw/.",
		"  GET  http://evil.example/gw/x  421  refused: ", "  GET  " + base + "/gw/socket  501  refused: ",
	} {
		log.wait(want, 1)
	}
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("exit %d: %s", code, log.String())
	}
	if !strings.Contains(log.String(), "200  completed  sim/writer") {
		t.Errorf("the log: %s", log.String())
	}
	if r := inHistory(t, dir, "history", "list", "origin:proxy"); !strings.Contains(r.stdout, "sim/writer") {
		t.Errorf("the history: %s %s", r.stdout, r.stderr)
	}
	for _, query := range []string{"path:/responses", "caller:127.0.0.1 method:post"} {
		r := inHistory(t, dir, append([]string{"history", "list", "--json", "--"}, strings.Fields(query)...)...)
		if !strings.Contains(r.stdout, `"target":"gw"`) || !strings.Contains(r.stdout, `/responses","caller":"127.0.0.1 `) {
			t.Errorf("%s: %s %s", query, r.stdout, r.stderr)
		}
	}
	if r := inHistory(t, dir, "history", "show", "last"); !strings.Contains(r.stdout, "address    127.0.0.1:") || !strings.Contains(r.stdout, "in the proxy ") {
		t.Errorf("the caller: %s %s", r.stdout, r.stderr)
	}
	if r := inHistory(t, dir, "history", "list", "--json"); strings.Contains(r.stdout, "canary") || !strings.Contains(r.stdout, `"asked":"***`) {
		t.Errorf("the key was kept in the list: %s", r.stdout)
	}
	if r := inHistory(t, dir, "export", "last", "--as", "har"); strings.Contains(r.stdout, "canary") || strings.Contains(log.String(), "canary") {
		t.Errorf("the key was kept")
	}
}

// TestProxyToTheLocalGateway: it runs in the same process, takes any key, and its prices are known.
func TestProxyToTheLocalGateway(t *testing.T) {
	dir := t.TempDir()
	s := listening(t, "proxy", "--data-dir", dir, "--to", "local")
	if code, answer := ask(t, s.address+"/responses", `{"model":"sim/coder","input":"hello"}`, "Authorization", "Bearer any"); code != 200 || strings.Contains(answer, "ctrl+p") {
		t.Errorf("%d %s", code, answer)
	}
	s.log.wait("200  completed  sim/coder", 1)
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	if r := inHistory(t, dir, "receipt", "last"); !strings.Contains(r.stdout, "The cost is as computed.") {
		t.Errorf("%s %s", r.stdout, r.stderr)
	}
}

// TestOtherAPIsOfTheLocalGateway: what is recorded is the exchange of the program, and a path that does
// not exist is answered with those that do.
func TestOtherAPIsOfTheLocalGateway(t *testing.T) {
	dir := t.TempDir()
	s := listening(t, "proxy", "--data-dir", dir, "--to", "local")
	const hello = `"model":"sim/coder","max_tokens":9000,"messages":[{"role":"user","content":"hello"}]}`
	if code, answer := ask(t, s.address+"/v1/messages", "{"+hello, "X-Api-Key", "any"); code != 200 || !strings.Contains(answer, `"stop_reason":"end_turn"`) {
		t.Errorf("%d %s", code, answer)
	}
	if code, answer := ask(t, s.address+"/v1beta/models/m:generateContent", "{}", "Authorization", "Bearer any"); code != 404 || !strings.Contains(answer, "POST /api/v1/messages/count_tokens and GET /api/v1/models") {
		t.Errorf("%d %s", code, answer)
	}
	if code, answer := ask(t, s.address+"/v1/chat/completions", `{"stream":true,`+hello, "Authorization", "Bearer any"); code != 200 || !strings.HasSuffix(answer, "data: [DONE]\n\n") {
		t.Errorf("%d %s", code, answer)
	}
	s.log.wait("200  completed  sim/coder", 2)
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	if r := inHistory(t, dir, "history", "show", "last", "--json"); !strings.Contains(r.stdout, `"object":"chat.completion"`) {
		t.Errorf("%s %s", r.stdout, r.stderr)
	}
}

// TestProxyKeepsThePricesThatPass: a program that reads the list of models gives what it costs a price.
func TestProxyKeepsThePricesThatPass(t *testing.T) {
	upstream := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer upstream.Close()
	dir := t.TempDir()
	s := listening(t, "proxy", "--data-dir", dir, "--to", upstream.URL+"/api/v1")
	ask(t, s.address+"/responses", `{"model":"sim/coder","input":"hello"}`, "Authorization", "Bearer any")
	s.log.wait("200  completed  sim/coder", 1)
	if r := inHistory(t, dir, "receipt", "last"); !strings.Contains(r.stdout, "no source has a price of sim/coder") || !strings.Contains(r.stdout, "[prices] in config.toml") {
		t.Errorf("%s %s", r.stdout, r.stderr)
	}
	for _, path := range []string{"/models/sim/coder", "/models"} { // the first is no list
		req, _ := http.NewRequest("GET", s.address+path, nil)
		req.Header.Set("Authorization", "Bearer any")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.Body.Close() != nil {
			t.Fatal(err)
		}
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit %d: %s", code, s.log)
	}
	if r := inHistory(t, dir, "receipt", "model:sim/coder"); !strings.Contains(r.stdout, "agrees 1") {
		t.Errorf("%s %s", r.stdout, r.stderr)
	}
}

// TestProxyWithoutATarget: what is missing or wrong is reported, with the remedy.
func TestProxyWithoutATarget(t *testing.T) {
	for args, want := range map[string]string{
		"proxy":                                 "--to is missing",
		"proxy http://h/v1":                     "gatehouse proxy --to http://h/v1",
		"proxy --to 127.0.0.1:9171/v1":          "gatehouse: --to 127.0.0.1:9171/v1: \"127.0.0.1:9171/v1\" has no scheme",
		"proxy --to http://user:canary@h":       "--to http://***@h: an address may not carry",
		"proxy --to nowhere":                    "gatehouse: --to nowhere: no profile",
		"proxy --to nobody":                     "nobody",
		"proxy --to ftp://h/x":                  "ftp",
		"proxy --to http://h --addr x":          "--addr",
		"proxy --to http://a/x --to http://b/x": "NAME=",
		"proxy --to a/b=http://h":               "the NAME \"a/b\" must not contain / or ?",
		"proxy --to h/x?a=b":                    "has no scheme",
	} {
		if r := program(t, "", strings.Fields(args)...); r.code != exitUsage || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit %d, %q", args, r.code, r.stderr)
		}
	}
}

// safeLog collects what several goroutines write.
type safeLog struct {
	mu   sync.Mutex
	text strings.Builder
	more chan bool // closed at the next write; nil: nobody waits
}

// wait returns when a text has been written the given number of times.
func (l *safeLog) wait(text string, times int) {
	for {
		l.mu.Lock()
		if strings.Count(l.text.String(), text) >= times {
			l.mu.Unlock()
			return
		}
		if l.more == nil {
			l.more = make(chan bool)
		}
		more := l.more
		l.mu.Unlock()
		<-more
	}
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
	return l.text.Write(p)
}

func (l *safeLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestTheAddressOfAListenerOnAll is one that a program can use.
func TestTheAddressOfAListenerOnAll(t *testing.T) {
	for listening, want := range map[string]string{
		"0.0.0.0:9180": "http://127.0.0.1:9180", "[::]:9180": "http://127.0.0.1:9180", "127.0.0.1:1": "http://127.0.0.1:1", "[::1]:1": "http://[::1]:1",
	} {
		if got := reachedAt(listening); got != want {
			t.Errorf("%s: %s", listening, got)
		}
	}
}
