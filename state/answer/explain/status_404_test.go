package explain_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state/answer/explain"
	"gatehouse/state/statetest"
)

// TestA404IsExplainedByWhatIsKnown: the cause replaces what a 404 may mean,
// and advice about no member but those that the request has.
func TestA404IsExplainedByWhatIsKnown(t *testing.T) {
	body := func(endpoints string) string {
		return `{"error":{"code":404,"message":"m"},"x_metadata":{"requested":"a/b","strategy":"direct","attempt":0,"endpoints":` + endpoints + `,"pipeline":[]}}`
	}
	const nobody, left, tried = `{"total":0,"available":[]}`, `{"total":5,"available":[]}`, `{"total":1,"available":[{"provider":"P","model":"a/b"}]}`
	const model, slug = "choose another model", "check the model's slug"
	for _, tt := range []struct {
		request, body, means string
		try                  []string
	}{
		{`{"model":"a/b"}`, body(nobody), "There is no model “a/b”", []string{slug, model}},
		{`{"model":"a/b"}`, body(left), "The model has endpoints (5), but none was left", []string{model}},
		{`{"model":"a/b"}`, body(tried), "No such model or path", []string{model}},
		{`{"model":"a/b"}`, `{"error":{"code":404,"message":"m"}}`, "No such model or path", []string{slug, model}},
		{
			`{"model":"a/b","provider":{"only":["P"],"zdr":false,"order":["P"]},"plugins":[{"id":"web","max_results":1},{"id":"auto-router","allowed_models":["a/*"]}]}`,
			body(left), "The model has endpoints (5)", []string{model, "loosen allowed_models or provider.only"},
		},
		{
			`{"model":"a/b","provider":{"order":["P"],"allow_fallbacks":false},"plugins":[{"id":"auto-router","enabled":false,"allowed_models":["a/*"]}]}`,
			body(left), "The model has endpoints (5)", []string{model, "loosen provider.order"},
		},
	} {
		p, ok := explain.Exchange(statetest.Answered(404, tt.request, tt.body), explain.Context{})
		if !ok || !strings.HasPrefix(p.Meaning, tt.means) || !slices.Equal(p.SuggestionTexts(), tt.try) {
			t.Errorf("%s\n got %s %q\nwant %s %q", tt.request, p.Meaning, p.SuggestionTexts(), tt.means, tt.try)
		}
	}
}
