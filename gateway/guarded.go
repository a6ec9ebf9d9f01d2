package gateway

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/content"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/guard"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// guarded runs the guardrails on a request. The returned request has their redactions;
// a block is the document's 403, which lists the matched patterns.
func (x *exchange) guarded(ctx context.Context, req *request.Request, way route.Route) (*request.Request, route.Route, *fault.Failure) {
	inspection := x.rails().Inspect()
	body := content.Rewrite(req.Body(), func(text string) string { return inspection.Text(ctx, text) })
	// A PDF that no plugin has read speaks to the model too. One that is
	// redacted goes on as its text.
	body = plugin.PDFs(ctx, body, func(f plugin.File) (string, bool) {
		text := inspection.Text(ctx, f.Doc.Text)
		return text, text != f.Doc.Text
	})
	var blocks []guard.Finding
	var patterns []string
	findings := inspection.Findings()
	blocked := slices.ContainsFunc(findings, func(f guard.Finding) bool { return f.Action == guard.Block })
	for _, found := range findings {
		way.Pipeline = append(way.Pipeline, guardrail(found, blocked))
		if found.Action == guard.Block {
			blocks = append(blocks, found)
			patterns = append(patterns, found.Patterns...)
		}
	}
	if blocks != nil {
		summary := guardrail(blocks[0], true).Summary
		f := fault.Blocked(summary, patterns)
		if x.wantsMetadata() {
			f.Routing = way.BlockedJSON(summary)
		}
		return req, way, f
	}
	if !bytes.Equal(body, req.Body()) {
		req = req.With(body)
	}
	return req, way, nil
}

// guardrail is the stage of a rule that found something ("Routing metadata object"). Of a
// request that was blocked nothing is redacted.
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

// policy is the endpoints that the guardrails' properties remove. None of the models
// here is free, so a property applies to what a provider does with any prompt.
func policy(p guard.Policy) []route.Filter {
	var filters []route.Filter
	add := func(name string, enabled bool, does func(catalogue.Provider) bool) {
		if !enabled {
			filters = append(filters, route.Filter{Name: name, Keep: func(e route.Endpoint) bool { return !does(e.Provider) }})
		}
	}
	add("enable_free_model_publication", p.FreePublication, func(p catalogue.Provider) bool { return p.Publishes })
	add("enable_free_model_training", p.FreeTraining, func(p catalogue.Provider) bool { return p.TrainsFree })
	add("enable_paid_model_training", p.PaidTraining, func(p catalogue.Provider) bool { return p.TrainsPaid })
	return filters
}
