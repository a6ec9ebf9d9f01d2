package connection_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/app/effect/connection"
	"gatehouse/client"
	"gatehouse/state/report"
)

// TestAListForAllShowsNothingOfTheKey: one that requires the key does.
func TestAListForAllShowsNothingOfTheKey(t *testing.T) {
	for want, open := range map[string]bool{"key:skipped models:ok /responses:ok ": true, "key:ok models:ok /responses:ok ": false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost:
				w.WriteHeader(http.StatusBadRequest)
				io.WriteString(w, `{"error":{"message":"bad JSON"}}`)
			case !open && r.Header.Get("Authorization") == "":
				w.WriteHeader(http.StatusUnauthorized)
			default:
				io.WriteString(w, `{"data":[{"id":"a/b"}]}`)
			}
		}))
		list, ok := steps(t, connection.Target{BaseURL: server.URL, Key: key()})
		if words := stepWords(list); !ok || words != "connection:ok "+want {
			t.Errorf("open list %v: %s", open, words)
		}
		server.Close()
	}
}

// TestTooManyRequestsShowNothingOfTheKey: they may be refused before it is looked at.
func TestTooManyRequestsShowNothingOfTheKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		io.WriteString(w, `{"error":{"message":"slow down"}}`)
	}))
	defer server.Close()
	for _, target := range []connection.Target{{BaseURL: server.URL}, {BaseURL: server.URL, Key: key()}} {
		list, _ := steps(t, target)
		if words := stepWords(list); !strings.Contains(words, "key:skipped") {
			t.Error(words)
		}
	}
}

// TestAKeyInAHeaderIsAKey: the right one is accepted, the wrong one is to be corrected there.
func TestAKeyInAHeaderIsAKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Api-Key") != canary:
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPost:
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":{"message":"bad JSON"}}`)
		default:
			io.WriteString(w, `{"data":[{"id":"a/b"}]}`)
		}
	}))
	defer server.Close()
	for value, want := range map[string]string{canary: "key:ok", "wrong": "Remedy: correct the header X-Api-Key"} {
		list, _ := steps(t, connection.Target{BaseURL: server.URL, Options: []client.Option{client.WithHeader("X-Api-Key", value)}})
		words := stepWords(list)
		if !strings.Contains(words, want) || strings.Contains(words, "no key was sent") {
			t.Errorf("with %q: no %q in %s", value, want, words)
		}
		for _, s := range list {
			if s.Name == "key" && s.Level == report.OK && !strings.HasPrefix(s.Message, "accepted") {
				t.Errorf("the right key: %s", s.Message)
			}
		}
	}
	var list []report.Finding
	connection.Test(t.Context(), connection.Target{BaseURL: "http://gw.test", Options: []client.Option{
		client.WithHeader("X-Api-Key", canary), client.WithTransport(handled{server.Config.Handler}),
	}}, func(s report.Finding) { list = append(list, s) })
	if words := stepWords(list); !strings.Contains(words, "key:warning") || !strings.Contains(words, "sent unencrypted to gw.test") {
		t.Errorf("over plain http: %s", words)
	}
}

// TestACancelledTestReportsNoFailure: at whichever request it is cancelled.
func TestACancelledTestReportsNoFailure(t *testing.T) {
	for at := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n++; n == at+1 {
				io.Copy(io.Discard, r.Body) // only then the server sees that the client is gone
				cancel()
				<-r.Context().Done()
				return
			}
			switch {
			case r.Method == http.MethodPost:
				w.WriteHeader(http.StatusBadRequest)
				io.WriteString(w, `{"error":{"message":"bad JSON"}}`)
			default:
				io.WriteString(w, `{"data":[{"id":"a/b"}]}`)
			}
		}))
		ok := connection.Test(ctx, connection.Target{BaseURL: server.URL, Key: key(), Model: "x/y"}, func(s report.Finding) {
			if s.Level == report.Failed || strings.Contains(s.Message+s.Detail, "cancel") {
				t.Errorf("cancelled at request %d: %+v", at+1, s)
			}
		})
		if ok {
			t.Errorf("cancelled at request %d it works", at+1)
		}
		cancel()
		server.Close()
	}
}

// handled is a transport to a handler.
type handled struct{ http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

// TestAServiceWithAliasesHasMoreModelsThanItLists: a 404 does not fail the test there.
func TestAServiceWithAliasesHasMoreModelsThanItLists(t *testing.T) {
	server := handled{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/api/v1/models", r.URL.Path == "/api/v1/models/a/b":
			io.WriteString(w, `{"data":[{"id":"a/b"}]}`)
		case r.Method == http.MethodPost:
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":{"message":"bad JSON"}}`)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})}
	for address, want := range map[string]string{
		"https://openrouter.ai/api/v1": "model:warning | @preset/mine is not in the list. OpenRouter also takes",
		"https://gw.test/api/v1":       "model:warning | @preset/mine is not in the list. Whether the server takes",
	} {
		list, _ := steps(t, connection.Target{BaseURL: address, Model: "@preset/mine", Options: []client.Option{client.WithTransport(server)}})
		if words := stepWords(list); !strings.Contains(words, want) {
			t.Errorf("%s: no %q in %s", address, want, words)
		}
	}
}
