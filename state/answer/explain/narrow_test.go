package explain_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state/answer/explain"
	"gatehouse/state/statetest"
)

// offered are the words of the changes that are offered for a failure.
func offered(t *testing.T, status int, request, body string) (obstacle string, words []string) {
	t.Helper()
	x := statetest.Answered(status, request, body)
	for _, r := range explain.Relaxations(x, nil) {
		words = append(words, r.Words)
		changed(t, request, r.Edits)
	}
	return explain.Obstacle(x), words
}

// TestTriedEndpointsFailedThemselves: a constraint that took the others away is not
// why the endpoint that was tried did not serve.
func TestTriedEndpointsFailedThemselves(t *testing.T) {
	metadata := func(by, attempts, available string) string {
		return `{"error":{"code":503,"message":"m"},"x_metadata":{"requested":"m","strategy":"direct","attempt":1,"endpoints":{"total":3,"available":[` + available + `]},` +
			`"attempts":[` + attempts + `],"params":{"dropped":[{"provider":"Basalt","model":"m","by":"` + by + `"},{"provider":"Delta","model":"m","by":"` + by + `"}]},"pipeline":[]}}`
	}
	cobalt, zinc := `{"provider":"Cobalt","model":"m","status":503}`, `{"provider":"Zinc","model":"m","status":429}`
	for _, tt := range []struct{ request, body, obstacle, offers string }{
		{
			`{"model":"m","provider":{"order":["Cobalt"],"allow_fallbacks":false}}`, metadata("provider.order", cobalt, `{"provider":"Cobalt","model":"m"}`),
			"Cobalt, the only provider that provider.order (Cobalt) with allow_fallbacks false allows, failed: temporarily unavailable (503).", "allow fallbacks to other providers",
		},
		{
			`{"model":"m","provider":{"only":["cobalt"]}}`, metadata("provider.only", cobalt, ""),
			"Cobalt, the only provider that provider.only (cobalt) allows, failed: temporarily unavailable (503).", "remove provider.only",
		},
		{
			`{"model":"m","provider":{"only":["cobalt","tin"]}}`, metadata("provider.only", cobalt, ""),
			"The only endpoint tried, Cobalt m, failed. provider.only (cobalt, tin) had excluded others.", "remove provider.only",
		},
		{
			`{"model":"m","provider":{"ignore":["Basalt","Delta"]}}`, metadata("provider.ignore", cobalt+","+zinc, ""),
			"Both endpoints tried failed. Cobalt m: temporarily unavailable (503); Zinc m: rate limited (429). provider.ignore (Basalt, Delta) had excluded others.",
			"remove provider.ignore",
		},
	} {
		got, words := offered(t, 503, tt.request, tt.body)
		if got != tt.obstacle {
			t.Errorf("\n got %s\nwant %s", got, tt.obstacle)
		}
		if !slices.Contains(words, tt.offers) {
			t.Errorf("%s is not among %q", tt.offers, words)
		}
	}
}

// Test404NamingAMember: services report a price cap in different
// forms.
func Test404NamingAMember(t *testing.T) {
	const capped = `{"model":"m","plugins":[{"id":"web"},{"id":"pareto-router","max_price":0.01}]}`
	body := func(error string) string {
		return `{"error":{"code":404,` + error + `},"x_metadata":{"requested":"m","strategy":"pareto","attempt":0,"endpoints":{"total":5,"available":[]},"pipeline":[]}}`
	}
	const ordered = `{"model":"m","provider":{"order":["a"],"allow_fallbacks":false}}`
	const unnamed = "The model has endpoints (5), but none was left for this request. The reason is not reported, unless it is in error.metadata."
	const fallbacks = "allow fallbacks to other providers"
	const away = "remove max_price, so that the tier of min_coding_score decides"
	for _, tt := range []struct {
		request, body, obstacle string
		offers                  []string
	}{
		{
			capped, body(`"message":"No model under max_price 0.01","metadata":{"max_price":0.01,"cheapest":{"model":"vend/cheap","price":0.05}}`),
			"max_price 0.01 excludes every model: the cheapest model the service names, vend/cheap, costs 0.05.", []string{"raise max_price to 0.05, the price of vend/cheap", away},
		},
		{
			capped, body(`"message":"m","metadata":{"max_price":0.01,"cheapest":0.05}`),
			"max_price 0.01 excludes every model: the cheapest model the service names costs 0.05.", []string{"raise max_price to 0.05: the lowest price that the service names", away},
		},
		{capped, body(`"message":"m","metadata":{"max_price":1,"cheapest":{"model":"a","price":"dear"}}`), "max_price 0.01 excludes every model.", []string{away}},
		{capped, body(`"message":"m","metadata":{"max_price":null}`), unnamed, nil},
		{capped, body(`"message":"No model under max_price","metadata":{"max_price":null,"zdr":null}`), "The message names max_price, which the request sets: 0.01.", []string{away}},
		{capped, body(`"message":"m","metadata":{"order":7,"max_price":0.01,"cheapest":0.05}`), "max_price 0.01 excludes every model: the cheapest", []string{"raise max_price to 0.05: the lowest price that the service names", away}},
		{ordered, body(`"message":"m","metadata":{"order":"4711"}`), unnamed, []string{fallbacks}},
		{ordered, body(`"message":"m","metadata":{"order":"4711","provider.order":["a"]}`), "provider.order (a) with allow_fallbacks false leaves no provider", []string{fallbacks, "remove provider.order"}},
		{capped, body(`"message":"No model under max_price"`), "The message names max_price, which the request sets: 0.01.", []string{away}},
		{`{"model":"m","provider":{"only":["a"]}}`, body(`"message":"the only model"`), "The model has endpoints (5)", []string{"remove provider.only (a)"}},
		{`{"model":"m"}`, body(`"message":"No model under max_price"`), "The model has endpoints (5), but none was left for this request. The service does not say why.", nil},
		{`{"model":"m"}`, body(`"message":"m","metadata":{"max_price":0.01}`), "The model has endpoints (5), but none was left for this request. The reason is not reported, unless it is in error.metadata.", nil},
	} {
		got, words := offered(t, 404, tt.request, tt.body)
		if !strings.HasPrefix(got, tt.obstacle) || !slices.Equal(words, tt.offers) {
			t.Errorf("%s\n got %s\n     %q\nwant %s\n     %q", tt.body, got, words, tt.obstacle, tt.offers)
		}
	}
}

// TestFailureInsideAStreamOffersResend: as a failure with a status does.
func TestFailureInsideAStreamOffersResend(t *testing.T) {
	failed := `{"id":"r","object":"response","status":"failed","model":"m","output":[],"error":{"code":"server_error","message":"m"},"error_type":%q}`
	for kind, want := range map[string]string{"provider_unavailable": "send the same request again", "context_length_exceeded": "add the context-compression plugin"} {
		if _, words := offered(t, 200, `{"model":"m","stream":true}`, strings.Replace(failed, "%q", `"`+kind+`"`, 1)); !slices.Equal(words, []string{want}) {
			t.Errorf("%s: %q", kind, words)
		}
	}
}

// TestFollowedAdviceIsNotRepeated: what the request has already, and a prefix
// of an address that has it or needs none.
func TestFollowedAdviceIsNotRepeated(t *testing.T) {
	const stream = "ask for a stream: it keeps the connection alive"
	for request, want := range map[string]bool{`{"model":"m"}`: true, `{"model":"m","stream":true}`: false} {
		p, _ := explain.Exchange(statetest.Answered(524, request, `{"error":{"code":524,"message":"m"}}`), explain.Context{})
		if slices.Contains(p.SuggestionTexts(), stream) != want {
			t.Errorf("%s: %q", request, p.SuggestionTexts())
		}
	}
	for body, want := range map[string]bool{
		`{"detail":"Not Found"}`:               true,
		`{"error":{"code":404,"message":"m"}}`: false,
		`{"error":{"code":404,"message":"m"},"x_metadata":{"requested":"m","strategy":"direct"}}`: false,
	} {
		p, _ := explain.Exchange(statetest.Answered(404, `{"model":"m"}`, body), explain.Context{BaseURL: "http://gw.test"})
		if strings.Contains(strings.Join(p.SuggestionTexts(), "\n"), "/api/v1") != want {
			t.Errorf("%s: %q", body, p.SuggestionTexts())
		}
	}
}
