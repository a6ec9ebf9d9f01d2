package proxy_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/client"
	"gatehouse/client/proxy"
)

// late answers after a while, from the moment at which the request is complete.
type late time.Duration

func (l late) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	r.Body.Close()
	time.Sleep(time.Duration(l))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// lateBytes come after a while.
type lateBytes struct {
	io.Reader
	after time.Duration
}

func (l lateBytes) Read(p []byte) (int, error) {
	time.Sleep(l.after)
	return l.Reader.Read(p)
}

// TestARecordBeginsBeforeTheHead: where the server takes its time, the exchange is seen
// while it waits; a quick answer is not delayed by its record.
func TestARecordBeginsBeforeTheHead(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ upload, head, began time.Duration }{
		{0, 5 * ms, 20 * ms},
		{0, time.Hour, 20 * ms},
		{time.Second, time.Hour, 2*time.Second + 20*ms}, // two reads: the bytes, and the end
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			var began time.Duration
			var sent string
			p, err := proxy.New(proxy.Options{
				Targets: []proxy.Target{{Base: "http://up.example", Client: client.New(client.WithBaseURL("http://up.example"), client.WithTransport(late(c.head)))}},
				Watch: func(p proxy.Exchange) proxy.Watch {
					began, sent = time.Since(start), string(p.Sent.Body)
					return proxy.Watch{}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodPost, "http://localhost/x", lateBytes{strings.NewReader("{}"), c.upload})
			p.ServeHTTP(httptest.NewRecorder(), r)
			p.Wait()
			if began != c.began || sent != "{}" {
				t.Errorf("upload %v, head %v: the record of %q began after %v, not %v", c.upload, c.head, sent, began, c.began)
			}
		})
	}
}
