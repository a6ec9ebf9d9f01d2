package router

import (
	"context"
	"iter"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"
)

// MaxSteps is the default of max_tool_calls, and its maximum ("Limits").
const MaxSteps = 30

// Answer yields the output for a prompt, each item once it is made: the model's reasoning, the
// items of the tools that it used, and then calls for the caller or a message. A panel answers
// first, so that the model can use its answers ("Fusion plugin fields"). No item is made after the
// reader has stopped.
func (r *Router) Answer(ctx context.Context, p sim.Prompt, panel *tool.Panel) iter.Seq[output.Placed] {
	return r.answer(ctx, p, panel, 0)
}

// answer is Answer on a level of nesting: 0 for the request itself, 1 for a model that a tool asks.
func (r *Router) answer(ctx context.Context, p sim.Prompt, panel *tool.Panel, level int) iter.Seq[output.Placed] {
	return func(yield func(output.Placed) bool) {
		a := r.start(p, level)
		a.yield = yield
		a.add(output.All(sim.Think(p)...)...)
		if panel != nil && !a.stopped {
			a.addOutcome(a.kit.Fuse(ctx, *panel))
		}
		for ctx.Err() == nil && !a.stopped {
			t, ok := a.nextTool()
			if !ok {
				break
			}
			a.step(ctx, t)
		}
		if !a.stopped && ctx.Err() == nil {
			a.end()
		}
	}
}

func (r *Router) start(p sim.Prompt, level int) *run {
	prompt := p.Request.Prompt()
	a := &run{
		Prompt: p,
		limit:  limitOf(p.Request),
		times:  requestedUses(prompt),
		used:   map[string]int{},
		kit: &tool.Kit{
			Word: p.Word, Models: p.Models, Request: p.Request, Prompt: prompt, Asked: sim.Read(prompt), Model: p.Model.Slug, Now: time.Now,
			Nested: level > 0,
			Ask: func(ctx context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
				return r.ask(ctx, q, level+1)
			},
		},
	}
	for _, t := range p.Request.Offered() {
		if why := a.kit.BlockReason(t); why != "" {
			a.Notes = append(a.Notes, why)
		}
	}
	return a
}

// run is an answer while it is made.
type run struct {
	sim.Prompt
	kit     *tool.Kit
	limit   toolLimit
	times   int            // to use each tool, by the prompt
	used    map[string]int // by instance
	items   []output.Placed
	steps   int
	waits   bool // the caller has to run a call
	alone   bool // no other call may be made with it
	yield   func(output.Placed) bool
	stopped bool // the reader wants no more items
}

func (r *run) add(items ...output.Placed) {
	for _, it := range items {
		if r.stopped {
			return
		}
		r.items = append(r.items, it)
		r.stopped = !r.yield(it)
	}
}

func (r *run) step(ctx context.Context, t request.Tool) {
	out := r.kit.Use(ctx, t)
	r.steps++
	r.used[instance(t)]++
	r.addOutcome(out)
	if r.limit.reached(r, t) {
		r.Final = true
	}
}

func (r *run) addOutcome(out tool.Outcome) {
	r.add(out.Items...)
	if r.stopped {
		return
	}
	if out.Later != nil {
		out.Finding = out.Later()
	}
	r.Reveals = append(r.Reveals, out.Reveals...)
	if out.Waits {
		r.waits, r.alone = true, out.Alone
		return
	}
	r.Findings = append(r.Findings, out.Finding)
}

// end adds calls for the caller, or a message and the requested image.
func (r *run) end() {
	if r.waits {
		if !r.alone && r.Request.ParallelToolCalls() {
			r.add(output.All(sim.Calls(r.Prompt)...)...)
		}
		return
	}
	last := sim.Act(r.Prompt)
	r.add(output.All(last...)...)
	if _, answered := last[len(last)-1].(output.Message); answered && r.Request.WantsImage() {
		r.add(output.All(tool.Picture(r.kit.Prompt))...)
	}
}
