// Package tool is the tools that the gateway runs itself, and those that it lets
// a model call without knowing more than their kind ("Tools" in the document;
// wire-notes §2 and §4 for what it leaves out).
//
// Nothing is executed on the machine, no file is touched and no network is used:
// what a tool finds is computed from the gateway's own small data, or made up,
// and then it says that it is simulated. A kind of tool is one entry in kinds.go and its word in package sim.
package tool

import (
	"context"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

// Simulated begins what a tool made up.
const Simulated = "Simulated by the local gateway: nothing was executed."

// maxPrompt is how much of a prompt tools look at, in bytes.
const maxPrompt = 4000

// Kit is what tools work with in one request.
type Kit struct {
	Word    string // the service's word, the prefix of server tools
	Web     func() *pages.Web
	Models  []catalogue.Model
	Request *request.Request
	Prompt  string // the newest user message
	Model   string // the slug of the model that calls the tools
	Now     func() time.Time
	Ask     func(context.Context, Question) (Answer, *Refusal)
	Asked   sim.Asked // the same, as the rule reads it
	Nested  bool      // the caller of the tools works for another model already
	uses    map[string]int
	results int // of web searches so far
}

// Outcome is the result of one use of a tool.
type Outcome struct {
	Items   []output.Placed
	Finding sim.Finding
	Later   func() sim.Finding // the finding of an item that is made while it is played; nil: Finding
	Waits   bool               // the answer has to come from the caller
	Alone   bool               // and no other call is made beside
	Reveals []string           // names of deferred functions that were found
}

// Use runs a tool once.
func (k *Kit) Use(ctx context.Context, t request.Tool) Outcome {
	run, ok := Of(t, k.Word)
	if !ok {
		return Outcome{}
	}
	k.used(t.Type)
	out := run(ctx, k, t)
	if later := out.Later; later != nil {
		out.Later = func() sim.Finding { return named(later(), t) }
	}
	out.Finding = named(out.Finding, t)
	return out
}

// named is a finding with the name of its tool, where it has none of its own.
func named(f sim.Finding, t request.Tool) sim.Finding {
	if f.Name == "" {
		f.Name = t.Label()
	}
	return f
}

// used counts one more use.
func (k *Kit) used(what string) {
	if k.uses == nil {
		k.uses = map[string]int{}
	}
	k.uses[what]++
}

// Exhausted reports whether a tool has been used as often as its max_uses
// allows.
func (k *Kit) Exhausted(t request.Tool) bool {
	most, limited := t.Member("max_uses")
	return limited && most.Num > 0 && float64(k.uses[t.Type]) >= most.Num
}

func clip(prompt string) string {
	return strings.ToValidUTF8(prompt[:min(len(prompt), maxPrompt)], "")
}

// quoted returns one of the quoted parts of the message, or else a text.
func (k *Kit) quoted(i int, t request.Tool, otherwise string) string {
	if parts := k.Asked.Quoted(t.Label()); i < len(parts) {
		return parts[i]
	}
	return otherwise
}
