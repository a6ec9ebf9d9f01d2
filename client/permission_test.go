package client_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"gatehouse/client"
)

// TestPermissionErrorNamesTheOperation: whoever reads it has to know for what a
// management key is needed, and only where the service says that one is.
func TestPermissionErrorNamesTheOperation(t *testing.T) {
	answer := `{"error":{"code":403,"message":"Only management keys can perform this operation"}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, answer)
	}))
	defer s.Close()
	c := client.New(client.WithBaseURL(s.URL + "/api/v1"))
	defer c.Close()
	_, err := c.Models(context.Background())
	if want := "not permitted (403): GET /api/v1/models needs a management key: Only management keys can perform this operation"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	answer = `{"error":{"code":403,"message":"Key limit exceeded"}}`
	_, err = c.Models(context.Background())
	if want := "not permitted (403): Key limit exceeded"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	answer = "<title>Denied</title>"
	_, err = c.Models(context.Background())
	if want := "not permitted (403): Denied"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}
