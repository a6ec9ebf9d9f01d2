package router

import (
	"context"
	"iter"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"
)

// MaxSteps is the default of max_tool_calls, and its maximum ("Limits").
const MaxSteps = 30

// Agents answers requests with models and tools. It is safe for use by several goroutines.
type Agents struct {
	sims   *sim.Models
	web    func() *plugin.Web
	models *catalogue.Catalogue
	router *Router
}

// NewAgents returns agents that search this web, and ask the models of a catalogue through its router.
func NewAgents(sims *sim.Models, web func() *plugin.Web, models *catalogue.Catalogue, router *Router) *Agents {
	return &Agents{sims, web, models, router}
}

// Answer yields the output for a prompt, each item once it is made: the model's reasoning, the
// items of the tools that it used, and then calls for the caller or a message. A panel answers
// first, so that the model can use its answers ("Fusion plugin fields"). No item is made after the
// reader has stopped.
func (a *Agents) Answer(ctx context.Context, p sim.Prompt, panel *tool.Panel) iter.Seq[output.Placed] {
	return a.answer(ctx, p, panel, 0)
}

// answer is Answer on a level of nesting: 0 for the request itself, 1 for a model that a tool asks.
func (a *Agents) answer(ctx context.Context, p sim.Prompt, panel *tool.Panel, level int) iter.Seq[output.Placed] {
	return func(yield func(output.Placed) bool) {
		r := a.start(p, level)
		r.yield = yield
		r.add(output.All(a.sims.Think(p)...)...)
		if panel != nil && !r.stopped {
			r.addOutcome(r.kit.Fuse(ctx, *panel))
		}
		for ctx.Err() == nil && !r.stopped {
			t, ok := r.nextTool()
			if !ok {
				break
			}
			r.step(ctx, t)
		}
		if !r.stopped && ctx.Err() == nil {
			r.end(a.sims)
		}
	}
}

func (a *Agents) start(p sim.Prompt, level int) *run {
	prompt := p.Request.Prompt()
	r := &run{
		Prompt: p,
		limit:  limitOf(p.Request),
		times:  requestedUses(prompt),
		used:   map[string]int{},
		kit: &tool.Kit{
			Word: p.Word, Web: a.web, Models: p.Models, Request: p.Request, Prompt: prompt, Asked: sim.Read(prompt), Model: p.Model.Slug, Now: time.Now,
			Nested: level > 0,
			Ask: func(ctx context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
				return a.ask(ctx, p.Word, q, level+1)
			},
		},
	}
	for _, t := range p.Request.Offered() {
		if why := r.kit.BlockReason(t); why != "" {
			r.Notes = append(r.Notes, why)
		}
	}
	return r
}

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
func (r *run) end(sims *sim.Models) {
	if r.waits {
		if !r.alone && r.Request.ParallelToolCalls() {
			r.add(output.All(sims.Calls(r.Prompt)...)...)
		}
		return
	}
	last := sims.Act(r.Prompt)
	r.add(output.All(last...)...)
	if _, answered := last[len(last)-1].(output.Message); answered && r.Request.WantsImage() {
		r.add(output.All(tool.Picture(r.kit.Prompt))...)
	}
}
