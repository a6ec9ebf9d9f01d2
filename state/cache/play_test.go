package cache_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"gatehouse/state/cache"
	"gatehouse/state/query"
)

// TestRequestsArePlayedAsTheLocalGatewayTakesThem, with what is added to them and nothing of another
// service that it does not have.
func TestRequestsArePlayedAsTheLocalGatewayTakesThem(t *testing.T) {
	const own = `{"model":"sim/writer","stream":true,"instructions":"be brief","provider":{"only":["cobalt"]},"input":"hello"}`
	const messages = `{"model":"claude-sonnet-4-5","system":"be brief","max_tokens":9,"messages":[{"role":"user","content":"hello"}]}`
	const first = `{"model":"sim/writer","tools":[{"type":"function","name":"look"}],"instructions":"be brief at 14:00","input":"hello"}`
	for _, c := range []struct {
		path, body string
		local      bool
		cache.Variant
		want map[string]string
	}{
		{"/responses", own, true, cache.Variant{}, map[string]string{"model": "sim/writer", "stream": "false", "instructions": "Play 1\nbe brief", "provider.only.0": "cobalt", "cache_control": "", "session_id": ""}},
		{"/responses", own, false, cache.Variant{Breakpoint: true}, map[string]string{"model": "driftwood/schooner", "provider": "", "cache_control.type": "ephemeral", "session_id": ""}},
		{"/responses", own, true, cache.Variant{First: true}, map[string]string{"instructions": "Play 1\nbe brief at 14:00", "tools.0.name": "look", "cache_control": ""}},
		{"/v1/messages", messages, false, cache.Variant{Breakpoint: true, Session: true}, map[string]string{"model": "driftwood/schooner", "cache_control.type": "ephemeral", "session_id": "Play 1", "messages": ""}},
	} {
		body, err := cache.Playable(c.path, []byte(c.body))
		if err == nil {
			body, err = c.Request(body, []byte(first), c.local, "Play 1")
		}
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		for path, want := range c.want {
			if got := gjson.GetBytes(body, path).String(); got != want {
				t.Errorf("%s of %s is %q, want %q", path, body, got, want)
			}
		}
		if !strings.Contains(string(body), "hello") {
			t.Errorf("%s lost what was asked", body)
		}
	}
	if _, err := cache.Playable("/x", []byte("no JSON")); err == nil {
		t.Error("what is no JSON is played")
	}
}

// TestAllVerdictsCanBeAskedFor: the filter has those that exchanges have.
func TestAllVerdictsCanBeAskedFor(t *testing.T) {
	f, _ := query.Lookup("cache")
	var names []string
	for _, v := range cache.Verdicts {
		names = append(names, string(v))
	}
	if got := strings.Join(f.Values, " "); got != strings.Join(names, " ") {
		t.Errorf("the filter has %s, verdicts are %s", got, names)
	}
}
