package samples_test

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette/samples"
)

// TestEverySampleIsFoundByWhatClientsAdd: a base URL is that of a rule, as it is or with what
// people take for a part of it; what a client adds chooses the API.
func TestEverySampleIsFoundByWhatClientsAdd(t *testing.T) {
	added := map[lint.API][]string{
		lint.Responses: {"/responses", "/v1/responses", "/api/v1/responses"},
		lint.Chat:      {"/chat/completions", "/v1/chat/completions", "/api/v1/chat/completions?a=b"},
		lint.Messages:  {"/v1/messages", "/messages", "/v1/messages?beta=true"},
		lint.Rerank:    {"/rerank", "/v1/rerank", "/v2/rerank"},
	}
	served := samples.Serve()
	for _, s := range samples.All() {
		for _, end := range added[s.API] {
			for base, good := range map[string]bool{"/" + s.Rule: false, "/" + s.Rule + "/good": true} {
				found, ok := served.Find(wire.Sent{Method: "POST", URL: "http://127.0.0.1:8089" + base + end, Body: []byte("any")})
				if want := s.Capture(good); !ok || found.Capture.ID != want.ID || found.Capture.Body.Len() != want.Body.Len() {
					t.Errorf("%s%s: %v %+v", base, end, ok, found.Capture)
				}
			}
		}
	}
}

func TestABareRuleHasItsFirstAPI(t *testing.T) {
	for path, want := range map[string]string{
		"/no-done": "no-done-responses", "/no-done/": "no-done-responses", "/tool-id-missing/good": "tool-id-missing-good-chat-completions", "/result-order/good/": "result-order-good-rerank",
	} {
		if found, ok := samples.Serve().Find(wire.Sent{Method: "POST", URL: "http://h" + path}); !ok || found.Capture.ID != want {
			t.Errorf("%s: %v %+v", path, ok, found.Capture)
		}
	}
}

func TestAMissNamesWhatThereIs(t *testing.T) {
	for ask, want := range map[string]string{
		"POST /final-output-empty/chat/completions": "final-output-empty has no sample for /chat/completions. These have one: no-done, ",
		"POST /nope/responses":                      `There is no rule "nope". There are: final-output-empty, `,
		"POST /":                                    "The path names no rule. There are: final-output-empty, ",
		"POST /no-done/v1":                          "No API has the path /v1. A path is /RULE or /RULE/good, then /responses, ",
		"PUT /no-done":                              "There are answers to POST, and to GET a list of them; PUT has none.",
	} {
		method, path, _ := strings.Cut(ask, " ")
		sent := wire.Sent{Method: method, URL: "http://h" + path}
		served := samples.Serve()
		if _, ok := served.Find(sent); ok {
			t.Errorf("%s is found", ask)
		}
		if got := served.Miss(sent).Words; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", ask, got)
		}
	}
}

// TestAGetListsThePaths: of all rules, of one, and of all where the path is none.
func TestAGetListsThePaths(t *testing.T) {
	all := len(samples.All())
	for path, want := range map[string]struct{ status, paths int }{
		"/": {200, all}, "/no-done": {200, 2}, "/no-done/good": {200, 2}, "/nope": {404, all}, "/no-done/models": {404, 2},
	} {
		found, ok := samples.Serve().Find(wire.Sent{Method: "GET", URL: "http://h" + path})
		if !ok {
			t.Errorf("%s: nothing", path)
			continue
		}
		text := string(found.Capture.Body.All())
		if got := strings.Count(text, "  POST /"); found.Capture.Head.Status != want.status || got != want.paths {
			t.Errorf("%s: %d, %d paths: %s", path, found.Capture.Head.Status, got, text)
		}
	}
}
