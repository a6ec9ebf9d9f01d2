package main

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestNoRankings: with --no-rankings a router uses the default model set, and reports it.
func TestNoRankings(t *testing.T) {
	for _, c := range []struct {
		flags []string
		says  bool
	}{{nil, false}, {[]string{"--no-rankings"}, true}} {
		cmd, stdout, _ := child(t, "", append([]string{"gateway", "--addr", "127.0.0.1:0"}, c.flags...)...)
		ready, err := stdout.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimPrefix(strings.TrimSuffix(ready, "\n"), "gatehouse: local gateway on ")
		req, _ := http.NewRequestWithContext(t.Context(), "POST", base+"/responses", strings.NewReader(`{"model":"service/auto","input":"hello"}`))
		req.Header.Set("Authorization", "Bearer k")
		req.Header.Set("X-Service-Metadata", "enabled")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != 200 || strings.Contains(string(body), "default model set") != c.says {
			t.Errorf("%q: %d %s", c.flags, resp.StatusCode, body)
		}
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
}
