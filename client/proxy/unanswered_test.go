package proxy_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// TestAServerThatIsDownIsReportedBeforeTheRequestIsComplete: the caller need not send all of it
// first, and what arrived is recorded.
func TestAServerThatIsDownIsReportedBeforeTheRequestIsComplete(t *testing.T) {
	p := pass(t, http.NotFoundHandler(), func(o *proxy.Options) {
		o.Targets[0].Base = "http://127.0.0.1:1"
	})
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, "POST /responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\n{  "); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusBadGateway || !strings.Contains(string(body), "No answer came from") {
		t.Errorf("%s %q, %v", resp.Status, body, err)
	}
	conn.Close()
	if c := p.capture(t); c.End.Cause != wire.EndConnect || string(c.Sent.Body) != "{  " {
		t.Errorf("%+v %q", c.End, c.Sent.Body)
	}
}

// TestWhatTheProxyAnswersIsRecorded: without the caller's key, which a server repeats instead of a
// status.
func TestWhatTheProxyAnswersIsRecorded(t *testing.T) {
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 "+r.Header.Get("X-Api-Key")+"\r\n\r\n")
		conn.Close()
	}))
	req, err := http.NewRequest(http.MethodPost, p.URL, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Api-Key", "canary-key-1")
	req.Header.Set("User-Agent", "agent canary-key-1")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	passed := p.capture(t)
	if by := passed.Caller.UserAgent; !strings.HasPrefix(by, "agent ") || strings.Contains(by, "canary") {
		t.Errorf("the caller is %q", by)
	}
	c := passed.Delivery
	if c.Status != http.StatusBadGateway || !strings.Contains(c.Message, "No answer came from") || strings.Contains(c.Message, "canary") {
		t.Errorf("%d %q", c.Status, c.Message)
	}
}
