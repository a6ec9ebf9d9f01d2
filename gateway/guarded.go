package gateway

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/guard"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// applyGuardrails runs the guardrails on a request. The returned request has their redactions; a
// block is the document's 403, with the matched patterns.
func (x *exchange) applyGuardrails(ctx context.Context, req *request.Request, rt route.Route) (*request.Request, route.Route, *fault.Failure) {
	inspection := x.rails().Inspect()
	body := request.RewriteTexts(req.Body(), func(text string) string { return inspection.Text(ctx, text) })
	// The model reads a PDF even without the plugin. A redacted one is replaced by its text.
	body = plugin.PDFs(ctx, body, func(f plugin.File) (string, bool) {
		text := inspection.Text(ctx, f.Doc.Text)
		return text, text != f.Doc.Text
	})
	var patterns []string
	summary := "" // of the first block
	findings := inspection.Findings()
	blocked := slices.ContainsFunc(findings, func(f guard.Finding) bool { return f.Action == guard.Block })
	for _, found := range findings {
		stage := guardrail(found, blocked)
		rt.Pipeline = append(rt.Pipeline, stage)
		if found.Action == guard.Block {
			patterns = append(patterns, found.Patterns...)
			summary = cmp.Or(summary, stage.Summary)
		}
	}
	if blocked {
		f := fault.Blocked(summary, patterns)
		if x.wantsMetadata() {
			f.Routing = rt.BlockedJSON(summary)
		}
		return req, rt, f
	}
	if !bytes.Equal(body, req.Body()) {
		req = req.With(body)
	}
	return req, rt, nil
}

// guardrail returns the stage of a rule that matched ("Routing metadata object"). A blocked request
// is not redacted.
func guardrail(found guard.Finding, blocked bool) route.Stage {
	summary := map[guard.Action]string{
		guard.Block:  "Request blocked by guardrail %s: %s",
		guard.Redact: "Guardrail %s redacted: %s",
		guard.Flag:   "Guardrail %s flagged the request: %s",
	}[found.Action]
	if blocked && found.Action == guard.Redact {
		summary = "Guardrail %s would have redacted: %s"
	}
	return route.Stage{
		Type: "guardrail", Name: found.Name, GuardrailID: found.ID, GuardrailScope: found.Scope,
		Summary: fmt.Sprintf(summary, found.Name, strings.Join(found.Patterns, ", ")),
		Data: map[string]any{
			"action": found.Action.Past(), "detected": true, "engines": found.Engines, "patterns": found.Patterns,
		},
	}
}

// policy returns the filters for the guardrails' properties. No model is free, so a property
// applies to all uses of a prompt.
func policy(p guard.Policy) []route.Filter {
	var filters []route.Filter
	add := func(name string, enabled bool, does func(catalogue.Provider) bool) {
		if !enabled {
			filters = append(filters, route.Filter{Name: name, Allows: func(e route.Endpoint) bool { return !does(e.Provider) }})
		}
	}
	add("enable_free_model_publication", p.FreePublication, func(p catalogue.Provider) bool { return p.Publishes })
	add("enable_free_model_training", p.FreeTraining, func(p catalogue.Provider) bool { return p.TrainsFree })
	add("enable_paid_model_training", p.PaidTraining, func(p catalogue.Provider) bool { return p.TrainsPaid })
	return filters
}
