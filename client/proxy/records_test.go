package proxy_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// TestRecordsOfEndedExchangesWaitForEachOther: one at a time takes the least from what still
// passes, and they are made while that lasts; the record of what passes does not wait.
func TestRecordsOfEndedExchangesWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var server late
		var working, recorded atomic.Int32
		p, err := proxy.New(proxy.Options{
			Targets: []proxy.Target{{Base: "http://up.example", Client: client.New(
				client.WithBaseURL("http://up.example"), client.WithTransport(&server))}},
			Watch: func(passed proxy.Exchange) proxy.Watch {
				if !passed.Ended {
					return proxy.Watch{}
				}
				if n := working.Add(1); n > 1 {
					t.Errorf("%d records are made at a time", n)
				}
				return proxy.Watch{End: func(*wire.Capture) {
					time.Sleep(time.Millisecond)
					working.Add(-1)
					recorded.Add(1)
				}}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		post := func() {
			p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "http://localhost/x", strings.NewReader("{}")))
		}
		server = late(time.Minute)
		go post()
		synctest.Wait()
		server = 0
		for range 50 {
			post()
		}
		time.Sleep(100 * time.Millisecond)
		if waiting, n := p.Waiting(), int(recorded.Load()); waiting < 1 || waiting+n > 50 || waiting+n < 49 {
			t.Errorf("%d wait and %d are recorded of 50", waiting, n)
		}
		time.Sleep(time.Second)
		if n := recorded.Load(); n != 50 || p.Waiting() != 0 {
			t.Errorf("%d of 50 are recorded while another passes, %d wait", n, p.Waiting())
		}
		p.Wait()
	})
}

// TestRecordsDoNotWaitUntilTheMemoryIsGone: while others pass, those of larger answers are
// made in time, and none that is complete is given up.
func TestRecordsDoNotWaitUntilTheMemoryIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 10 << 10
		var behind, recorded atomic.Int32
		stream := make(chan struct{})
		server := fake(func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == "/stream" { // larger than what is left for it
				body := io.MultiReader(strings.NewReader(strings.Repeat("x", 32<<10)), waitFor(stream))
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(body)}, nil
			}
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", size)))}, nil
		})
		proxyOf := func(held int64) *proxy.Proxy {
			p, err := proxy.New(proxy.Options{
				Targets: []proxy.Target{{Base: "http://up.example", Client: client.New(
					client.WithBaseURL("http://up.example"), client.WithTransport(server))}},
				MaxAnswers: held,
				Watch: func(proxy.Exchange) proxy.Watch {
					return proxy.Watch{End: func(c *wire.Capture) {
						time.Sleep(time.Millisecond)
						if c.End.Cause == wire.EndBehind {
							behind.Add(1)
						}
						recorded.Add(1)
					}}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		get := func(p *proxy.Proxy, path string) {
			p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://localhost"+path, http.NoBody))
		}
		p := proxyOf(50 * size)
		go get(p, "/stream")
		synctest.Wait()
		for range 300 {
			get(p, "/x")
			time.Sleep(2 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		if b, n := behind.Load(), recorded.Load(); b != 0 || n != 300 {
			t.Errorf("%d of 300 are recorded, %d not whole", n, b)
		}

		// A record that was given up at once does not hold up the others until its exchange ends.
		recorded.Store(0)
		small := proxyOf(20 << 10)
		go get(small, "/stream")
		synctest.Wait()
		for range 5 {
			get(small, "/x")
			time.Sleep(100 * time.Millisecond)
		}
		if n := recorded.Load(); n != 5 {
			t.Errorf("%d of 5 are recorded while another passes whose record was given up", n)
		}
		close(stream)
		p.Wait()
		small.Wait()
	})
}

// waitFor is a body that ends when a channel is closed.
type waitFor chan struct{}

func (w waitFor) Read([]byte) (int, error) { <-w; return 0, io.EOF }
