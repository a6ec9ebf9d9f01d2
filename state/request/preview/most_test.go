package preview_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/request/preview"
)

func TestMostThatAnAnswerCosts(t *testing.T) {
	var list []wire.Model
	for _, raw := range []string{
		`{"id":"a/b","pricing":{"prompt":"0.000001","completion":"0.00001","request":"0.5"}}`,
		`{"id":"a/two","pricing":{"prompt":"0.000001","completion":"0.00001"},"endpoints":[{"provider":"P","pricing":{"prompt":"0.000002","completion":"0.00003"}}]}`,
		`{"id":"a/thinks","pricing":{"prompt":"0","completion":"0.00001","internal_reasoning":"0.00004"}}`,
		`{"id":"a/unpriced"}`,
		`{"id":"a/router","pricing":{"prompt":"-1","completion":"-1"}}`,
		`{"id":"a/caches","pricing":{"prompt":"0.000001","completion":"0.00001","input_cache_write":"0.000002"},"endpoints":[{"provider":"P","pricing":{"prompt":"0.000001","completion":"0.00001","input_cache_write":"0.000003"}}]}`,
		`{"id":"r/reads","pricing":{"prompt":"0.000001","completion":"0"},"architecture":{"output_modalities":["rerank"]}}`,
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
	ranked := func(model, document string, n int) string {
		return `{"model":"` + model + `","query":"q","documents":["` + document + `"` + strings.Repeat(`,"`+document+`"`, n-1) + `]}`
	}
	for body, want := range map[string]float64{
		bounded("a/b", ""):      read(bounded("a/b", "")) + 0.5 + 0.001,
		bounded("a/two", ""):    2*read(bounded("a/two", "")) + 0.003,
		bounded("a/thinks", ""): 0.004,
		bounded("a/two", `,"plugins":[{"id":"fusion","enabled":false}]`): 2*(read(bounded("a/two", `,"plugins":`))) + 0.003,
		bounded("a/caches", `,"cache_control":{"type":"ephemeral"}`):     3*read(bounded("a/caches", `,"cache_control":{"type":"ephemeral"}`)) + 0.001,
		`{"model":"r/searches","query":"q","documents":["d"]}`:           0.002,
		ranked("r/searches", "d", 101):                                   0.004,                                       // a search for each hundred
		ranked("r/searches", strings.Repeat("long ", 5000), 2):           0.006,                                       // 50,000 bytes are 200 short documents
		ranked("r/reads", "d", 50):                                       read(ranked("r/reads", "d", 50)) + 50*3/1e6, // the query with each
		`{"model":`:                                                      0,
	} {
		usd, unknown := c.MaxCost([]byte(body), strings.Contains(body, "query"), false)
		if unknown != "" || math.Abs(usd-want) > 1e-12 {
			t.Errorf("%s: %v %q, want %v", body, usd, unknown, want)
		}
	}
	for body, why := range map[string]string{
		bounded("a/unpriced", ""):                                                            "no price of a/unpriced",
		bounded("a/router", ""):                                                              "is a router",
		bounded("a/gone", ""):                                                                "does not name a/gone",
		bounded("a/b", `,"n":100`):                                                           `what a service takes "n" for is not known`,
		bounded("a/b", `,"Max_Output_Tokens":100000`):                                        `what a service takes "Max_Output_Tokens" for is not known`,
		bounded("a/b", `,"preset":"long"`):                                                   `what a service takes "preset" for is not known`,
		`{"input":"hi"}`:                                                                     "names no model",
		`{"model":"a/b","input":"hi"}`:                                                       "does not bound its answer",
		bounded("a/b", `,"plugins":[{"id":"web"}]`):                                          "plugin web",
		bounded("a/b", `,"tools":[{"type":"x:web_search"}]`):                                 "tool x:web_search",
		bounded("a/b", `,"models":["a/two"]`):                                                "other models",
		bounded("a/b", `,"service_tier":"priority"`):                                         "service tier priority",
		bounded("a/b", `,"previous_response_id":"r"`):                                        "what previous_response_id names",
		bounded("a/b", `,"conversation":{"id":"c"}`):                                         "what conversation names",
		bounded("a/b", `,"prompt":{"id":"p"}`):                                               "what prompt names",
		`{"model":"a/b","max_output_tokens":0,"input":"hi"}`:                                 "does not bound its answer",
		`{"model":"a/b","max_output_tokens":5,"input":[{"type":"item_reference","id":"i"}]}`: "what input[0] names",
		`{"model":"a/b","max_output_tokens":5,"input":[{"role":"user","content":[{"type":"input_image","image_url":"https://a.test/b.png"}]}]}`:        "the attachment input[0].content[0]",
		`{"model":"a/b","max_output_tokens":5,"input":[{"role":"user","content":[{"type":"input_file","file_id":"f"}]}]}`:                              "the attachment input[0].content[0]",
		`{"model":"a/b","max_output_tokens":5,"input":[{"type":"function_call_output","call_id":"c","output":[{"type":"input_file","file_id":"f"}]}]}`: "the attachment input[0].output[0]",
		bounded("a/b", `,"cache_control":{"type":"ephemeral","ttl":"1h"}`):                                                                             "to cache input",
		`{"model":"r/free","query":"q","documents":["d"]}`:                                                                                             "what a ranking by r/free costs",
	} {
		if _, unknown := c.MaxCost([]byte(body), strings.Contains(body, "query"), false); !strings.Contains(unknown, why) {
			t.Errorf("%s: unknown %q, want %q", body, unknown, why)
		}
	}
	if usd, unknown := c.MaxCost([]byte(bounded("a/gone", "")), false, true); unknown != "" || usd < 0.5 {
		t.Errorf("whichever answers: %v %q, want the dearest", usd, unknown)
	}
}
