package gateway_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"gatehouse/gateway"
)

// atOnce is how many clients read at the same time (BUDGETS: 200).
const atOnce = 200

const benchBody = `{"input":"write 20 KB","stream":true}`

// BenchmarkStream reads one stream after the other, at full speed.
func BenchmarkStream(b *testing.B) {
	url := serve(b) + "/responses"
	for b.Loop() {
		b.SetBytes(read(b, http.DefaultClient, url))
	}
}

// BenchmarkAtOnce reads 200 streams at once from the gateway, and from a bare handler that sends
// the same frames, each with its own write and flush. The first is to reach half of the second's
// throughput.
func BenchmarkAtOnce(b *testing.B) {
	b.Run("gateway", func(b *testing.B) { readAtOnce(b, gateway.New(gateway.WithPace(0))) })
	b.Run("bare", func(b *testing.B) { readAtOnce(b, bare(b)) })
}

// bare sends the frames of a real answer.
func bare(b *testing.B) http.Handler {
	resp := do(b, "POST", serve(b)+"/responses", benchBody)
	stream, err := io.ReadAll(resp.Body)
	if err != nil {
		b.Fatal(err)
	}
	frames := bytes.SplitAfter(stream, []byte("\n\n"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, f := range frames {
			_, _ = w.Write(f)
			w.(http.Flusher).Flush()
		}
	})
}

func readAtOnce(b *testing.B, h http.Handler) {
	srv := httptest.NewServer(h)
	defer srv.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: atOnce}}
	defer client.CloseIdleConnections()
	for b.Loop() {
		var all sync.WaitGroup
		var mu sync.Mutex
		total := int64(0)
		for range atOnce {
			all.Go(func() {
				n := read(b, client, srv.URL+gateway.Prefix+"/responses")
				mu.Lock()
				total += n
				mu.Unlock()
			})
		}
		all.Wait()
		b.SetBytes(total)
	}
}

// read reads one stream and returns its length in bytes.
func read(b *testing.B, client *http.Client, url string) int64 {
	req, err := http.NewRequest("POST", url, strings.NewReader(benchBody))
	if err != nil {
		b.Error(err)
		return 0
	}
	req.Header.Set("Authorization", "Bearer x")
	resp, err := client.Do(req)
	if err != nil {
		b.Error(err)
		return 0
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil {
		b.Error(err)
	}
	return n
}
