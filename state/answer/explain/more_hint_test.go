package explain_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/statetest"
)

// TestMorePageHints: a failure that the gateway explained leads to the page of the
// route; only a staged one is described as staged.
func TestMorePageHints(t *testing.T) {
	const page = "F4 R: wh" // why this was not served, or who was asked
	talk := func(request string) *state.Exchange {
		x, _ := statetest.Talk(t, request, client.MetadataOn)
		return x
	}
	for name, tt := range map[string]struct {
		x           *state.Exchange
		led, staged bool
	}{
		"a price cap":                    {talk(`{"plugins":[{"id":"pareto-router","max_price":0}],"input":"x"}`), true, false},
		"a model that nobody has":        {talk(`{"model":"sim/nobody","input":"x"}`), true, false},
		"endpoints that failed":          {talk(`{"model":"fault/503","input":"x"}`), true, true},
		"nothing was routed":             {talk(`{"model":"fault/402","input":"x"}`), false, true},
		"a page in between":              {talk(`{"model":"fault/html-502","input":"x"}`), false, true},
		"it begins and fails":            {talk(`{"model":"fault/failed-event","input":"x","stream":true}`), true, true},
		"it breaks off":                  {talk(`{"model":"fault/cut","input":"x","stream":true}`), false, true},
		"a guardrail before a fault":     {talk(`{"model":"fault/slow","input":"charge 4111 1111 1111 1111"}`), false, false},
		"a slow one that really is lost": {talk(`{"model":"fault/slow","input":""}`), false, false},
	} {
		if strings.HasPrefix(name, "a slow one") {
			tt.x.Verdict = state.Truncated
		}
		p, ok := explain.Exchange(tt.x, explain.Context{BaseURL: "http://127.0.0.1:8080/api/v1", RouteKeys: "F4 R", GuardsKeys: "F4 U"})
		all := strings.Join(p.SuggestionTexts(), "; ")
		if !ok || strings.Contains(all, page) != tt.led || strings.Contains(all, "fails on purpose: choose another model") != tt.staged {
			t.Errorf("%s: %s", name, all)
		}
		p, _ = explain.Exchange(tt.x, explain.Context{BaseURL: "https://gw.example/api/v1"})
		if all := strings.Join(p.SuggestionTexts(), "; "); strings.Contains(all, "on purpose") {
			t.Errorf("%s, of a service elsewhere: %s", name, all)
		}
	}
	blocked, _ := explain.Exchange(talk(`{"input":"charge 4111 1111 1111 1111"}`), explain.Context{BaseURL: "http://127.0.0.1:8080/api/v1", RouteKeys: "F4 R", GuardsKeys: "F4 U"})
	if all := strings.Join(blocked.SuggestionTexts(), "; "); !strings.Contains(all, "F4 U: what it matched") {
		t.Error(all)
	}
}

// TestOnlyWhatIsOfferedIsPromised: changes, or models of a similar name.
func TestOnlyWhatIsOfferedIsPromised(t *testing.T) {
	for request, want := range map[string]string{
		`{"model":"sim/writer","provider":{"only":["zap"]},"input":"x"}`: "R: why this was not served and what to change",
		`{"model":"sim/nobody","input":"x"}`:                             "R: why this was not served, and models with a similar name",
		`{"model":"fault/404","input":"x"}`:                              "R: why this was not served",
	} {
		x, _ := statetest.Talk(t, request, client.MetadataOn)
		p, _ := explain.Exchange(x, explain.Context{RouteKeys: "R"})
		if !slices.Contains(p.SuggestionTexts(), want) {
			t.Errorf("%s: %q", request, p.SuggestionTexts())
		}
	}
}

// TestAnotherModelHasItsKey: where a key chooses one.
func TestAnotherModelHasItsKey(t *testing.T) {
	refused, _ := statetest.Talk(t, `{"model":"sim/nobody","input":"x"}`, client.MetadataOn)
	filtered := state.NewExchange("x", []byte(`{}`))
	filtered.Verdict, filtered.Reason = state.Incomplete, "content_filter"
	const words = "choose another model"
	for key, want := range map[string]string{"": words, "alt+m": words + " with alt+m"} {
		p, _ := explain.Exchange(refused, explain.Context{ModelsKeys: key})
		short, _ := explain.Incomplete(filtered, explain.Context{ModelsKeys: key})
		if !slices.Contains(p.SuggestionTexts(), want) || !slices.Contains(short.SuggestionTexts(), want) {
			t.Errorf("%q: %q, %q", key, p.SuggestionTexts(), short.SuggestionTexts())
		}
	}
}

// TestStartedAnswerCountsAsServed: what a provider answered with success is no
// endpoint that failed; and the error's type says more than its general code.
func TestStartedAnswerCountsAsServed(t *testing.T) {
	x, _ := statetest.Talk(t, `{"model":"fault/failed-event","input":"x","stream":true}`, client.MetadataOn)
	p, _ := explain.Exchange(x, explain.Context{})
	if words := explain.Obstacle(x); words != "" || !strings.HasPrefix(p.Title, "the provider failed") {
		t.Errorf("%q, %+v", words, p)
	}
}

// TestWaitIsMentionedOnce: where the service names the time, not a second time
// without it.
func TestWaitIsMentionedOnce(t *testing.T) {
	for _, model := range []string{"fault/429", "fault/503"} {
		x, _ := statetest.Talk(t, `{"model":"`+model+`","input":"x"}`, client.MetadataOn)
		p, _ := explain.Exchange(x, explain.Context{})
		n := 0
		for _, try := range p.SuggestionTexts() {
			if strings.Contains(try, "send") {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %q", model, p.SuggestionTexts())
		}
	}
}

// TestBlameAgreesWithWhatIsQuoted: the provider is named where the error's type or
// the attempts name it, else nobody; and nothing that began was "not served".
func TestBlameAgreesWithWhatIsQuoted(t *testing.T) {
	for model, tt := range map[string]struct{ says, never string }{
		"fault/503":          {"temporarily unavailable (503)|The provider behind the gateway cannot take the request", "The service cannot"},
		"fault/500":          {"the response does not say which", "the gateway failed"},
		"fault/error-event":  {"the answer ended with an error|What arrived is stored", "gateway met"},
		"fault/failed-event": {"the provider failed|The provider started to answer and failed|F4 R: which providers were tried", "no usable response|not served"},
	} {
		x, _ := statetest.Talk(t, `{"model":"`+model+`","input":"x","stream":true}`, client.MetadataOn)
		p, _ := explain.Exchange(x, explain.Context{RouteKeys: "F4 R"})
		all := strings.ToLower(strings.Join(append([]string{p.Title, p.Meaning}, p.SuggestionTexts()...), "; "))
		for _, words := range strings.Split(strings.ToLower(tt.says), "|") {
			if !strings.Contains(all, words) {
				t.Errorf("%s: no %q in %s", model, words, all)
			}
		}
		for _, words := range strings.Split(strings.ToLower(tt.never), "|") {
			if strings.Contains(all, words) {
				t.Errorf("%s: %q in %s", model, words, all)
			}
		}
	}
}
