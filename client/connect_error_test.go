package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
)

type noSink struct{}

func (noSink) Start(*wire.Capture) {}
func (noSink) Arrive(wire.Arrival) {}

// endOf makes one exchange with an address, through a proxy where one is named, and
// returns its end.
func endOf(t *testing.T, base, proxy string, calls int) *wire.Capture {
	t.Helper()
	c := New(WithBaseURL(base))
	defer c.Close()
	transport := c.transport.(*http.Transport)
	transport.Proxy = nil
	if proxy != "" {
		u, err := url.Parse(proxy)
		if err != nil {
			t.Fatal(err)
		}
		transport.Proxy = http.ProxyURL(u)
	}
	var last *wire.Capture
	for range calls {
		last = c.Do(context.Background(), Call{Path: "/responses", Body: []byte(`{}`)}, noSink{})
	}
	return last
}

// closedPort is an address at which nothing listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l.Addr().String()
}

// rawServer answers what is sent on a connection, piece by piece, and closes it then.
func rawServer(t *testing.T, answers ...string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for _, answer := range answers {
					if _, err := conn.Read(make([]byte, 64<<10)); err != nil {
						return
					}
					io.WriteString(conn, answer)
				}
			}()
		}
	}()
	return l.Addr().String()
}

func TestEndDetails(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	closed := closedPort(t)
	asks := rawServer(t, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=p\r\nContent-Length: 0\r\n\r\n")
	forbids := rawServer(t, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
	alert := rawServer(t, "\x15\x03\x01\x00\x02\x02\x46")
	reused := rawServer(t, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", "")
	for name, c := range map[string]struct {
		base, proxy string
		calls       int
		want        wire.End
	}{
		"refused":                     {"http://" + closed, "", 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailRefused}},
		"proxy refused, http":         {"http://gw.test", "http://" + closed, 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailRefused, Proxy: closed}},
		"proxy refused, https":        {"https://gw.test", "http://" + closed, 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailRefused, Proxy: closed}},
		"proxy asks":                  {"https://gw.test", "http://" + asks, 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailProxyAuth, Proxy: asks}},
		"proxy forbids":               {"https://gw.test", "http://" + forbids, 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailProxyWrong, Proxy: forbids}},
		"TLS to plain HTTP":           {strings.Replace(plain.URL, "http:", "https:", 1), "", 1, wire.End{Cause: wire.EndTLS, Detail: wire.DetailNotTLS}},
		"an unknown authority":        {secure.URL, "", 1, wire.End{Cause: wire.EndTLS, Detail: wire.DetailAuthority}},
		"plain HTTP to TLS":           {"http://" + alert, "", 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailTLS}},
		"a reused connection, closed": {"http://" + reused, "", 2, wire.End{Cause: wire.EndConnect, Detail: wire.DetailReused}},
		"a new connection, closed":    {"http://" + rawServer(t, ""), "", 1, wire.End{Cause: wire.EndConnect, Detail: wire.DetailHungUp}},
	} {
		end := *endOf(t, c.base, c.proxy, c.calls).End
		got := wire.End{Cause: end.Cause, Detail: end.Detail, Proxy: end.Proxy}
		if !reflect.DeepEqual(got, c.want) || end.Message == "" {
			t.Errorf("%s: %+v, want %+v", name, end, c.want)
		}
	}
}

// TestCertificateDetails: why a certificate is not trusted, for each of the usual reasons.
func TestCertificateDetails(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	late := func() time.Time { return server.Certificate().NotAfter.Add(time.Hour) }
	for want, c := range map[wire.EndDetail]struct {
		host   string
		config *tls.Config
	}{
		wire.DetailAuthority: {"127.0.0.1", nil},
		wire.DetailOtherHost: {"localhost", &tls.Config{RootCAs: trusted}},
		wire.DetailExpired:   {"127.0.0.1", &tls.Config{RootCAs: trusted, Time: late}},
	} {
		c := New(WithBaseURL("https://"+c.host+":"+port), WithTransport(&http.Transport{TLSClientConfig: c.config}))
		end := c.Do(context.Background(), Call{Path: "/responses"}, noSink{}).End
		if end.Cause != wire.EndTLS || end.Detail != want {
			t.Errorf("%s: %+v", want, end)
		}
		c.Close()
	}
}

// TestProxyFault: what net/http would go past without a word.
func TestProxyFault(t *testing.T) {
	for value, readable := range map[string]bool{
		"": true, "http://proxy:3128": true, "proxy:3128": true, "127.0.0.1:3128": true, "https://u:p@proxy": true, "socks5://proxy:1080": true,
		"http://proxy:port": false, "ftp://proxy": false, "not a proxy": false, "http:///path": false, "http://[::1": false,
	} {
		fault := ProxyFault("http://gw.test/api/v1", func(name string) string { return map[string]string{"http_proxy": value}[name] })
		if (fault == "") != readable || !readable && !strings.HasPrefix(fault, "http_proxy cannot be read") || value != "" && strings.Contains(fault, value) {
			t.Errorf("%q: %q", value, fault)
		}
	}
	upper := func(name string) string {
		return map[string]string{"HTTPS_PROXY": "a b", "https_proxy": "proxy:1"}[name]
	}
	if ProxyFault("https://localhost:1/api/v1", upper) != "" || ProxyFault("https://127.0.0.1:1", upper) != "" {
		t.Error("no proxy is used for this machine")
	}
	if ProxyFault("https://gw.test", upper) == "" || ProxyFault("http://gw.test", upper) != "" {
		t.Error("the variable is not that of the scheme")
	}
}

// TestProxyPasswordIsNotRecorded: also where the proxy echoes it.
func TestProxyPasswordIsNotRecorded(t *testing.T) {
	const password = "canary-of-the-proxy"
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
		io.WriteString(w, password+" "+r.Header.Get("Proxy-Authorization"))
	}))
	defer proxy.Close()
	u, _ := url.Parse(proxy.URL)
	u.User = url.UserPassword("user", password)
	c := New(WithBaseURL("http://gw.test"), WithTransport(&http.Transport{Proxy: http.ProxyURL(u)}))
	defer c.Close()
	capture := c.Do(context.Background(), Call{Path: "/responses", Body: []byte(`{}`)}, noSink{})
	if body := string(capture.Body.All()); capture.Head == nil || strings.Contains(body, password) || strings.Contains(body, basic("user:"+password)) {
		t.Errorf("%+v %s", capture.End, body)
	}
}

// TestBasicAuth: the key is a user and a password, and neither is recorded.
func TestBasicAuth(t *testing.T) {
	const key = "somebody:canary-password"
	var sent string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		sent = user + ":" + password
		io.WriteString(w, password+" "+r.Header.Get("Authorization"))
	}))
	defer server.Close()
	c := New(WithBaseURL(server.URL), WithKey(key), WithBasic())
	defer c.Close()
	capture := c.Do(context.Background(), Call{Path: "/responses", Body: []byte(`{}`)}, noSink{})
	if sent != key {
		t.Errorf("sent %q", sent)
	}
	if got := capture.Sent.Header.Get("Authorization"); got != "Basic ***" {
		t.Errorf("recorded %q", got)
	}
	if body := string(capture.Body.All()); strings.Contains(body, "canary") || strings.Contains(body, basic(key)) {
		t.Errorf("recorded %q", body)
	}
}

// TestTrailersAreCaptured: redacted as headers are; those that were announced and did not arrive
// are none.
func TestTrailersAreCaptured(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum, X-Absent\r\n\r\n"
	address := rawServer(t, head+"9\r\ndata: a\n\n\r\n0\r\nX-Sum: 42 canary-key\r\nX-Api-Key: mine\r\nX-Late: yes\r\n\r\n")
	c := New(WithBaseURL("http://"+address), WithKey("canary-key"))
	defer c.Close()
	capture := c.Do(context.Background(), Call{Path: "/responses", Body: []byte(`{}`)}, noSink{})
	want := http.Header{"X-Sum": {"42 **********"}, "X-Api-Key": {"***"}, "X-Late": {"yes"}}
	if !reflect.DeepEqual(capture.End.Trailer, want) || capture.Redacted != len("canary-key") {
		t.Errorf("%v, %d", capture.End.Trailer, capture.Redacted)
	}
	if end := endOf(t, "http://"+rawServer(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), "", 1).End; end.Trailer != nil {
		t.Errorf("%v", end.Trailer)
	}
}

// TestPlainConnectionClosedBeforeTheHead: as a TLS port ends it that answers with no alert. A
// reused connection, and one with an answer that has begun, prove no such thing.
func TestPlainConnectionClosedBeforeTheHead(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   wire.EndDetail
	}{
		"closed":         {"", wire.DetailHungUp},
		"a part of head": {"HTTP/1.1 200 OK\r\nA: ", ""},
	} {
		base := rawServer(t, c.answer)
		if !strings.Contains(base, "://") {
			base = "http://" + base
		}
		if end := endOf(t, base, "", 1).End; end.Cause != wire.EndConnect || end.Detail != c.want {
			t.Errorf("%s: %+v", name, end)
		}
	}
}

// TestProxyWithoutAHostIsNamed: and not the server, which nobody asked.
func TestProxyWithoutAHostIsNamed(t *testing.T) {
	end := endOf(t, "http://gw.test/x", "gopher:::", 1).End
	if end.Detail != wire.DetailProxyNone {
		t.Errorf("%+v", end)
	}
}
