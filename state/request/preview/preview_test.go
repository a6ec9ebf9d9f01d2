package preview_test

import (
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/state/request/preview"
)

// bare is a catalogue as another service may send it.
func bare(t *testing.T, entries string) preview.Catalogue {
	t.Helper()
	models, err := read.Models([]byte(`{"data":[` + entries + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return preview.ReadCatalogue(models)
}

func TestOtherCatalogues(t *testing.T) {
	c := bare(t, `"plain/name",{"id":"v/numbers","pricing":{"prompt":0.000002,"completion":"x"}},{"id":"v/auto","pricing":{"prompt":"-1","completion":"-1"}},
		{"id":"v/embed","architecture":{"output_modalities":["embeddings"]}},{"id":"v/rank","architecture":{"output_modalities":["rerank"]}},{"id":"v/image","architecture":{"output_modalities":["image","text"]}}`)
	if got := strings.Join(slugs(c.Texts()), " "); got != "plain/name v/numbers v/image" {
		t.Errorf("%s %+v", got, c)
	}
	if m, _ := c.Find("v/numbers"); m.Prompt != 2 || m.Completion == m.Completion {
		t.Errorf("%+v", m)
	}
	// What is unknown is reported as unknown.
	for _, tt := range []struct {
		plugin string
		says   []string
	}{
		{`{"id":"pareto-router"}`, []string{"coding tier high"}},
		{`{"id":"pareto-router","max_price":1,"min_coding_score":0.5}`, []string{"0 of 1 text models with a price cost at most $1.00/M by prompt", "no effect with max_price"}},
	} {
		got := strings.Join(c.Lines([]byte(tt.plugin)), "\n")
		for _, words := range tt.says {
			if !strings.Contains(got, words) {
				t.Errorf("%s: lacks %q:\n%s", tt.plugin, words, got)
			}
		}
	}
	if lines := c.Lines([]byte(`{"id":"web"}`)); lines != nil {
		t.Errorf("%v", lines)
	}
	if lines := (preview.Catalogue{}).Lines([]byte(`{"id":"pareto-router"}`)); len(lines) != 1 || !strings.Contains(lines[0], "no catalogue") {
		t.Errorf("%v", lines)
	}
}

// TestAutoReportsWhatIsUnknown: a catalogue without prices, and patterns that leave no model.
func TestAutoReportsWhatIsUnknown(t *testing.T) {
	c := bare(t, `"plain/name",{"id":"v/numbers","pricing":{"prompt":0.000002}},{"id":"v/image","architecture":{"output_modalities":["image","text"]}}`)
	for _, tt := range []struct{ plugin, says string }{
		{`{"id":"auto-router","allowed_models":["v/*"],"pin_model":true}`, "no price for 1 of 2 candidates"},
		{`{"id":"auto-router","allowed_models":["v/*"],"pin_model":true}`, "with pin_model, a turn after"},
		{`{"id":"auto-router"}`, "only models ranked for the task"},
		{`{"id":"auto-beta-router","cost_tier":"cheap"}`, "not one that services accept"},
		{`{"id":"auto-router","allowed_models":[]}`, "allowed_models matches no text model"},
		{`{"id":"auto-router","excluded_models":["*"]}`, "excluded_models removes every candidate"},
		{`{"id":"auto-router","allowed_models":["v/*"],"excluded_models":["*"]}`, "excluded_models removes all 2"},
	} {
		a := c.Auto([]byte(tt.plugin))
		if got := strings.Join(append(a.Notes, a.Empty), "\n"); !strings.Contains(got, tt.says) {
			t.Errorf("%s: lacks %q:\n%s", tt.plugin, tt.says, got)
		}
	}
}

func TestLines(t *testing.T) {
	_, c := local(t)
	for _, tt := range []struct{ plugin, want string }{
		{`{"id":"pareto-router","max_price":0.1}`, "5 of 26 text models with a price cost at most $0.10/M by prompt"},
		{`{"id":"pareto-router","min_coding_score":0.5}`, "coding tier medium"},
	} {
		got := strings.Join(c.Lines([]byte(tt.plugin)), "\n")
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.plugin, got, tt.want)
		}
	}
}

func TestMatchNamesThePattern(t *testing.T) {
	c := bare(t, `"a/one","a/two","b/one"`)
	got := ""
	for _, m := range c.Match([]string{"x", "a/*", "*one"}, []string{"*two"}) {
		got += m.Model.Slug + " by " + m.ByPattern + " not " + m.ExcludedBy
		if m.Candidate {
			got += " left"
		}
		got += "; "
	}
	if got != "a/one by a/* not  left; a/two by a/* not *two; b/one by *one not  left; " {
		t.Error(got)
	}
}

func TestBands(t *testing.T) {
	for _, tt := range []struct{ plugin, want string }{
		{`{}`, "[0,18]"}, {`{"cost_quality_tradeoff":0}`, "[0,90]"}, {`{"cost_quality_tradeoff":10.0}`, "[0,10]"}, {`{"cost_quality_tradeoff":0,"cost_tier":"low"}`, "[0,20)"},
		{`{"cost_tier":"max"}`, "[80,100]"}, {`{"cost_tier":"huge"}`, ""}, {`{"cost_quality_tradeoff":11}`, ""}, {`{"cost_quality_tradeoff":2.5}`, ""}, {`{"cost_tier":null,"cost_quality_tradeoff":5}`, "[0,50]"},
	} {
		b, ok := preview.CostBand([]byte(tt.plugin))
		if ok != (tt.want != "") || ok && b.String() != tt.want {
			t.Errorf("%s: %s %v", tt.plugin, b, ok)
		}
	}
}
