package tool

import (
	"context"
	"fmt"
	"slices"
	"sync"

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
	it := output.Fusion{Type: t.Type, ID: response.NewID("fus")}
	if k.Nested || k.uses["fused"] > 0 {
		it.Error, it.Reason = "One request can have one panel.", "fusion_invocation_capped"
		return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Output: it.Error}}
	}
	return k.Fuse(ctx, PanelOf(t, k.Word, k.Models), it)
}

// Fuse lets the panel answer the prompt side by side, and the analyst compare.
// A model that fails is listed with its failure, and the others are compared
// without it.
func (k *Kit) Fuse(ctx context.Context, p Panel, it output.Fusion) Outcome {
	it.Type, it.Analyst = k.Word+":fusion", p.Analyst
	k.used("fused")
	q := Question{Text: clip(k.Prompt), Tools: p.Tools, MaxToolCalls: p.Steps, MaxTokens: p.MaxTokens, Reasoning: p.Reasoning}
	q.Search = len(gjson.Parse(p.Tools).Array()) > 0
	answers := k.panel(ctx, p.Models, q)
	var texts []output.Panelist
	for _, a := range answers {
		it.Panel = append(it.Panel, a.Panelist)
		it.Spent = it.Spent.Plus(a.spent)
		it.Sources = merge(it.Sources, a.sources)
		if a.Error == "" {
			texts = append(texts, a.Panelist)
		}
	}
	if len(texts) == 0 {
		it.Error, it.Reason = "No model of the panel answered.", "all_panels_failed"
		return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Output: it.Error}}
	}
	q.Model = p.Analyst
	judged := k.one(ctx, q)
	it.Spent = it.Spent.Plus(judged.spent)
	if judged.Error != "" {
		it.Error, it.Reason = "The analyst failed: "+judged.Error, "unexpected_error"
		return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Output: it.Error}}
	}
	it.Sources = merge(it.Sources, judged.sources)
	analysis := analyse(k.Prompt, texts)
	it.Analysis = &analysis
	finding := sim.Finding{Arguments: fmt.Sprintf("%d models", len(p.Models)), Output: summary(it)}
	for _, s := range it.Sources {
		finding.Sources = append(finding.Sources, sim.Source{URL: s.URL, Title: s.Title})
	}
	return Outcome{Items: single(it, output.Completed), Finding: finding}
}

// voice is a panelist and what it needed.
type voice struct {
	output.Panelist
	spent   output.Spent
	sources []sim.Source
}

// panel asks all models at once and returns when all have answered. The order
// of the answers is that of the models.
func (k *Kit) panel(ctx context.Context, models []string, q Question) []voice {
	voices := make([]voice, len(models))
	var all sync.WaitGroup
	for i, slug := range models {
		own := q
		own.Model = slug
		all.Go(func() { voices[i] = k.one(ctx, own) })
	}
	all.Wait()
	return voices
}

// one asks one model. Whatever goes wrong stays with this one.
func (k *Kit) one(ctx context.Context, q Question) (v voice) {
	v.Model = q.Model
	defer func() {
		if r := recover(); r != nil {
			v.Error, v.Status = fmt.Sprint("the model broke: ", r), 500
		}
	}()
	answer, refused := k.Ask(ctx, q)
	if refused != nil {
		v.Error, v.Status = refused.Message, refused.Status
		return v
	}
	v.Content, v.Reasoning, v.spent, v.sources = answer.Text, answer.Reasoning, answer.Spent, answer.Sources
	return v
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
