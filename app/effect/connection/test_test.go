package connection_test

import (
	"bufio"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/app/effect/connection"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/gateway"
	"gatehouse/state/report"
)

const canary = "sk-canary-0123456789"

// steps runs a test and returns its steps, one a line.
func steps(t *testing.T, target connection.Target) (list []report.Finding, ok bool) {
	t.Helper()
	if target.Getenv == nil {
		target.Getenv = func(string) string { return "" }
	}
	ok = connection.Test(t.Context(), target, func(s report.Finding) { list = append(list, s) })
	for _, s := range list {
		if strings.Contains(fmt.Sprintf("%+v", s), canary) {
			t.Errorf("the key is shown: %+v", s)
		}
	}
	return list, ok
}

// stepWords returns steps as NAME:state, the last with its texts.
func stepWords(list []report.Finding) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s:%s ", s.Name, s.Level)
	}
	for _, s := range list {
		if s.Level == report.Failed || s.Level == report.Warning {
			fmt.Fprintf(&b, "| %s. %s Remedy: %s", s.Message, s.Detail, s.Remedy)
		}
	}
	return b.String()
}

func local(t *testing.T) string {
	server := httptest.NewServer(gateway.New(gateway.WithKeys(canary)))
	t.Cleanup(server.Close)
	return server.URL + gateway.Prefix
}

func key() profile.Key { return profile.Key{Value: canary} }

func TestLocalGateway(t *testing.T) {
	base := local(t)
	for name, c := range map[string]struct {
		target connection.Target
		ok     bool
		want   []string
	}{
		"all well":    {connection.Target{BaseURL: base, Key: key(), Model: "sim/writer"}, true, []string{"connection:ok key:ok models:ok /responses:ok model:ok "}},
		"no model":    {connection.Target{BaseURL: base, Key: key()}, true, []string{"connection:ok key:ok models:ok /responses:ok "}},
		"a variant":   {connection.Target{BaseURL: base, Key: key(), Model: "sim/writer:free"}, true, []string{"model:ok"}},
		"wrong key":   {connection.Target{BaseURL: base, Key: profile.Key{Value: "wrong"}}, false, []string{"connection:ok key:failed models:skipped /responses:skipped", "not authenticated (401)", "check the key, and that it belongs to this address"}},
		"no key":      {connection.Target{BaseURL: base, Profile: "mygw"}, false, []string{"key:failed", "mygw has no key: set one on the connection screen (F7), or set GATEHOUSE_API_KEY and pass --profile mygw"}},
		"wrong model": {connection.Target{BaseURL: base, Key: key(), Model: "sim/writter"}, true, []string{"/responses:ok model:warning", "sim/writter is not in the list", "did you mean sim/writer?"}},
		"no prefix":   {connection.Target{BaseURL: strings.TrimSuffix(base, gateway.Prefix), Key: key()}, false, []string{"key:skipped models:warning /responses:failed", "not this API: there is no POST /responses (404)"}},
	} {
		t.Run(name, func(t *testing.T) {
			list, ok := steps(t, c.target)
			words := stepWords(list)
			for _, want := range c.want {
				if !strings.Contains(words, want) {
					t.Errorf("want %q in\n%s", want, words)
				}
			}
			if ok != c.ok {
				t.Errorf("works: %v\n%s", ok, words)
			}
		})
	}
}

// TestTargetOf: a client that is there already is tested as it is.
func TestTargetOf(t *testing.T) {
	c := client.New(client.WithBaseURL(local(t)), client.WithKey(canary))
	defer c.Close()
	for range 2 { // the second time over the same connection
		list, ok := steps(t, connection.TargetOf(c, "sim/writer"))
		if words := stepWords(list); !ok || words != "connection:ok key:ok models:ok /responses:ok model:ok " || list[0].Message != "connected to "+strings.TrimPrefix(strings.TrimSuffix(connection.TargetOf(c, "").BaseURL, gateway.Prefix), "http://") {
			t.Errorf("%s %+v", words, list)
		}
	}
	list, ok := steps(t, connection.TargetOf(client.New(client.WithBaseURL("gw.test")), ""))
	if ok || stepWords(list)[:16] != "settings:failed " {
		t.Error(stepWords(list))
	}
}

// TestNothingIsCharged: no request of the test is one that a server could answer.
func TestNothingIsCharged(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, r.Method+" "+r.URL.Path+" "+string(body))
		io.WriteString(w, `{"data":[{"id":"a/b"}]}`)
	}))
	defer server.Close()
	steps(t, connection.Target{BaseURL: server.URL, Key: key(), Model: "x/y"})
	if got := strings.Join(seen, "\n"); got != "GET /models \nPOST /responses {\"model\":\"gatehouse/connection-test\",\"input\":" {
		t.Error(got)
	}
}

// answers serves one answer a path; every other is a 404 in plain text.
func answers(t *testing.T, replies map[string]string) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, body, ok := strings.Cut(replies[r.URL.Path], " ")
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(body, "<") {
			w.Header().Set("Content-Type", "text/html")
		}
		if status[0] == '3' {
			w.Header().Set("Location", "https://elsewhere.test/")
		}
		code := 0
		fmt.Sscan(status, &code)
		w.WriteHeader(code)
		io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestServersOfOtherKinds(t *testing.T) {
	const list, page = `200 {"data":[{"id":"a/b"}]}`, "<html><title>Welcome</title></html>"
	failure := func(status int, message string) string {
		return fmt.Sprintf(`%d {"error":{"message":"%s"}}`, status, message)
	}
	for name, c := range map[string]struct {
		replies map[string]string
		want    []string
	}{
		"no key needed":         {map[string]string{"/models": list, "/responses": failure(400, "bad")}, []string{"key:ok models:ok /responses:ok model:ok"}},
		"a list for all":        {map[string]string{"/models": list, "/responses": failure(401, "no such key")}, []string{"key:failed models:ok /responses:skipped", "The server says: no such key"}},
		"chat completions only": {map[string]string{"/models": list}, []string{"key:skipped models:ok /responses:failed model:ok", "no POST /responses (404)", "it may offer another API only"}},
		"no list":               {map[string]string{"/responses": failure(400, "bad")}, []string{"key:ok models:warning /responses:ok model:skipped", "no list: ", "Models can be typed"}},
		"an empty list":         {map[string]string{"/models": `200 {"data":[]}`, "/responses": failure(400, "bad")}, []string{"models:warning", "load a model on the server"}},
		"a web site":            {map[string]string{"/models": "200 " + page, "/responses": "200 " + page}, []string{"key:skipped models:warning /responses:failed", "the answer is a web page", "not this API (200)", "the base URL has no /api/v1: try http"}},
		"a page for all":        {map[string]string{"/models": "404 " + page, "/responses": "404 " + page}, []string{"/responses:failed", "the base URL has no /api/v1: try http"}},
		"forbidden":             {map[string]string{"/models": list, "/responses": failure(403, "this key may not")}, []string{"key:failed", "this key may not"}},
		"a wall before it":      {map[string]string{"/models": "403 " + page, "/responses": "403 " + page}, []string{"key:skipped", "/responses:failed", "an HTML page, not from the gateway (403)"}},
		"no list for this key":  {map[string]string{"/models": failure(403, "not for you"), "/responses": failure(400, "bad")}, []string{"key:skipped models:warning /responses:ok"}},
		"JSON before the key":   {map[string]string{"/models": failure(401, "no such key"), "/responses": failure(400, "bad")}, []string{"key:failed models:skipped /responses:ok", "no such key"}},
		"plain words":           {map[string]string{"/models": list, "/responses": "400 bad JSON"}, []string{"key:ok models:ok /responses:warning", "the same server lists its models"}},
		"plain words, no list":  {map[string]string{"/responses": "400 bad JSON"}, []string{"/responses:failed"}},
		"detail, not error":     {map[string]string{"/models": list, "/responses": `422 {"detail":[{"msg":"json_invalid"}]}`}, []string{"/responses:ok"}},
		"fails at bad JSON":     {map[string]string{"/models": list, "/responses": failure(500, "oops")}, []string{"/responses:warning", "The server says: oops"}},
		"down behind":           {map[string]string{"/models": "502 " + page, "/responses": "502 " + page}, []string{"key:skipped models:warning /responses:failed", "(502)"}},
		"out of credits":        {map[string]string{"/models": list, "/responses": failure(402, "pay")}, []string{"key:ok models:ok /responses:warning", "out of credits (402)"}},
		"redirected":            {map[string]string{"/models": "302 x", "/responses": "302 x"}, []string{"/responses:failed", "redirected (302)", "use https://elsewhere.test as the base URL"}},
	} {
		t.Run(name, func(t *testing.T) {
			list, ok := steps(t, connection.Target{BaseURL: answers(t, c.replies), Model: "a/b"})
			words := stepWords(list)
			for _, want := range c.want {
				if !strings.Contains(words, want) {
					t.Errorf("want %q in\n%s", want, words)
				}
			}
			if ok == strings.Contains(words, ":failed") {
				t.Errorf("works: %v\n%s", ok, words)
			}
		})
	}
}

// TestStepsToTheServer: each place where it may end is named.
func TestStepsToTheServer(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	secure := httptest.NewUnstartedServer(gateway.New(gateway.WithKeys(canary)))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(secure.Listener.Addr().String())
	closed := closedPort(t)
	through := func(proxy string) client.Option {
		u, err := url.Parse(proxy)
		if err != nil {
			t.Fatal(err)
		}
		return client.WithTransport(&http.Transport{Proxy: http.ProxyURL(u)})
	}
	unknown := client.WithTransport(&http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.DNSError{Err: "no such host", Name: "gw.test", IsNotFound: true}
	}})
	relay := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gateway.New(gateway.WithKeys(canary), gateway.WithAllowedHosts("gw.test")).ServeHTTP(w, r)
	}))
	defer relay.Close()
	asks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	defer asks.Close()
	for name, c := range map[string]struct {
		base    string
		options []client.Option
		want    []string
	}{
		"nothing listens":    {"http://" + closed + "/api/v1", nil, []string{"connection:failed |", "connection refused"}},
		"unknown name":       {"https://gw.test/api/v1", []client.Option{unknown}, []string{"name:failed |", "check the base URL for a mistyped name"}},
		"proxy down":         {"http://gw.test/api/v1", []client.Option{through("http://" + closed)}, []string{"proxy:failed |", "through the proxy " + closed + ". Most likely, nothing is listening there"}},
		"proxy asks":         {"http://gw.test/api/v1", []client.Option{through(asks.URL)}, []string{"proxy:failed |", "requires a valid user and password"}},
		"through a proxy":    {"http://gw.test/api/v1", []client.Option{through(relay.URL)}, []string{"proxy:ok key:warning models:ok /responses:ok", "it is sent unencrypted to gw.test"}},
		"own authority":      {secure.URL + "/api/v1", nil, []string{"connection:ok TLS:failed |", "the certificate is not trusted", "name it as ca_file"}},
		"authority named":    {secure.URL + "/api/v1", []client.Option{client.WithCAFile(file)}, []string{"connection:ok TLS:ok key:ok models:ok /responses:ok"}},
		"another host":       {"https://localhost:" + port + "/api/v1", []client.Option{client.WithCAFile(file)}, []string{"TLS:failed |", "the certificate is for another host"}},
		"no such file":       {secure.URL, []client.Option{client.WithCAFile(file + "x")}, []string{"settings:failed |", "ca.pemx"}},
		"https to plain":     {"https" + strings.TrimPrefix(plain.URL, "http"), nil, []string{"TLS:failed |", "the port does not speak TLS"}},
		"http to TLS":        {"http" + strings.TrimPrefix(secure.URL, "https"), nil, []string{"/responses:failed", "the port speaks TLS"}},
		"not an HTTP server": {"http://" + speaks(t, "SSH-2.0-OpenSSH_9.6\r\n\r\n"), nil, []string{"connection:ok answer:failed", "not an HTTP answer"}},
		"not an address":     {"gw.test", nil, []string{"settings:failed |", "must begin with http"}},
	} {
		t.Run(name, func(t *testing.T) {
			list, ok := steps(t, connection.Target{BaseURL: c.base, Key: key(), Options: c.options})
			words := stepWords(list)
			for _, want := range c.want {
				if !strings.Contains(words, want) {
					t.Errorf("want %q in\n%s", want, words)
				}
			}
			if ok == strings.Contains(words, ":failed") {
				t.Errorf("works: %v\n%s", ok, words)
			}
		})
	}
}

// TestSilence: the step that waits in vain is named, and how long it waited.
func TestSilence(t *testing.T) {
	never := func(ctx context.Context) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
	mute := func(context.Context) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			_, _ = http.ReadRequest(bufio.NewReader(far))
		}()
		return near, nil
	}
	for name, c := range map[string]struct {
		base string
		dial func(context.Context) (net.Conn, error)
		want string
	}{
		"no connection": {"http://10.255.255.1/api/v1", never, "connection:failed | response timeout. Nothing answered within 15s, not even with a refusal."},
		"no answer":     {"http://10.255.255.1/api/v1", mute, "did not answer GET /models within 15s"},
		"no handshake":  {"https://10.255.255.1/api/v1", mute, "the TLS handshake did not finish within 15s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return c.dial(ctx) }}
			list, ok := steps(t, connection.Target{BaseURL: c.base, Options: []client.Option{client.WithTransport(transport)}})
			if words := stepWords(list); ok || !strings.Contains(words, c.want) {
				t.Errorf("%s: want %q in\n%s", name, c.want, words)
			}
			if last := list[len(list)-1]; last.Took != 15*time.Second || time.Since(start) != 15*time.Second {
				t.Errorf("%s: took %s", name, last.Took)
			}
		})
	}
}

func TestKeyThatCannotBeRead(t *testing.T) {
	for want, target := range map[string]connection.Target{
		"key:failed | the environment variable WORK_KEY: it holds no key": {BaseURL: "http://127.0.0.1:1", Key: profile.Key{Env: "WORK_KEY"}},
		"key:failed | the key has no colon":                               {BaseURL: "http://127.0.0.1:1", Key: key(), Basic: true},
	} {
		if list, ok := steps(t, target); ok || !strings.HasPrefix(stepWords(list), want) {
			t.Errorf("want %q, got %s", want, stepWords(list))
		}
	}
}

// closedPort is an address at which nothing listens.
func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l.Addr().String()
}

// speaks is the address of a server that says the same to everybody.
func speaks(t *testing.T, words string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			conn.Read(make([]byte, 64<<10)) // before a request, net/http may take the words for nothing
			io.WriteString(conn, words)
			conn.Close()
		}
	}()
	return l.Addr().String()
}
