package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"

	"gatehouse/client/profile"
	"gatehouse/gateway"
)

// TestPresets: the local gateway, under the service word of each preset, answers what is sent with
// what the preset knows, written into a profile: a preset applies to its address only.
func TestPresets(t *testing.T) {
	for _, s := range profile.Services() {
		t.Run(s.ID, func(t *testing.T) {
			args := []string{"--profile", s.ID}
			if s.ID != profile.Local { // a random port
				server := httptest.NewServer(gateway.New(gateway.WithPace(0), gateway.WithService(s.Word)))
				t.Cleanup(server.Close)
				args = append(args, "--config", savedFile(t, "config.toml", fmt.Sprintf(
					"[profiles.%s]\nbase_url = %q\nservice = %q\nkey_env = \"SOME_KEY\"\n", s.ID, server.URL+gateway.Prefix, s.Word)))
			}
			env := map[string]string{"SOME_KEY": "any"}
			for _, flag := range []string{"--stream", "--no-stream"} {
				r := programIn(t, env, "", append(args, "send", "--json", flag, "--metadata", "-m", s.Word+"/auto", "-p", "hello")...)
				var p struct {
					Status   string
					Metadata *struct{ Strategy string }
				}
				if err := json.Unmarshal([]byte(r.stdout), &p); err != nil || p.Status != "completed" || p.Metadata == nil || p.Metadata.Strategy == "" {
					t.Errorf("%s: %v %s %s", flag, err, r.stdout, r.stderr)
				}
			}
			if s.Rerank {
				programIn(t, env, "keys expire\nrotate a key", append(args, "rerank", "-m", "sim/bm25", "-q", "rotate")...).wants(t, exitOK)
			}
		})
	}
}
