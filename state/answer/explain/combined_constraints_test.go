package explain_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/statetest"
)

// TestCombinedConstraints: no constraint alone is blamed, both are named, and a change that
// is not marked is one that helps. A constraint that was not reached, such as a cap after a
// list that excluded all, is not mentioned.
func TestCombinedConstraints(t *testing.T) {
	for request, want := range map[string]string{
		`{"model":"ember/glow","provider":{"only":["halyard","estuary"],"max_price":{"prompt":0.21}},"input":"hi"}`:                     "provider.max_price.prompt 0.21 (USD per million tokens) is below the price of every provider that provider.only (halyard, estuary) leaves.",
		`{"model":"aurora/dawn","provider":{"ignore":["cobalt","atlas","granite"],"max_price":{"prompt":0.0000001}},"input":"hi"}`:      "provider.ignore (cobalt, atlas, granite) excludes every provider of the model.",
		`{"model":"sim/writer","provider":{"order":["zap"],"allow_fallbacks":false,"max_price":{"prompt":0}},"input":"hi"}`:             "provider.order (zap) with allow_fallbacks false leaves no provider: none of the providers it names serves the model.",
		`{"model":"ember/glow","provider":{"only":["halyard"],"ignore":["halyard"],"quantizations":["none"],"zdr":false},"input":"hi"}`: "provider.ignore (halyard) excludes every provider that provider.only (halyard) leaves.",
	} {
		x := talk(t, request)
		if got := explain.Obstacle(x); got != want {
			t.Errorf("%s\n got %s\nwant %s", request, got, want)
		}
		list := explain.Relaxations(x, nil)
		alone := slices.DeleteFunc(slices.Clone(list), func(r explain.Relaxation) bool {
			return strings.HasSuffix(r.Words, "; this alone may not be enough")
		})
		if len(alone) == 0 || len(alone) == len(list) {
			t.Errorf("%s: %+v", request, list)
		}
		for _, r := range alone {
			if again := talk(t, changed(t, request, r.Edits)); again.Verdict != state.Completed {
				t.Errorf("%s: %s: %v", request, r.Words, again.Verdict)
			}
		}
	}
}

// TestOtherLimitsAreNamed: of a service that does not tell what each constraint
// took away.
func TestOtherLimitsAreNamed(t *testing.T) {
	x := statetest.Answered(404, `{"model":"m","provider":{"only":["a"],"zdr":true,"order":["a"],"max_price":{"prompt":1}}}`,
		`{"error":{"code":404,"message":"m","metadata":{"constraint":{"field":"provider.max_price.prompt"}}}}`)
	if got, want := explain.Obstacle(x), "is below the price of every provider that provider.only (a) and provider.zdr (true) leave."; !strings.HasSuffix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	p, _ := explain.Exchange(x, explain.Context{})
	if want := "loosen provider.max_price.prompt or provider.only or provider.zdr, or remove it"; !slices.Contains(p.SuggestionTexts(), want) {
		t.Errorf("%q", p.SuggestionTexts())
	}
}

// TestMissingPathIsNotTheModels: where the message says that the path is missing, another model is no help.
func TestMissingPathIsNotTheModels(t *testing.T) {
	for message, path := range map[string]bool{
		"The local gateway has no POST /api/v1/v1/completions, only POST /api/v1/responses.": true,
		"The local gateway does not implement POST /embeddings, only POST /api/v1/rerank.":   true,
		"Invalid URL (POST /v1/v1/chat/completions)":                                         true,
		`No model "m". GET /models lists all models.`:                                        false,
	} {
		p, _ := explain.Exchange(statetest.Answered(404, `{"model":"m"}`, `{"error":{"code":404,"message":`+strconv.Quote(message)+`}}`), explain.Context{})
		if got := slices.Contains(p.SuggestionTexts(), "choose another model"); got == path {
			t.Errorf("%s: %s %q", message, p.Meaning, p.SuggestionTexts())
		}
	}
}
