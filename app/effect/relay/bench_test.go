package relay_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/relay"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/state/archive"
)

// BenchmarkLatency is how long a short answer takes to its last byte: from its server, through
// Go's reverse proxy, and through ours, which saves it in a history: with a pause between two
// requests, and busy, one after the other, while ours still saves earlier ones.
func BenchmarkLatency(b *testing.B) {
	plain := `{"id":"resp_1","object":"response","status":"completed","text":"` + strings.Repeat("x", 200) + `"}`
	event := "data: {\"type\":\"response.output_text.delta\",\"delta\":\"" + strings.Repeat("x", 60) + "\"}\n\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/plain" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, plain)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for range 4 {
			_, _ = io.WriteString(w, event)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	target, err := url.Parse(server.URL)
	if err != nil {
		b.Fatal(err)
	}
	theirs := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, FlushInterval: -1})
	defer theirs.Close()
	for _, path := range []string{"/plain", "/streamed"} {
		for name, pause := range map[string]time.Duration{"": 5 * time.Millisecond, "/busy": 0} {
			b.Run("direct"+path+name, func(b *testing.B) { latency(b, pause, server.URL+path) })
			b.Run("ReverseProxy"+path+name, func(b *testing.B) { latency(b, pause, theirs.URL+path) })
			b.Run("recorded"+path+name, func(b *testing.B) { latency(b, pause, recording(b, server.URL)+path) })
		}
	}
}

// recording runs a relay to a server, which saves what passes.
func recording(b *testing.B, server string) string {
	b.Helper()
	saved, err := archive.Open(b.Context(), filepath.Join(b.TempDir(), "history"), archive.Options{Fold: files.Fold, Report: func(err error) { b.Error(err) }})
	if err != nil {
		b.Fatal(err)
	}
	cl := client.New(client.WithBaseURL(server), client.WithManyConnections())
	running, err := relay.Start(b.Context(), relay.Options{
		Address: "127.0.0.1:0", Targets: []relay.Target{{Target: proxy.Target{Base: server, Client: cl}}},
		Archive: saved, Report: func(err error) { b.Error(err) },
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := running.Close(); err != nil {
			b.Error(err)
		}
		cl.Close()
		if err := saved.Close(); err != nil {
			b.Error(err)
		}
	})
	return "http://" + running.Address()
}

func latency(b *testing.B, pause time.Duration, address string) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		time.Sleep(pause)
		start := time.Now()
		resp, err := http.Post(address, "application/json", strings.NewReader(`{"model":"m","input":"hello"}`))
		if err != nil {
			continue // ReverseProxy cuts some off whose answer is fast
		}
		_, err = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err == nil {
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
