package gateway_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"gatehouse/gateway/output"
)

// 200 streams at once say the same, while others begin and hang up.
func TestManyAtOnce(t *testing.T) {
	base := serve(t)
	const body = `{"input":"what can you do?","stream":true}`
	frames, err := stream(t, base, body)
	if err != nil {
		t.Fatal(err)
	}
	deltas := output.CountTokens(text(frames))
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, "POST", base+"/responses", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer x")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if i%4 == 3 {
				_, _ = io.CopyN(io.Discard, resp.Body, int64(i*10))
				return // hangs up in the middle
			}
			read, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Error(err)
				return
			}
			got := strings.Count(string(read), "event: response.output_text.delta\n")
			if got != deltas || !strings.HasSuffix(string(read), "data: [DONE]\n\n") {
				t.Errorf("stream %d: %d deltas, want %d", i, got, deltas)
			}
		})
	}
	all.Wait()
}
