package fault_test

import (
	"net/http/httptest"
	"testing"

	"gatehouse/gateway/fault"

	"github.com/tidwall/gjson"
)

func TestBody(t *testing.T) {
	f := fault.NewFailure(429, "too \"fast\" \xff")
	f.RetryAfter = 7
	for _, c := range []struct {
		to           fault.Recipient
		routing      string
		user, routed string
	}{
		{fault.Recipient{Word: "service"}, "", "null", "null"},
		{fault.Recipient{Word: "service", User: "user_1"}, `{"a":1}`, `"user_1"`, `{"a":1}`},
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
	bare := fault.Failure{Status: 403, Message: "no"}
	if b := gjson.ParseBytes(bare.Body(fault.Recipient{Word: "x"})); b.Get("error.metadata").Exists() {
		t.Errorf("%s", b)
	}
}

// Every status of the document has a word for its kind ("Errors").
func TestKind(t *testing.T) {
	for _, status := range []int{400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 524, 529} {
		if fault.Kind(status) == "" {
			t.Errorf("no kind for %d", status)
		}
	}
	if fault.Kind(418) != "" {
		t.Error("a kind for a status that the document does not have")
	}
}
