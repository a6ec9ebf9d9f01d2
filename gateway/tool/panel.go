package tool

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

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
	panelSteps    = 4 // default of max_tool_calls
	maxPanelSteps = 16
	maxPanelTools = 8
)

// Panel is the setting of a fusion.
type Panel struct {
	Models    []string // answer in parallel
	Analyst   string   // compares the answers
	Steps     int      // max_tool_calls of each
	Tools     string   // as in a request
	MaxTokens int
	Reasoning string
}

// PanelOf reads the fields of fusion. analysis_models and model override preset, whose default is
// the quality preset. Tools are web search and web fetch unless a list is given.
func PanelOf(f request.Fields, word string, models []catalogue.Model) Panel {
	panel := Panel{
		Models: Preset(f.Text("preset", "general-high"), models), Steps: max(1, min(maxPanelSteps, f.Count("max_tool_calls", panelSteps))),
		MaxTokens: f.Count("max_completion_tokens", 0),
	}
	panel.Analyst = f.Text("model", panel.Models[0])
	if v, ok := f.Member("analysis_models"); ok && len(v.Array()) > 0 {
		panel.Models = nil
		for _, m := range v.Array()[:min(maxPanel, len(v.Array()))] {
			panel.Models = append(panel.Models, m.String())
		}
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

// fusion is the server tool. A request can have one panel: a second one, or one that a panelist
// asks for, is capped.
func fusion(ctx context.Context, k *Kit, t request.Tool) Outcome {
	if k.Nested || k.uses["fused"] > 0 {
		it := &output.Fusion{
			Type: t.Type, ID: response.NewID("fus"),
			Error: "A request can have only one panel.", Reason: "fusion_invocation_capped",
		}
		return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Output: it.Error}}
	}
	return k.Fuse(ctx, PanelOf(t.Fields, k.Word, k.Models))
}

// Fuse returns the item of a panel, which asks the models when it is played or, at the latest, when
// the finding is needed. A model that fails is listed with its failure, and the others are compared
// without it.
func (k *Kit) Fuse(ctx context.Context, p Panel) Outcome {
	k.countUse("fused")
	it := &output.Fusion{
		Type: k.Word + ":fusion", ID: response.NewID("fus"), Analyst: p.Analyst,
		Ask: func(f *output.Fusion, l output.Listener) { k.askPanel(ctx, p, f, l) },
	}
	return Outcome{Items: single(it, output.Completed), Later: func() sim.Finding {
		it.Run(output.Listener{})
		return panelFinding(it)
	}}
}

func (k *Kit) askPanel(ctx context.Context, p Panel, f *output.Fusion, l output.Listener) {
	q := Question{Text: output.Prefix(k.Prompt, maxPrompt), Tools: p.Tools, MaxToolCalls: p.Steps, MaxTokens: p.MaxTokens, Reasoning: p.Reasoning}
	q.Search = len(gjson.Parse(p.Tools).Array()) > 0
	replies, ok := k.askModels(ctx, p.Models, q, l)
	var texts []output.Panelist
	for _, r := range replies {
		f.Panel = append(f.Panel, r.Panelist)
		f.Spent = f.Spent.Plus(r.answer.Spent)
		f.Sources = appendNew(f.Sources, r.answer.Sources)
		if r.Error == "" {
			texts = append(texts, r.Panelist)
		}
	}
	if len(texts) == 0 {
		f.Error, f.Reason = "No panel model answered.", "all_panels_failed"
		return
	}
	if !ok || !l.Send(output.PanelEvent{Type: output.Analysing}) {
		return
	}
	q.Model = p.Analyst
	judged := k.askModel(ctx, q)
	f.Spent = f.Spent.Plus(judged.answer.Spent)
	if judged.Error != "" {
		f.Error, f.Reason = "The analyst failed: "+judged.Error, "unexpected_error"
		return
	}
	f.Sources = appendNew(f.Sources, judged.answer.Sources)
	analysis := analyse(k.Prompt, texts)
	f.Analysis = &analysis
	l.Send(output.PanelEvent{Type: output.Analysed})
}

// panelFinding returns the result of a panel as the model reads it.
func panelFinding(f *output.Fusion) sim.Finding {
	if f.Analysis == nil {
		return sim.Finding{Name: f.Type, Output: f.Error}
	}
	return sim.Finding{
		Name: f.Type, Arguments: fmt.Sprintf("%d models", len(f.Panel)), Output: summary(f), Sources: f.Sources,
	}
}

// appendNew appends the sources that are not in the list.
func appendNew(list, more []output.Source) []output.Source {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// presetModels is the number of models in a preset ("Fusion plugin fields").
const presetModels = 3

// Preset returns the slugs of a preset, the analyst first: the models with the best reasoning, the
// cheapest, or the fastest to start. Models without a reasoning rank or a healthy provider are left
// out, unless no other is there.
func Preset(name string, models []catalogue.Model) []string {
	panel := slices.DeleteFunc(slices.Clone(models), func(m catalogue.Model) bool {
		return !m.Text() || m.Ranks[catalogue.Reasoning] == 0 || math.IsInf(latency(m), 1)
	})
	if len(panel) == 0 {
		panel = slices.DeleteFunc(slices.Clone(models), func(m catalogue.Model) bool { return !m.Text() })
	}
	slices.SortStableFunc(panel, func(a, b catalogue.Model) int {
		switch name {
		case "general-budget":
			return cmp.Compare(a.Completion, b.Completion)
		case "general-fast":
			return cmp.Compare(latency(a), latency(b))
		}
		return cmp.Compare(b.Ranks[catalogue.Reasoning], a.Ranks[catalogue.Reasoning])
	})
	return catalogue.Slugs(panel[:min(presetModels, len(panel))])
}

// Strongest returns the first model of the quality preset.
func Strongest(models []catalogue.Model) string { return Preset("general-high", models)[0] }

// latency returns the seconds until the first token at the fastest healthy provider; infinite if
// none is healthy.
func latency(m catalogue.Model) float64 {
	fastest := math.Inf(1)
	for _, p := range m.Providers {
		if p.Status == 0 {
			fastest = min(fastest, p.Latency)
		}
	}
	return fastest
}

// reply is the answer of one model, and what a panel lists of it.
type reply struct {
	output.Panelist
	answer Answer
}

// askModels asks all models at once and sends the listener their answers token by token, each at
// the model's pace. It returns the replies in the order of the models when all have ended; ok is
// false if the listener stopped or the request ended early. Only the caller's goroutine calls the
// listener.
func (k *Kit) askModels(ctx context.Context, models []string, q Question, l output.Listener) (replies []reply, ok bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	replies = make([]reply, len(models))
	events := make(chan output.PanelEvent)
	var all sync.WaitGroup
	for i, slug := range models {
		if !l.Send(output.PanelEvent{Type: output.PanelAdded, Panelist: output.Panelist{Model: slug}}) {
			cancel()
		}
		all.Go(func() {
			q := q
			q.Model = slug
			replies[i] = k.askModel(ctx, q)
			if l.Receive != nil {
				replies[i].send(ctx, events, l.Pace)
			}
		})
	}
	go func() {
		all.Wait()
		close(events)
	}()
	for e := range events {
		if ctx.Err() == nil && !l.Send(e) {
			cancel()
		}
	}
	return replies, ctx.Err() == nil
}

// send sends a reply token by token, and how it ended.
func (r reply) send(ctx context.Context, events chan<- output.PanelEvent, pace time.Duration) {
	pace = cmp.Or(r.answer.Pace, pace)
	send := func(e output.PanelEvent) bool {
		select {
		case events <- e:
			return true
		case <-ctx.Done():
			return false
		}
	}
	first := true
	tokens := func(typ, text string) bool {
		e := output.PanelEvent{Type: typ, Panelist: output.Panelist{Model: r.Model}}
		for text != "" {
			e.Delta, text = output.NextToken(text)
			if !first && output.Wait(ctx, pace) != nil || !send(e) {
				return false
			}
			first = false
		}
		return true
	}
	end := output.PanelCompleted
	if r.Error != "" {
		end = output.PanelFailed
	}
	if tokens(output.PanelReasoning, r.Reasoning) && tokens(output.PanelDelta, r.Content) {
		send(output.PanelEvent{Type: end, Panelist: r.Panelist})
	}
}

// askModel asks one model. A panic is the failure of this model alone.
func (k *Kit) askModel(ctx context.Context, q Question) (r reply) {
	r.Model = q.Model
	defer func() {
		if x := recover(); x != nil {
			r.Error, r.Status = fmt.Sprint("the model crashed: ", x), 500
		}
	}()
	var refused *Refusal
	if r.answer, refused = k.Ask(ctx, q); refused != nil {
		r.Error, r.Status = refused.Message, refused.Status
	}
	r.Content, r.Reasoning = r.answer.Text, r.answer.Reasoning
	return r
}
