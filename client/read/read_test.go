package read

import (
	"errors"
	"reflect"
	"testing"

	"gatehouse/client/wire"
)

// TestAnalystModelFromItsAlias: the document's Versioning preserves judge_model as a
// deprecated alias of analyst_model.
func TestAnalystModelFromItsAlias(t *testing.T) {
	for data, want := range map[string]struct {
		model    string
		conflict bool
	}{
		`{"analyst_model":"a","judge_model":"a"}`:  {"a", false},
		`{"analyst_model":"a"}`:                    {"a", false},
		`{"judge_model":"j"}`:                      {"j", false},
		`{"analyst_model":null,"judge_model":"j"}`: {"j", false},
		`{"analyst_model":"a","judge_model":"j"}`:  {"a", true},
		`{"model":"p"}`:                            {"", false},
	} {
		e, _ := Event([]byte(data))
		if model, conflict := AnalystModel(e); model != want.model || conflict != want.conflict {
			t.Errorf("%s: %s, %v", data, model, conflict)
		}
	}
	e, _ := Event([]byte(`{"type":"response.fusion_call.panel.delta","model":"p/m"}`))
	if PanelModel(e) != "p/m" {
		t.Errorf("panelist %q", PanelModel(e))
	}
}

func TestReadModelsOfEveryForm(t *testing.T) {
	for body, want := range map[string][]string{
		`{"data":[{"id":"a/b","name":"B","context_length":4096},{"id":"c"}]}`: {"a/b", "c"},
		`[{"id":"a/b"},"c",{},null]`:                                          {"a/b", "c"},
		`{"object":"list","models":[{"model":"llama"},{"name":"only-name"}]}`: {"llama", "only-name"},
		`{"data":[]}`: {},
	} {
		models, err := Models([]byte(body))
		ids := []string{}
		for _, m := range models {
			ids = append(ids, m.ID)
		}
		if err != nil || !reflect.DeepEqual(ids, want) {
			t.Errorf("%s: %q, %v", body, ids, err)
		}
	}
	models, _ := Models([]byte(`[{"id":"a","context_length":4096,"name":"A"},{"id":"b"}]`))
	if models[0].Context != 4096 || models[0].Name != "A" || models[1].Context != wire.None {
		t.Errorf("%+v", models)
	}
	for _, none := range []string{``, `<html>`, `{"data":{}}`, `{"error":{}}`, `"x"`, `[`} {
		if _, err := Models([]byte(none)); !errors.Is(err, ErrNotModels) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

func TestReadRerankOfEveryForm(t *testing.T) {
	r, err := Rerank([]byte(`{"id":"gen-rerank-1","model":"m","provider":"p","results":[{"index":2,"relevance_score":0.9,"document":{"text":"t"}},{"index":0,"relevance_score":-1.5,"document":"plain"}],"usage":{"search_units":1,"total_tokens":30}}`))
	if err != nil || r.ID != "gen-rerank-1" || r.Model != "m" || r.Provider != "p" || string(r.Usage) != `{"search_units":1,"total_tokens":30}` ||
		r.Results[0].Index != 2 || r.Results[0].Score != 0.9 || r.Results[0].Text != "t" || r.Results[1].Text != "plain" || r.Results[1].Score != -1.5 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Rerank([]byte(`{"id":"c","results":[{"index":7,"relevance_score":0.5}],"meta":{"billed_units":{"search_units":3}}}`))
	if err != nil || string(r.Usage) != `{"search_units":3}` || r.Results[0].Document != nil || r.Results[0].Index != 7 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Rerank([]byte(`[{"index":1,"score":0.25},{"score":0.1}]`))
	if err != nil || r.Results[0].Score != 0.25 || r.Results[1].Index != wire.None {
		t.Errorf("%+v, %v", r, err)
	}
	for _, none := range []string{``, `{}`, `{"results":null}`, `{"error":{}}`, `[`} {
		if _, err := Rerank([]byte(none)); !errors.Is(err, ErrNotRerank) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

// TestReadRouting reads the shape that the document shows for a guardrail's
// block, and a partial one.
func TestReadRouting(t *testing.T) {
	r := Routing([]byte(`{"attempt":1,"endpoints":{"available":[{"model":"a/b","provider":"P","selected":true},{"model":"c"}],"total":3},"is_byok":true,
		"attempts":[{"provider":"Q","model":"a/b","status":503}],"region":"eu","requested":"a/b","strategy":"direct","summary":"s",
		"pipeline":[{"type":"guardrail","name":"content-filter","guardrail_id":"g","guardrail_scope":"api-key","summary":"x","data":{"action":"blocked"}}]}`))
	r.Raw, r.Pipeline[0].Raw = nil, nil
	if string(r.Endpoints[1].Raw) != `{"model":"c"}` || string(r.Attempts[0].Raw) != `{"provider":"Q","model":"a/b","status":503}` {
		t.Errorf("%s, %s", r.Endpoints[1].Raw, r.Attempts[0].Raw)
	}
	r.Endpoints[0].Raw, r.Endpoints[1].Raw, r.Attempts[0].Raw = nil, nil, nil
	want := wire.Routing{
		Requested: "a/b", Strategy: "direct", Region: "eu", Summary: "s", Attempt: 1, BYOK: true, Total: 3,
		Endpoints: []wire.Endpoint{{Provider: "P", Model: "a/b", Selected: true}, {Model: "c"}}, Attempts: []wire.Attempt{{Provider: "Q", Model: "a/b", Status: 503}},
		EndpointsAs: wire.Listed, AttemptsAs: wire.Listed, PipelineAs: wire.Listed,
		Pipeline: []wire.Stage{{Type: "guardrail", Name: "content-filter", Summary: "x", GuardrailID: "g", Scope: "api-key", Data: []byte(`{"action":"blocked"}`), Action: "blocked"}},
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("got  %+v\nwant %+v", r, want)
	}
	partial := Routing([]byte(`{"requested":"a/b","attempt":0,"region":null}`))
	if partial.Attempt != 0 || partial.Total != wire.None || partial.Region != "" || len(partial.Pipeline) != 0 {
		t.Errorf("%+v", partial)
	}
	for object, want := range map[string][3]wire.Shape{
		`{"endpoints":{"total":3},"attempts":null}`:                                  {},
		`{"endpoints":[{"provider":"A"}],"attempts":"many","pipeline":{"type":"t"}}`: {wire.Malformed, wire.Malformed, wire.Malformed},
		`{"endpoints":{"available":{}},"attempts":[],"pipeline":[]}`:                 {wire.Malformed, wire.Listed, wire.Listed},
	} {
		if r := Routing([]byte(object)); [3]wire.Shape{r.EndpointsAs, r.AttemptsAs, r.PipelineAs} != want {
			t.Errorf("%s: %+v", object, r)
		}
	}
	if none := Routing(nil); none.Attempt != wire.None {
		t.Errorf("%+v", none)
	}
}

// FuzzReaders: nothing from the wire makes a reader panic.
func FuzzReaders(f *testing.F) {
	f.Add([]byte(`{"output":[{"content":[{"text":1}]}],"results":[{"index":"x"}],"usage":{"cost":"x"},"data":["m"],"x_metadata":{"pipeline":[1]}}`))
	f.Add([]byte(`{"type":"response.output_text.delta","delta":"\ud83d","delta":"a"}`))
	f.Fuzz(func(_ *testing.T, body []byte) {
		DocumentEnding(body)
		Models(body)
		Rerank(body)
		Routing(FindRouting(body))
		if e, err := Event(body); err == nil {
			AnalystModel(e)
			eventEnding(e)
		}
	})
}
