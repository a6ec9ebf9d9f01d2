package gateway_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway"
)

// A page in a browser can map its name to 127.0.0.1; only Host has the name.
func TestLoopbackRefusesForeignHosts(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- gateway.New(gateway.WithAllowedHosts("Gateway.Test")).Serve(ctx, ln) }()
	for host, want := range map[string]int{
		ln.Addr().String(): 200, "localhost": 200, "LOCALHOST.:80": 200, "127.9.9.9": 200, "[::1]:8080": 200, "[::1]": 200, "gateway.test:1": 200,
		"evil.example": 421, "evil.example:8080": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421, "192.168.0.1": 421, "0.0.0.0": 421,
	} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+ln.Addr().String()+gateway.Prefix+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		req.Header.Set("Authorization", "Bearer x")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if want == 421 {
			if b := isError(t, resp, 421); !strings.Contains(b.Get("error.message").Str, "--allow-host") {
				t.Errorf("%s: %s", host, b)
			}
		}
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, resp.StatusCode, want)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestMaxRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithMaxRequests(2), gateway.WithPace(time.Second))
		const body = `{"input":"what can you do?","stream":true}`
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first, second := open(t, ctx, p, body), open(t, ctx, p, body)
		refused := open(t, ctx, p, body)
		if b := isError(t, refused, 503); refused.Header.Get("Retry-After") == "" || b.Get("error.metadata.error_type").Str == "" {
			t.Errorf("%v: %s", refused.Header, b)
		}
		_, _ = io.Copy(io.Discard, first.Body)
		if again := open(t, ctx, p, body); again.StatusCode != 200 {
			t.Errorf("with room again: %d", again.StatusCode)
		}
		_ = second
		cancel()
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
