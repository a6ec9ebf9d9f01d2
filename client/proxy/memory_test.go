package proxy_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// TestRequestsShareTheMemory: bodies pass completely however large they are; the records hold as
// much of them as is allowed at a time, report what is missing, and give the memory back.
func TestRequestsShareTheMemory(t *testing.T) {
	const bound = 1000
	captures := make(chan *wire.Capture)
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Length", "0")
		w.Header()["Got"] = []string{http.StatusText(http.StatusOK), strings.Repeat("x", int(n))}
	}), func(o *proxy.Options) {
		o.MaxRequests = bound
		o.Watch = func(proxy.Exchange) proxy.Watch {
			return proxy.Watch{End: func(c *wire.Capture) { captures <- c }}
		}
	})
	post := func(size int) {
		t.Helper()
		resp, err := http.Post(p.URL, "text/plain", strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if got := resp.Header["Got"]; len(got) != 2 || len(got[1]) != size {
			t.Errorf("of %d bytes not all arrived", size)
		}
	}
	recorded := func() (kept int, missing int64) {
		t.Helper()
		c := <-captures
		if c.End.Cause != wire.EndClean {
			t.Errorf("the record ended with %+v", c.End)
		}
		return len(c.Sent.Body), c.Delivery.Missing
	}
	post(600)
	post(600) // the record of the first one has not ended
	one, oneMissing := recorded()
	two, twoMissing := recorded()
	if sum := one + two; sum > bound || sum < 600 || int64(sum)+oneMissing+twoMissing != 1200 {
		t.Errorf("%d and %d bytes are kept, %d and %d missing", one, two, oneMissing, twoMissing)
	}
	p.proxy.Wait()
	post(bound) // fits once both have given back what they held
	if kept, missing := recorded(); kept != bound || missing != 0 {
		t.Errorf("afterwards %d bytes are kept, %d missing", kept, missing)
	}
}

// TestAnswersShareTheMemory: while the disk is blocked, two answers wait for it together in no
// more than the bound. Both pass; a record without memory ends there.
func TestAnswersShareTheMemory(t *testing.T) {
	const size, bound = 300 << 10, 400 << 10
	disk := make(chan bool)
	captures := make(chan *wire.Capture, 2)
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(make([]byte, size))
	}), func(o *proxy.Options) {
		o.MaxAnswers = bound
		o.Watch = func(proxy.Exchange) proxy.Watch {
			<-disk
			return proxy.Watch{End: func(c *wire.Capture) { captures <- c }}
		}
	})
	for range 2 {
		resp, err := http.Get(p.URL)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, resp.Body); n != size || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		resp.Body.Close()
	}
	close(disk)
	ends := map[wire.EndCause]int64{}
	for range 2 {
		c := <-captures
		ends[c.End.Cause] += c.Body.Len()
	}
	if whole, part := ends[wire.EndClean], ends[wire.EndBehind]; whole != size || part > bound-size {
		t.Errorf("recorded: %v", ends)
	}
}
