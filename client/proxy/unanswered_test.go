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

// TestAServerThatIsDownIsSaidBeforeTheRequestIsWhole: the caller need not send all of it
// first, and what came is recorded.
func TestAServerThatIsDownIsSaidBeforeTheRequestIsWhole(t *testing.T) {
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
