package failure_test

import (
	"net/http/httptest"
	"testing"

	"gatehouse/gateway/failure"

	"github.com/tidwall/gjson"
)

func TestBody(t *testing.T) {
	f := failure.New(429, "too \"fast\" \xff")
	f.RetryAfter = 7
	for _, c := range []struct {
		to           failure.To
		routing      string
		user, routed string
	}{
		{failure.To{Word: "service"}, "", "null", "null"},
		{failure.To{Word: "service", User: "user_1"}, `{"a":1}`, `"user_1"`, `{"a":1}`},
	} {
		f.Routing = []byte(c.routing)
		w := httptest.NewRecorder()
		f.Write(w, c.to)
		b := gjson.Parse(w.Body.String())
		if !gjson.Valid(w.Body.String()) || w.Code != 429 || b.Get("error.code").Raw != "429" || b.Get("error.message").Str != "too \"fast\" \uFFFD" ||
			b.Get("error.metadata.error_type").Str != "rate_limit_exceeded" || b.Get("user_id").Raw != c.user || b.Get("service_metadata").Raw != c.routed ||
			w.Header().Get("Retry-After") != "7" || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%d %v %s", w.Code, w.Header(), b)
		}
	}
	bare := failure.Failure{Status: 403, Message: "no"}
	if b := gjson.ParseBytes(bare.Body(failure.To{Word: "x"})); b.Get("error.metadata").Exists() {
		t.Errorf("%s", b)
	}
}

// Every status of the document has a word for its kind ("Errors").
func TestKind(t *testing.T) {
	for _, status := range []int{400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 524, 529} {
		if failure.Kind(status) == "" {
			t.Errorf("no kind for %d", status)
		}
	}
	if failure.Kind(418) != "" {
		t.Error("a kind for a status that the document does not have")
	}
}
