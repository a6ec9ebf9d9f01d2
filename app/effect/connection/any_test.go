package connection_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/effect/connection"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/state/report"
)

// server answers each request with what f makes.
type server func(*http.Request) (*http.Response, error)

func (f server) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestAnyServer: whatever a server answers, and wherever it echoes the key, each step says
// something, the result is that of the steps, and the key stays secret.
func TestAnyServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bodies := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"", "<html>" + canary, `{"data":[{"id":"a/b"}]}`, `{"data":[]}`, `{"error":{"message":"` + canary + `"}}`, `{"error":null}`, `[`, `{"detail":[]}`, `{"error":{"code":401,"message":"no"}}`,
		}))
		serve := server(func(r *http.Request) (*http.Response, error) {
			if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
				return nil, errors.New("no route for " + canary)
			}
			status := rapid.OneOf(rapid.IntRange(200, 599), rapid.SampledFrom([]int{200, 400, 401, 403, 404, 407})).Draw(t, "status")
			kind := rapid.SampledFrom([]string{"application/json", "text/html; charset=utf-8", "", "text/event-stream"}).Draw(t, "kind")
			return &http.Response{
				StatusCode: status, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {kind}, "Www-Authenticate": {canary}, "Location": {"/" + canary}},
				Body: io.NopCloser(strings.NewReader(bodies.Draw(t, "body"))), Request: r,
			}, nil
		})
		var list []report.Finding
		ok := connection.Test(t.Context(), connection.Target{
			BaseURL: rapid.SampledFrom([]string{"http://gw.test", "https://gw.test/api/v1"}).Draw(t, "base"),
			Key:     profile.Key{Value: canary}, Getenv: func(string) string { return "" },
			Model: rapid.SampledFrom([]string{"", "a/b", "x/y:free"}).Draw(t, "model"), Options: []client.Option{client.WithTransport(serve)},
		}, func(s report.Finding) { list = append(list, s) })
		failed := func(s report.Finding) bool { return s.Level == report.Failed }
		if len(list) == 0 || ok == slices.ContainsFunc(list, failed) {
			t.Fatalf("works: %v, %+v", ok, list)
		}
		for _, s := range list {
			if s.Name == "" || s.Message == "" || s.Level == "" || s.Took < 0 || strings.Contains(fmt.Sprintf("%+v", s), canary) {
				t.Fatalf("%+v", s)
			}
		}
	})
}
