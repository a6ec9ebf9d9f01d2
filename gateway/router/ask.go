package router

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"
)

// The limits of a model that a tool asks.
const (
	maxLevel        = 2    // of nesting
	maxAnswerTokens = 2000 // of an answer
)

// ask makes a model answer a tool's question. The question is routed as any request.
func (r *Router) ask(ctx context.Context, q tool.Question, level int) (tool.Answer, *tool.Refusal) {
	if ctx.Err() != nil {
		return tool.Answer{}, &tool.Refusal{Status: http.StatusRequestTimeout, Message: "The request ended before the model answered."}
	}
	if level > maxLevel {
		return tool.Answer{}, &tool.Refusal{Status: http.StatusBadRequest, Message: "Tools that ask a model can be nested two levels deep at most."}
	}
	req := request.Parse(requestBody(q))
	plan := r.Plan(req)
	if plan.Strategy == "fusion" {
		return tool.Answer{}, &tool.Refusal{Status: http.StatusBadRequest, Message: "A tool cannot ask a fusion panel."}
	}
	chosen, err := route.Serve(plan)
	items, pace, refused := unavailable(chosen.Model, err)
	if refused != nil && len(items) == 0 {
		return tool.Answer{}, refused
	}
	p := sim.Prompt{Request: req, Model: chosen.Model, Models: r.models, Word: r.word, Brief: true}
	all := slices.Values(items)
	if items == nil && refused == nil {
		all = r.answer(ctx, p, nil, level)
	}
	limit := min(maxAnswerTokens, cmp.Or(q.MaxTokens, maxAnswerTokens))
	answer := newAnswer(p, chosen.Provider, slices.Collect(output.CutSeq(all, limit, func() {})))
	answer.Pace = pace
	return answer, refused
}

// unavailable returns why a model cannot answer: no endpoint serves it, or it is a fault model.
// items is what a fault model sends before its fault; one whose fault affects only the wire has no
// refusal.
func unavailable(m catalogue.Model, err error) ([]output.Placed, time.Duration, *tool.Refusal) {
	f, isFault := fault.Find(m.Slug)
	unserved, isUnserved := errors.AsType[*route.UnavailableError](err)
	_, wrong := errors.AsType[*route.WrongEndpointError](err)
	switch {
	case isFault && f.Status != 0:
		return nil, 0, &tool.Refusal{Status: f.Status, Message: f.About}
	case isFault && f.Breaks():
		return f.PartialAnswer(), 0, &tool.Refusal{Status: http.StatusBadGateway, Message: f.About}
	case isFault:
		return f.Answer(), f.Pace, nil
	case isUnserved:
		return nil, 0, &tool.Refusal{Status: unserved.Status(), Message: err.Error()}
	case wrong:
		return nil, 0, &tool.Refusal{Status: http.StatusBadRequest, Message: err.Error()}
	case err != nil:
		return nil, 0, &tool.Refusal{Status: http.StatusNotFound, Message: err.Error()}
	}
	return nil, 0, nil
}

func requestBody(q tool.Question) []byte {
	b := output.JSON("{").Text("model", q.Model)
	member := func(name, value string) {
		if value != "" {
			b = b.Raw(name, value)
		}
	}
	if q.Input != "" {
		member("input", q.Input)
	} else {
		b = b.Text("input", q.Text)
	}
	b = b.Optional("instructions", q.Instructions)
	member("tools", q.Tools)
	member("reasoning", q.Reasoning)
	if q.Search {
		member("tool_choice", `"required"`)
	}
	if q.Serial {
		member("parallel_tool_calls", "false")
	}
	if q.MaxToolCalls > 0 {
		b = b.Int("max_tool_calls", q.MaxToolCalls)
	}
	return b.End()
}

func newAnswer(p sim.Prompt, by catalogue.Provider, items []output.Placed) tool.Answer {
	var answer tool.Answer
	var texts, thoughts []string
	for _, it := range items {
		switch it := it.Item.(type) {
		case output.Message:
			texts = append(texts, it.Text)
			for _, c := range it.Citations {
				answer.Sources = append(answer.Sources, output.Source{URL: c.URL, Title: c.Title})
			}
		case output.Reasoning:
			thoughts = append(thoughts, it.Text)
		case output.FunctionCall:
			if !it.Custom {
				answer.Calls = append(answer.Calls, it)
			}
		}
	}
	answer.Text, answer.Reasoning = strings.Join(texts, "\n\n"), strings.Join(thoughts, "\n\n")
	spent, others := output.Work(items)
	spent.Input = p.Request.Tokens()
	spent.Cost = (float64(spent.Input)*by.Prompt + float64(spent.Output)*by.Completion) / 1e6
	spent.Bills = []output.Bill{{Model: p.Model.Slug, Provider: by.Name, Input: spent.Input, Output: spent.Output, Cost: spent.Cost}}
	answer.Spent = others.Plus(spent)
	return answer
}
