package preview_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/preview"
)

func TestMostThatAnAnswerCosts(t *testing.T) {
	var list []wire.Model
	for _, raw := range []string{
		`{"id":"a/b","pricing":{"prompt":"0.000001","completion":"0.00001","request":"0.5"}}`,
		`{"id":"a/two","pricing":{"prompt":"0.000001","completion":"0.00001"},"endpoints":[{"provider":"P","pricing":{"prompt":"0.000002","completion":"0.00003"}}]}`,
		`{"id":"a/thinks","pricing":{"prompt":"0","completion":"0.00001","internal_reasoning":"0.00004"}}`,
		`{"id":"a/unpriced"}`,
		`{"id":"a/router","pricing":{"prompt":"-1","completion":"-1"}}`,
		`{"id":"r/free","pricing":{"prompt":"0","completion":"0"},"architecture":{"output_modalities":["rerank"]}}`,
		`{"id":"r/searches","pricing":{"prompt":"0","completion":"0","request":"0.002"},"architecture":{"output_modalities":["rerank"]}}`,
	} {
		var m struct{ ID string }
		if err := json.Unmarshal([]byte(raw), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, wire.Model{ID: m.ID, Raw: json.RawMessage(raw)})
	}
	c := preview.ReadCatalogue(list)
	read := func(body string) float64 { return float64(len(body)) / 1e6 }
	bounded := func(model, more string) string {
		return `{"model":"` + model + `","max_output_tokens":100,"input":"hi"` + more + `}`
	}
	for body, want := range map[string]float64{
		bounded("a/b", ""):      read(bounded("a/b", "")) + 0.5 + 0.001,
		bounded("a/two", ""):    2*read(bounded("a/two", "")) + 0.003,
		bounded("a/thinks", ""): 0.004,
		bounded("a/two", `,"plugins":[{"id":"fusion","enabled":false}]`): 2*(read(bounded("a/two", `,"plugins":`))) + 0.003,
		`{"model":"r/searches","query":"q","documents":["d"]}`:           0.002,
		`{"model":`: 0,
	} {
		usd, unknown := c.Most([]byte(body), strings.Contains(body, "query"), false)
		if unknown != "" || math.Abs(usd-want) > 1e-12 {
			t.Errorf("%s: %v %q, want %v", body, usd, unknown, want)
		}
	}
	for body, why := range map[string]string{
		bounded("a/unpriced", ""):                            "no price of a/unpriced",
		bounded("a/router", ""):                              "is a router",
		bounded("a/gone", ""):                                "does not name a/gone",
		`{"input":"hi"}`:                                     "names no model",
		`{"model":"a/b","input":"hi"}`:                       "does not bound its answer",
		bounded("a/b", `,"plugins":[{"id":"web"}]`):          "plugin web",
		bounded("a/b", `,"tools":[{"type":"x:web_search"}]`): "tool x:web_search",
		bounded("a/b", `,"models":["a/two"]`):                "other models",
		`{"model":"r/free","query":"q","documents":["d"]}`:   "what a ranking by r/free costs",
	} {
		if _, unknown := c.Most([]byte(body), strings.Contains(body, "query"), false); !strings.Contains(unknown, why) {
			t.Errorf("%s: unknown %q, want %q", body, unknown, why)
		}
	}
	if usd, unknown := c.Most([]byte(bounded("a/gone", "")), false, true); unknown != "" || usd < 0.5 {
		t.Errorf("whichever answers: %v %q, want the dearest", usd, unknown)
	}
}
