package capture

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// TestCredentialsOfABodyAndAPath are removed from what is stored; what only looks like a name
// stays.
func TestCredentialsOfABodyAndAPath(t *testing.T) {
	sent := wire.Sent{
		Method: "POST", URL: "http://h/sk-canary-0123456789ab/v1/responses",
		Body: []byte(`{"model":"m","api_key":"canary-body-key","input":[{"headers":{"X-Auth-Token":"canary-\u0064eep-key"}}],
			"tools":[{"parameters":{"properties":{"api_key":{"type":"string"}}}}],"password":"short","secret":"$VARIABLE_NAME","max_tokens":12345678,"session_id":"session-12345",
			"arguments":"{\"access_token\":\"canary-\\u0061rgument\",\"steps\":[\"{\\\"client_secret\\\":\\\"canary-\\/step\\\"}\"]}"}`),
	}
	got := Credentials(sent)
	slices.Sort(got)
	if want := []string{"canary-/step", "canary-argument", "canary-body-key", "canary-deep-key", "sk-canary-0123456789ab"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c := wire.Capture{Sent: sent}
	c.Body.Append([]byte("no such key: canary-body-key"), 1)
	Clean(&c)
	if !scan.Valid(c.Sent.Body) {
		t.Errorf("no JSON any more: %s", c.Sent.Body)
	}
	for _, text := range []string{c.Sent.URL, string(c.Sent.Body), string(c.Body.All())} {
		if strings.Contains(text, "canary") {
			t.Error(text)
		}
	}
	if !strings.Contains(string(c.Sent.Body), "session-12345") {
		t.Errorf("%s", c.Sent.Body)
	}
	if text := "hello sk-canary-0123456789ab"; len(inBody([]byte(text)))+len(inBody([]byte(`{"api_key":`))) > 0 {
		t.Error("a text has members")
	}
}
