package sdktest

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/relay"
	ours "gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/validate"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// dial starts a gateway and returns an SDK's client of it.
type dial func(opts ...gateway.Option) openai.Client

// eachSetup runs a test against the gateway itself, and through the recording proxy, where what was
// recorded must be, byte for byte, what was sent on either side of it.
func eachSetup(t *testing.T, test func(t *testing.T, client dial)) {
	for _, setup := range []struct {
		name string
		lead func(*testing.T, http.Handler) string
	}{
		{"direct", served},
		{"proxy", recorded},
		{"proxy, gzip", func(t *testing.T, h http.Handler) string { return recorded(t, compressed(h)) }},
	} {
		t.Run(setup.name, func(t *testing.T) {
			test(t, func(opts ...gateway.Option) openai.Client {
				base := setup.lead(t, unhinted(t, gateway.New(append([]gateway.Option{gateway.WithPace(0), gateway.WithKeys("test")}, opts...)...)))
				return openai.NewClient(option.WithBaseURL(base+gateway.Prefix), option.WithAPIKey("test"), option.WithMaxRetries(0))
			})
		})
	}
}

// unhinted wants no hint on what an SDK sends.
func unhinted(t *testing.T, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method == http.MethodPost {
			for _, f := range validate.For(validate.Kind(body), body, validate.Service{}).Hints {
				t.Errorf("hint: %s\n%s", f, body)
			}
		}
		h.ServeHTTP(w, r)
	})
}

func served(t *testing.T, h http.Handler) string {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

// recorded serves a handler through a proxy between two taps. When the test has ended, the history
// must have what the taps saw.
func recorded(t *testing.T, h http.Handler) string {
	var after, before tap
	gateway := served(t, after.around(h))
	history, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "history"), archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	client := ours.New(ours.WithBaseURL(gateway), ours.WithManyConnections())
	running, err := relay.Start(t.Context(), relay.Options{
		Address: "127.0.0.1:0", Targets: []relay.Target{{Target: proxy.Target{Base: gateway, Client: client}}},
		Archive: history, Report: func(err error) { t.Error(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(before.around(straight(running.Address())))
	t.Cleanup(func() {
		front.Close()
		if err := running.Close(); err != nil {
			t.Error(err)
		}
		client.Close()
		compare(t, history, &before, &after)
		if err := history.Close(); err != nil {
			t.Error(err)
		}
	})
	return front.URL
}

// compare checks that the record of every exchange has the bytes that both taps saw.
func compare(t *testing.T, history *archive.Archive, before, after *tap) {
	entries, err := history.List(context.Background(), archive.Page{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(after.seen) || len(entries) != len(before.seen) || len(entries) == 0 {
		t.Errorf("%d exchanges recorded, %d sent, %d answered", len(entries), len(before.seen), len(after.seen))
	}
	for _, e := range entries {
		c, err := history.Capture(context.Background(), e.Key)
		if err != nil {
			t.Fatal(err)
		}
		number := c.Sent.Header.Get(numbered)
		sent, answered := before.seen[number], after.seen[number]
		if sent == nil || answered == nil {
			t.Errorf("a record of exchange %q, which nobody made", number)
			continue
		}
		if !bytes.Equal(c.Sent.Body, sent.request) || !bytes.Equal(c.Sent.Body, answered.request) {
			t.Errorf("the request is recorded as %.300q, was sent as %.300q and arrived as %.300q", c.Sent.Body, sent.request, answered.request)
		}
		same := bytes.Equal
		if c.End.Cause != wire.EndClean {
			same = bytes.HasPrefix // the end of a compressed body may follow [DONE]
		}
		if body := c.Body.Join(); !same(answered.body, body) || !same(body, sent.body) {
			t.Errorf("the answer is recorded as %.300q, was sent as %.300q and arrived as %.300q", body, answered.body, sent.body)
		}
		if c.Head.Status != answered.status || c.Head.Status != sent.status || !entire(c) {
			t.Errorf("recorded: status %d and %+v; sent: %d, arrived: %d", c.Head.Status, c.End, answered.status, sent.status)
		}
		undeviating(t, e.About, c)
	}
}

// undeviating wants nothing in an answer that lint finds, but that a compressed stream is one, and
// that a translated one counts its input at its end, where /responses reports it.
func undeviating(t *testing.T, about history.About, c *wire.Capture) {
	x := files.Fold(about, c)
	if c.Sent.Method == http.MethodPost && !x.Linted() {
		t.Errorf("lint does not look at the answer to %s", c.Sent.Body)
	}
	for _, f := range x.Findings() {
		compressed := f.Rule.ID == "encoding" && c.Head.Header.Get("Content-Encoding") == "gzip"
		if !compressed && f.Rule.ID != "usage-late" {
			t.Errorf("lint: %s: %s, in frames %v of the answer to %s", f.Rule.ID, f.Detail, f.Frames, c.Sent.Body)
		}
	}
}

// entire reports whether a record has all of its exchange: an SDK may close the connection of a
// stream once it has read [DONE], and the test may end before that is noticed.
func entire(c *wire.Capture) bool {
	return c.End.Cause == wire.EndClean || c.End.Cause != wire.EndLost && bytes.HasSuffix(c.Text().Join(), []byte("data: [DONE]\n\n"))
}

// straight forwards to an address without a look at what passes.
func straight(address string) http.Handler {
	transport := &http.Transport{DisableCompression: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := r.Clone(r.Context())
		out.URL.Scheme, out.URL.Host, out.RequestURI = "http", address, ""
		resp, err := transport.RoundTrip(out)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer resp.Body.Close()
		maps.Copy(w.Header(), resp.Header)
		w.WriteHeader(resp.StatusCode)
		if _, err := io.Copy(flushing{w}, resp.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
	})
}

// flushing hands on at once what is written.
type flushing struct{ http.ResponseWriter }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	f.ResponseWriter.(http.Flusher).Flush()
	return n, err
}

// numbered is the header by which the two taps and the record know an exchange.
const numbered = "X-Exchange"

// tap stores the bytes of all exchanges that pass it.
type tap struct {
	mu   sync.Mutex
	seen map[string]*passed
}

type passed struct {
	http.ResponseWriter
	request, body []byte
	status        int
}

func (p *passed) WriteHeader(status int) {
	p.status = status
	p.ResponseWriter.WriteHeader(status)
}

func (p *passed) Write(b []byte) (int, error) {
	p.body = append(p.body, b...)
	return p.ResponseWriter.Write(b)
}

func (p *passed) Flush() { p.ResponseWriter.(http.Flusher).Flush() }

func (tp *tap) around(h http.Handler) http.Handler {
	tp.seen = map[string]*passed{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		p := &passed{ResponseWriter: w, request: request, status: http.StatusOK}
		tp.mu.Lock()
		if r.Header.Get(numbered) == "" {
			r.Header.Set(numbered, strconv.Itoa(len(tp.seen)+1))
		}
		tp.seen[r.Header.Get(numbered)] = p
		tp.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(request))
		h.ServeHTTP(p, r)
	})
}

// compressed packs what a handler answers, each write to be read at once, for who accepts it.
func compressed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(r.Header["Accept-Encoding"], "gzip") {
			panic("the request accepts no gzip: " + r.Header.Get("Accept-Encoding"))
		}
		p := &packing{ResponseWriter: w, to: gzip.NewWriter(w)}
		h.ServeHTTP(p, r)
		_ = p.to.Close()
	})
}

type packing struct {
	http.ResponseWriter
	to    *gzip.Writer
	began bool
}

func (p *packing) WriteHeader(status int) {
	p.began = true
	p.Header().Set("Content-Encoding", "gzip")
	p.Header().Del("Content-Length") // of the plain body
	p.ResponseWriter.WriteHeader(status)
}

func (p *packing) Write(b []byte) (int, error) {
	if !p.began {
		p.WriteHeader(http.StatusOK)
	}
	return p.to.Write(b)
}

func (p *packing) Flush() {
	_ = p.to.Flush()
	p.ResponseWriter.(http.Flusher).Flush()
}
