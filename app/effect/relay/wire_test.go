package relay_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/state/share/cassette"
)

// relayed starts a proxy and a replay that forwards, to an upstream that counts what it gets.
func relayed(t *testing.T, test func(t *testing.T, address string, asked *atomic.Int32)) {
	for name, start := range map[string]func(context.Context, relay.Options) (*relay.Relay, error){
		"proxy": relay.Start,
		"replay": func(ctx context.Context, o relay.Options) (*relay.Relay, error) {
			c := cassette.New(nil)
			return relay.StartReplay(ctx, relay.Replaying{Options: o, Answers: c, Add: c.Add, MaxBody: 1 << 20})
		},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int32
			up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				body, _ := io.ReadAll(r.Body)
				fmt.Fprintf(w, "%s %s %s", r.Method, r.URL.Path, body)
			}))
			defer up.Close()
			cl := client.New(client.WithBaseURL(up.URL))
			defer cl.Close()
			running, err := start(t.Context(), relay.Options{
				Address: "127.0.0.1:0", Targets: []relay.Target{{Target: proxy.Target{Base: up.URL, Client: cl}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer running.Close()
			test(t, running.Address(), &asked)
		})
	}
}

// response returns all that is received for a request until the connection is closed. One that stays open
// is a fault.
func response(t *testing.T, address, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if _, err := got.ReadFrom(conn); err != nil {
		t.Errorf("the connection stays open: %v after %q", err, got.String())
	}
	return got.String()
}

// TestATunnelIsRefused: no client may take an answer for one, whatever it asks to reach.
func TestATunnelIsRefused(t *testing.T) {
	relayed(t, func(t *testing.T, address string, asked *atomic.Int32) {
		for _, to := range []string{"127.0.0.1:443", "gateway.example:443", "/responses"} {
			got := response(t, address, "CONNECT "+to+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			if !strings.HasPrefix(got, "HTTP/1.1 501 ") && !strings.HasPrefix(got, "HTTP/1.1 400 ") {
				t.Errorf("%s: %q", to, got)
			}
			if strings.Contains(to, ":") && !strings.Contains(got, "base URL, not as a proxy") {
				t.Errorf("%s: it does not say what to do: %q", to, got)
			}
		}
		if asked.Load() > 0 {
			t.Error("it was passed on")
		}
	})
}

// TestHTTP2WithoutTLS is spoken; what only begins like it is not passed on.
func TestHTTP2WithoutTLS(t *testing.T) {
	relayed(t, func(t *testing.T, address string, asked *atomic.Int32) {
		var only http.Protocols
		only.SetUnencryptedHTTP2(true)
		transport := &http.Transport{Protocols: &only}
		defer transport.CloseIdleConnections()
		for range 2 {
			resp, err := (&http.Client{Transport: transport}).Post("http://"+address+"/responses", "application/json", strings.NewReader(`{"a":1}`))
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || resp.ProtoMajor != 2 || string(body) != `POST /responses {"a":1}` {
				t.Errorf("%s %q %v", resp.Proto, body, err)
			}
		}
		before := asked.Load()
		if got := response(t, address, "PRI * HTTP/2.0\r\n\r\nno\r\n\r\n"); strings.Contains(got, " 200 ") || asked.Load() != before {
			t.Errorf("%q, %d requests more upstream", got, asked.Load()-before)
		}
	})
}

// TestThatHTTP2WouldDo is no wish that must be granted; nor must a server speak WebSocket. Each request has
// its path, since the replay answers one that it knows by itself.
func TestThatHTTP2WouldDo(t *testing.T) {
	relayed(t, func(t *testing.T, address string, asked *atomic.Int32) {
		const upgrade = "GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: %s\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"
		if got := response(t, address, fmt.Sprintf(upgrade, "a", "h2c")); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Errorf("%q", got)
		}
		if got := response(t, address, fmt.Sprintf(upgrade, "b", "websocket")); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Errorf("%q", got)
		}
		if got := response(t, address, fmt.Sprintf(upgrade, "c", "irc/6.9")); !strings.HasPrefix(got, "HTTP/1.1 501 ") {
			t.Errorf("%q", got)
		}
	})
}

// TestRequestWithAmbiguousEnd: nothing that follows on its connection is taken for a
// request (RFC 9112, section 6.3).
func TestRequestWithAmbiguousEnd(t *testing.T) {
	relayed(t, func(t *testing.T, address string, asked *atomic.Int32) {
		const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
		for i, head := range []string{
			"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 60\r\n",
			"transfer-encoding: Chunked\r\ncontent-length: 0\r\n",
		} {
			path := fmt.Sprintf("/x%d", i) // the replay answers one that it knows by itself
			got := response(t, address, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\n"+head+"\r\n2\r\nab\r\n0\r\n\r\n"+hidden)
			if !strings.HasPrefix(got, "HTTP/1.1 200 ") || !strings.Contains(got, "POST "+path+" ab") || strings.Contains(got, "hidden") || !strings.Contains(got, "Connection: close") {
				t.Errorf("%q: %q", head, got)
			}
			if n := asked.Load(); n != int32(i+1) {
				t.Errorf("%q: %d requests upstream", head, n)
			}
		}
	})
}
