package tool

import (
	"context"
	"fmt"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"

	"github.com/tidwall/gjson"
)

// The limits of fusion ("Fusion plugin fields").
const (
	maxPanel      = 8
	panelSteps    = 4 // max_tool_calls where it was not sent
	maxPanelSteps = 16
	maxPanelTools = 8
)

// Panel is a fusion: who answers, who compares, and with what.
type Panel struct {
	Models    []string // side by side
	Analyst   string
	Steps     int    // max_tool_calls, for each of them
	Tools     string // as in a request
	MaxTokens int
	Reasoning string
}

// fields is where a panel is set up: the plugin, or the tool's parameters.
type fields interface {
	Member(name string) (gjson.Result, bool)
}

// PanelOf reads the fields of fusion. analysis_models and model win over preset;
// without all three it is the quality preset, with its first model as analyst.
// Tools are web search and web fetch unless others, or none, are given.
func PanelOf(f fields, word string, models []catalogue.Model) Panel {
	preset := "general-high"
	if v, ok := f.Member("preset"); ok && v.Str != "" {
		preset = v.Str
	}
	panel := Panel{Models: Preset(preset, models), Steps: panelSteps}
	panel.Analyst = panel.Models[0]
	if v, ok := f.Member("analysis_models"); ok && len(v.Array()) > 0 {
		panel.Models = nil
		for _, m := range v.Array()[:min(maxPanel, len(v.Array()))] {
			panel.Models = append(panel.Models, m.String())
		}
	}
	if v, ok := f.Member("model"); ok && v.Str != "" {
		panel.Analyst = v.Str
	}
	if v, ok := f.Member("max_tool_calls"); ok {
		panel.Steps = int(max(1, min(maxPanelSteps, v.Num)))
	}
	if v, ok := f.Member("max_completion_tokens"); ok {
		panel.MaxTokens = int(max(0, min(1<<30, v.Num)))
	}
	if v, ok := f.Member("reasoning"); ok && v.IsObject() {
		panel.Reasoning = v.Raw
	}
	panel.Tools = fmt.Sprintf(`[{"type":"%s:web_search"},{"type":"%s:web_fetch"}]`, word, word)
	if v, ok := f.Member("tools"); ok && v.IsArray() && len(v.Array()) <= maxPanelTools {
		panel.Tools = v.Raw
	}
	return panel
}

// fusion is the server tool. One request can have one panel: a second one, or
// one that a panelist asks for, is capped.
func fusion(ctx context.Context, k *Kit, t request.Tool) Outcome {
	if k.Nested || k.uses["fused"] > 0 {
		it := &output.Fusion{
			Type: t.Type, ID: response.NewID("fus"),
			Error: "A request can have only one panel.", Reason: "fusion_invocation_capped",
		}
		return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Output: it.Error}}
	}
	return k.Fuse(ctx, PanelOf(t, k.Word, k.Models))
}

// Fuse is a panel that will answer the prompt side by side, and the analyst who
// will compare: the item is there at once, and they are asked when it is played
// or, at the latest, when the finding is wanted. A model that fails is listed
// with its failure, and the others are compared without it.
func (k *Kit) Fuse(ctx context.Context, p Panel) Outcome {
	k.used("fused")
	it := &output.Fusion{
		Type: k.Word + ":fusion", ID: response.NewID("fus"), Analyst: p.Analyst,
		Ask: func(f *output.Fusion, l output.Listener) { k.hold(ctx, p, f, l) },
	}
	return Outcome{Items: single(it, output.Completed), Later: func() sim.Finding {
		it.Hold(output.Listener{})
		return concluded(it)
	}}
}

// hold asks the panel, and then the analyst.
func (k *Kit) hold(ctx context.Context, p Panel, f *output.Fusion, l output.Listener) {
	q := Question{Text: clip(k.Prompt), Tools: p.Tools, MaxToolCalls: p.Steps, MaxTokens: p.MaxTokens, Reasoning: p.Reasoning}
	q.Search = len(gjson.Parse(p.Tools).Array()) > 0
	voices, ok := k.panel(ctx, p.Models, q, l)
	var texts []output.Panelist
	for _, v := range voices {
		f.Panel = append(f.Panel, v.Panelist)
		f.Spent = f.Spent.Plus(v.spent)
		f.Sources = merge(f.Sources, v.sources)
		if v.Error == "" {
			texts = append(texts, v.Panelist)
		}
	}
	if len(texts) == 0 {
		f.Error, f.Reason = "No panel model answered.", "all_panels_failed"
		return
	}
	if !ok || !l.Tell(output.Said{What: output.Analysing}) {
		return
	}
	q.Model = p.Analyst
	judged := k.one(ctx, q)
	f.Spent = f.Spent.Plus(judged.spent)
	if judged.Error != "" {
		f.Error, f.Reason = "The analyst failed: "+judged.Error, "unexpected_error"
		return
	}
	f.Sources = merge(f.Sources, judged.sources)
	analysis := analyse(k.Prompt, texts)
	f.Analysis = &analysis
	l.Tell(output.Said{What: output.Analysed})
}

// concluded is what the model gets to read of a panel.
func concluded(f *output.Fusion) sim.Finding {
	if f.Analysis == nil {
		return sim.Finding{Name: f.Type, Output: f.Error}
	}
	finding := sim.Finding{Name: f.Type, Arguments: fmt.Sprintf("%d models", len(f.Panel)), Output: summary(f)}
	for _, s := range f.Sources {
		finding.Sources = append(finding.Sources, sim.Source{URL: s.URL, Title: s.Title})
	}
	return finding
}

// merge adds sources that are not there yet.
func merge(list []output.FusionSource, more []sim.Source) []output.FusionSource {
	for _, s := range more {
		one := output.FusionSource{Title: s.Title, URL: s.URL}
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}
