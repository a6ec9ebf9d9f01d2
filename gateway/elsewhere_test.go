package gateway_test

import (
	"io"
	"strings"
	"testing"
)

// The operations that the document only names answer, after the key is checked.
func TestOtherOperations(t *testing.T) {
	base := serve(t)
	for _, operation := range []string{
		"GET /byok", "POST /guardrails", "PATCH /guardrails/gr_1", "GET /workspaces/ws_1/members",
	} {
		method, path, _ := strings.Cut(operation, " ")
		if b := isError(t, do(t, method, base+path, `{}`), 403); b.Get("error.message").Str != "Only management keys can perform this operation" {
			t.Errorf("%s: %s", operation, b)
		}
		isError(t, do(t, method, base+path, `{}`, "Authorization: "), 401)
	}
	for _, operation := range []string{
		"GET /benchmarks", "GET /files?limit=1", "POST /files", "GET /files/f_1", "DELETE /files/f_1", "GET /files/f_1/content", "POST /embeddings",
		"POST /messages", "POST /presets/mine/messages", "POST /images", "POST /audio/transcriptions", "GET /datasets/rankings-daily", "GET /generation?id=gen-1",
	} {
		method, path, _ := strings.Cut(operation, " ")
		if b := isError(t, do(t, method, base+path, ""), 404); !strings.Contains(b.Get("error.message").Str, "The local gateway does not implement ") {
			t.Errorf("%s: %s", operation, b)
		}
		isError(t, do(t, method, base+path, "", "Authorization: "), 401)
	}
	// What the document does not name is no operation.
	for _, operation := range []string{
		"GET /guardrails", "PATCH /guardrails/", "PATCH /guardrails", "GET /workspaces//members", "GET /workspaces/a/b/members", "POST /generation", "GET /byok/",
	} {
		method, path, _ := strings.Cut(operation, " ")
		if b := isError(t, do(t, method, base+path, ""), 404); strings.Contains(b.Get("error.message").Str, "not part of") {
			t.Errorf("%s: %s", operation, b)
		}
	}
}

// TestWhatHasAGetHasAHeadAndOptions: without a body, with the same status and the same key.
func TestWhatHasAGetHasAHeadAndOptions(t *testing.T) {
	base := serve(t)
	for path, want := range map[string]int{"/models": 200, "/byok": 403, "/files": 404, "/nothing": 404} {
		get, head := do(t, "GET", base+path, ""), do(t, "HEAD", base+path, "")
		body, err := io.ReadAll(head.Body)
		if head.StatusCode != want || get.StatusCode != want || len(body) > 0 || err != nil || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d, %d bytes, %v; GET %d", path, head.StatusCode, len(body), head.Header, get.StatusCode)
		}
	}
	if r := do(t, "OPTIONS", base+"/models", ""); r.StatusCode != 204 || r.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("OPTIONS: %d %v", r.StatusCode, r.Header)
	}
	isError(t, do(t, "OPTIONS", base+"/models", "", "Authorization: "), 401)
	isError(t, do(t, "OPTIONS", base+"/nothing", ""), 404)
}
