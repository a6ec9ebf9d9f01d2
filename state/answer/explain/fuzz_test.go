package explain

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/read"
)

// FuzzFailure: whatever a service answers, the user gets a title, a meaning
// and something to try.
func FuzzFailure(f *testing.F) {
	for _, body := range []string{
		"", "<html>", "404 page not found", `{"error":{"code":403,"metadata":{"patterns":[1,null]}}}`, `{"error":"x"}`,
		`{"error":{"code":"rate_limit_exceeded"}}`, `{"type":"error","code":null}`, `[{"error":{}}]`, `{"error":{"param":"a"}}`,
	} {
		f.Add(0, body, "https://x", "3")
		f.Add(404, body, "https://x/api/v1", "Wed, 21 Oct 2099 07:28:00 GMT")
		f.Add(403, body, "://", "-1")
	}
	f.Fuzz(func(t *testing.T, status int, body, base, retry string) {
		h := http.Header{"Retry-After": {retry}, "Content-Type": {"text/html"}}
		failure := read.Failure(status, h, []byte(body), int64(len(body)), time.Unix(0, 0))
		p := Failure(failure, Context{BaseURL: base})
		if p.Title == "" || !strings.HasSuffix(p.Meaning, ".") || len(p.SuggestionTexts()) == 0 {
			t.Errorf("%d %q: %+v", status, body, p)
		}
		for _, try := range p.SuggestionTexts() {
			if try == "" {
				t.Errorf("%d %q: an empty suggestion", status, body)
			}
		}
		if failure.Guardrail && !strings.HasPrefix(p.Title, "blocked by a guardrail") {
			t.Errorf("a guardrail's block is told as %q", p.Title)
		}
	})
}
