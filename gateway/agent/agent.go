// Package agent lets a model work with the tools of the gateway: step by step,
// each step one use of a tool, until the model has what the prompt asks for or
// the request's limits end it ("Responses request body": max_tool_calls;
// wire-notes §2: stop_server_tools_when).
package agent

import (
	"context"
	"iter"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/router"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"
)

// MaxSteps is the default of max_tool_calls, and its maximum ("Limits").
const MaxSteps = 30

// Agents answers requests with models and tools. It is safe for use by several
// goroutines.
type Agents struct {
	sims   *sim.Models
	web    func() *pages.Web
	models *catalogue.Catalogue
	router *router.Router
}

// New makes agents that search this web, and that ask the models of a catalogue
// by way of its router.
func New(sims *sim.Models, web func() *pages.Web, models *catalogue.Catalogue, router *router.Router) *Agents {
	return &Agents{sims, web, models, router}
}

// Answer is the output for a prompt, each item as soon as it is made: the model's
// reasoning, the items of the tools that it used, and then calls for the caller
// or a message. With a panel, the panel answers first and the model has its
// answers ("Fusion plugin fields"). Nothing is made that the reader does not
// want any more.
func (a *Agents) Answer(ctx context.Context, p sim.Prompt, panel *tool.Panel) iter.Seq[output.Placed] {
	return a.answer(ctx, p, panel, 0)
}

// answer is the same on a level of nesting: 0 for the request itself, 1 for a
// model that a tool asks.
func (a *Agents) answer(ctx context.Context, p sim.Prompt, panel *tool.Panel, level int) iter.Seq[output.Placed] {
	return func(yield func(output.Placed) bool) {
		r := a.start(p, level)
		r.yield = yield
		r.add(output.All(a.sims.Think(p)...)...)
		if panel != nil && !r.left {
			r.take(r.kit.Fuse(ctx, *panel))
		}
		for ctx.Err() == nil && !r.left {
			t, ok := r.next()
			if !ok {
				break
			}
			r.step(ctx, t)
		}
		if !r.left && ctx.Err() == nil {
			r.end(a.sims)
		}
	}
}

// start prepares a run.
func (a *Agents) start(p sim.Prompt, level int) *run {
	prompt := p.Request.Prompt()
	r := &run{
		Prompt: p,
		limit:  limitOf(p.Request),
		times:  timesAsked(prompt),
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
		if why := r.kit.Held(t); why != "" {
			r.Notes = append(r.Notes, why)
		}
	}
	return r
}

// run is one answer in the making.
type run struct {
	sim.Prompt
	kit   *tool.Kit
	limit limit
	times int            // how often the prompt wants each tool
	used  map[string]int // by instance
	items []output.Placed
	steps int
	waits bool // a call is for the caller to run
	alone bool // and no other is made beside
	yield func(output.Placed) bool
	left  bool // the reader wants no more
}

// add hands items to the reader.
func (r *run) add(items ...output.Placed) {
	for _, it := range items {
		if r.left {
			return
		}
		r.items = append(r.items, it)
		r.left = !r.yield(it)
	}
}

// step uses a tool once.
func (r *run) step(ctx context.Context, t request.Tool) {
	out := r.kit.Use(ctx, t)
	r.steps++
	r.used[instance(t)]++
	r.take(out)
	if r.limit.reached(r, t) {
		r.Final = true
	}
}

// take adds the outcome of a tool.
func (r *run) take(out tool.Outcome) {
	r.add(out.Items...)
	if r.left {
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

// end closes the answer: with calls for the caller, or with a message and the
// picture that was asked for.
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
