package proxy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// stubRules change requests to a path.
type stubRules struct {
	path  string
	body  string
	to    *proxy.Target
	fault string
	err   error
}

func (s stubRules) Concern(_ proxy.Target, sent wire.Sent, _ wire.Caller) string {
	if strings.HasSuffix(sent.URL, s.path) {
		return "the rule"
	}
	return ""
}

func (s stubRules) Change(_ context.Context, _ proxy.Target, sent wire.Sent, _ wire.Caller) (proxy.Change, error) {
	if sent.OpensResponses() && s.to == nil {
		return proxy.Change{}, nil
	}
	if s.err != nil || strings.Contains(string(sent.Body), "unchanged") {
		return proxy.Change{}, s.err
	}
	fault, _ := proxy.ParseFault(s.fault)
	if s.fault != "" {
		fault.Rule = "--fault 'x => " + s.fault + "'"
		return proxy.Change{Fault: fault}, nil
	}
	return proxy.Change{Body: []byte(s.body), By: []string{"the rule"}, To: s.to}, nil
}

// TestRulesChangeRequests: the server gets another body with its length, uncompressed; the record has both.
func TestRulesChangeRequests(t *testing.T) {
	type received struct {
		body   string
		length int64
		coding string
	}
	got := make(chan received, 1)
	p := pass(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got <- received{string(b), r.ContentLength, r.Header.Get("Content-Encoding")}
	}), func(o *proxy.Options) { o.Rules = stubRules{path: "/changed", body: `{"a":2}`} })
	for name, c := range map[string]struct {
		path, coding, body, want string
		changed                  bool
	}{
		"changed":                {"/changed", "", `{"a":"canary-bearer-key"}`, `{"a":2}`, true},
		"compressed":             {"/changed", "gzip", string(gzipOf(t, `{"a":"canary-bearer-key"}`)), `{"a":2}`, true},
		"matched by no rule":     {"/changed", "", `{"a":"unchanged"}`, `{"a":"unchanged"}`, false},
		"of no concern":          {"/other", "gzip", string(gzipOf(t, `{"a":1}`)), string(gzipOf(t, `{"a":1}`)), false},
		"larger than rules read": {"/other", "", strings.Repeat("x", 8<<20+1), strings.Repeat("x", 8<<20+1), false},
	} {
		req, _ := http.NewRequest("POST", p.URL+c.path, strings.NewReader(c.body))
		req.Header.Set("Authorization", "Bearer canary-bearer-key")
		if c.coding != "" {
			req.Header.Set("Content-Encoding", c.coding)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		sent, record := <-got, p.capture(t)
		if sent.body != c.want || sent.length != int64(len(c.want)) || c.changed && sent.coding != "" {
			t.Errorf("%s: the server got %.60q, %d bytes, %q", name, sent.body, sent.length, sent.coding)
		}
		if (record.Changed != nil) != c.changed {
			t.Errorf("%s: %+v", name, record.Changed)
		}
		if c.changed && (string(record.Sent.Body) != c.want || record.Changed.Body != `{"a":"*****************"}` || record.Changed.By[0] != "the rule") {
			t.Errorf("%s: %s, %+v", name, record.Sent.Body, record.Changed)
		}
	}
}

// TestWhatRulesCannotChangeIsNotSent: a rule that fails, a signed request, one that is too large, a WebSocket.
func TestWhatRulesCannotChangeIsNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		rules  stubRules
		body   string
		header map[string]string
		status int
		words  string
	}{
		"a rule that fails": {stubRules{err: errors.New("jq: no")}, `{}`, nil, 502, "jq: no"},
		"signed":            {stubRules{body: `{}`}, `{"a":1}`, map[string]string{"Authorization": "AWS4-HMAC-SHA256 Credential=x"}, 502, "signature"},
		"too large":         {stubRules{body: `{}`}, strings.Repeat("x", 8<<20+100_000), nil, 502, "8 MiB"},
	} {
		p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Errorf("%s: it was sent", name) }), func(o *proxy.Options) { o.Rules = c.rules })
		req, _ := http.NewRequest("POST", p.URL+"/responses", strings.NewReader(c.body))
		for key, value := range c.header {
			req.Header.Set(key, value)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != c.status || !strings.Contains(string(body), c.words) || !strings.Contains(string(body), `"reason":"proxy_rule"`) {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
		if record := p.capture(t); record.End.Cause != wire.EndUnsent || record.Head != nil {
			t.Errorf("%s: %+v", name, record.End)
		}
	}
	p := pass(t, http.NotFoundHandler(), func(o *proxy.Options) { o.Rules = stubRules{} })
	if got := raw(t, p.URL, "GET /realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 426 ") {
		t.Errorf("%q", got)
	}
}

// TestCallerThatLeavesBeforeItsRequestIsComplete cancelled it, although rules wait for all of it.
func TestCallerThatLeavesBeforeItsRequestIsComplete(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }), func(o *proxy.Options) { o.Rules = stubRules{body: `{}`} })
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(conn, "POST /responses HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
	conn.Close()
	if record := p.capture(t); record.End.Cause != wire.EndHungUp {
		t.Errorf("%+v", record.End)
	}
}

// TestAnotherTargetGetsNoCredentialOfTheProgram: only those of its profile, wherever the program's is or is repeated.
func TestAnotherTargetGetsNoCredentialOfTheProgram(t *testing.T) {
	const canary = "canary-0123456789"
	got := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var b strings.Builder
		_ = r.Write(&b)
		got <- b.String() + fmt.Sprint(r.Trailer)
	}))
	defer other.Close()
	base := strings.Replace(other.URL, "http://", "http://own:own-password@", 1) + "/v1"
	to := &proxy.Target{Name: "other", Base: base, Client: client.New(client.WithBaseURL(base)), Credentials: func(h http.Header) { h.Set("Authorization", "Bearer own-key") }}
	p := pass(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it went to its own target") }), func(o *proxy.Options) {
		o.Rules = stubRules{body: `{"a":"` + canary + `","tools":[{"authorization":"member-` + canary + `"}]}`, to: to}
	})
	send := func(method, path string, header http.Header) *http.Response {
		req, _ := http.NewRequest(method, p.URL+path, strings.NewReader(`{"a":"`+canary+`"}`))
		req.Header = header
		req.Trailer = http.Header{"X-Api-Key": {canary}}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	all := http.Header{}
	for _, name := range []string{"Authorization", "Proxy-Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key", "X-Amz-Security-Token", "X-Auth", "X-Signature"} {
		all.Set(name, "Bearer "+canary)
	}
	all.Set("Cookie", "session="+canary+"; lang=canary-short")
	all.Set("Referer", "https://user:"+canary+"@h/?key=k-"+canary)
	all.Set("X-Repeated", "a "+canary+" b")
	all.Set("X-Kept", "kept")
	for _, path := range []string{"/v1/responses?key=" + canary + "&api-version=2&x=" + canary, "/responses?api-version=2&access_token=canary"} {
		send("POST", path, all.Clone())
		text, record := <-got, p.capture(t)
		if strings.Contains(text, "canary") {
			t.Errorf("the other target got\n%s", text)
		}
		for _, want := range []string{"POST /v1/responses?api-version=2 ", "X-Kept: kept", "Authorization: Bearer own-key"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
		if c := record.Changed; c == nil || !strings.Contains(record.Sent.URL, strings.TrimPrefix(other.URL, "http://")) || strings.Contains(c.URL+c.Body+record.Sent.URL, canary) || strings.Contains(record.Sent.URL, "own-password") || c.URL == "" {
			t.Errorf("%s %+v", record.Sent.URL, c)
		}
	}
	if resp := send("POST", "/k/sk-ant-api03-canary0123456789canary0123456789/responses", http.Header{}); resp.StatusCode != 502 || p.capture(t).End.Cause != wire.EndUnsent {
		t.Errorf("a key in the path: %d", resp.StatusCode)
	}
	if resp := send("POST", "/responses", http.Header{"Authorization": {"AWS4-HMAC-SHA256 Credential=x"}}); resp.StatusCode != 502 || p.capture(t).End.Cause != wire.EndUnsent {
		t.Errorf("signed: %d", resp.StatusCode)
	}
}

// TestFaultsOnPurpose break answers; their record names the rule, and has no changed request.
func TestFaultsOnPurpose(t *testing.T) {
	for text, want := range map[string]struct {
		status int
		body   string
		broken bool
	}{
		"cut@4": {200, "0123", true}, "cut@0": {200, "", true}, "reset@4": {200, "", true},
		"slow:1ms": {200, "0123456789", false}, "status:429": {429, "", false},
	} {
		p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "0123456789")
			if strings.HasPrefix(text, "status") {
				t.Errorf("%s: it was sent", text)
			}
		}), func(o *proxy.Options) { o.Rules = stubRules{fault: text} })
		resp, err := http.Post(p.URL+"/responses", "application/json", strings.NewReader(`{"a":1}`))
		if err != nil && !strings.HasPrefix(text, "reset") {
			t.Fatal(err)
		}
		if err == nil {
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if want.status == 429 && !strings.Contains(string(body), "as --fault 'x => status:429' asks") {
				t.Errorf("%s", body)
			}
			if resp.StatusCode != want.status || (err != nil) != want.broken || want.status == 200 && text[0] != 'r' && string(body) != want.body || want.status != 200 && !strings.Contains(string(body), `"reason":"fault"`) {
				t.Errorf("%s: %d %q %v", text, resp.StatusCode, body, err)
			}
		}
		record := p.capture(t)
		if record.Changed != nil || record.Delivery.Fault != "--fault 'x => "+text+"'" || string(record.Sent.Body) != `{"a":1}` {
			t.Errorf("%s: %+v %+v", text, record.Changed, record.Delivery)
		}
		if words, _, _ := strings.Cut(text, "@"); (record.End.Message == words+" on purpose by --fault 'x => "+text+"'") != want.broken || (record.End.Detail == wire.DetailFault) != (text[:4] != "slow") || (record.End.Cause == wire.EndUnsent) != (want.status == 429) {
			t.Errorf("%s: %+v", text, record.End)
		}
	}
}
