package connection

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"gatehouse/client/profile"
)

// TestOffers: a server that lists models, and a key in the environment. Neither sends a key,
// nor shows one.
func TestOffers(t *testing.T) {
	const canary = "sk-canary-0123456789"
	getenv := func(name string) string { return map[string]string{"OPENAI_API_KEY": canary}[name] }
	serve := func(body string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "" {
				t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
			}
			io.WriteString(w, body)
		}))
		t.Cleanup(server.Close)
		return server.URL + "/v1"
	}
	down := httptest.NewServer(nil)
	down.Close()
	services := []profile.Service{
		{Name: "local"}, {Name: "down", BaseURL: down.URL}, {Name: "a web site", BaseURL: serve("<html>")}, {Name: "nothing loaded", BaseURL: serve(`{"data":[]}`)},
		{Name: "Ollama", BaseURL: serve(`{"data":[{"id":"llama"},{"id":"qwen"}]}`)}, {Name: "far", BaseURL: "https://gw.test/v1"},
	}
	got := offers(t.Context(), getenv, services)
	if len(got) != 2 || got[0].String() != "OPENAI_API_KEY is set" || got[0].Service.Name != "OpenAI" ||
		got[1].Service.Name != "Ollama" || got[1].String() != "a server with 2 models answers at "+services[4].BaseURL {
		t.Errorf("%v", got)
	}
}
