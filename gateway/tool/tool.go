// Package tool is the tools that the gateway runs itself, and those that it lets
// a model call without knowing more than their kind ("Tools" in the document;
// wire-notes §2 and §4 for what it leaves out).
//
// Nothing is executed on the machine, no file is touched and no network is used:
// what a tool finds is computed from the gateway's own small data, or made up,
// and then it says that it is simulated. A kind of tool is one entry in [kinds].
package tool

import (
	"context"
	"slices"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/intent"
	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/words"
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
	Nested  bool // the caller of the tools works for another model already
	// Unasked tells that a tool is used because one has to be, without an order in
	// the prompt: then it is asked for nothing that changes anything.
	Unasked bool
	read    *intent.Intent // of the prompt, once it has been read
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

// Kind is a kind of tool.
type Kind struct {
	asked  *words.Words // what a prompt says that wants it
	unless *words.Words // and does not say; nil: nothing
	// orders tells whether a prompt orders what a tool does that changes or runs
	// something; nil for one that does not.
	orders func(intent.Intent) bool
	run    func(context.Context, *Kit, request.Tool) Outcome
}

// Of is the kind of a tool. ok is false for a function, a custom tool and a type
// that is not known.
func Of(t request.Tool, word string) (kind Kind, ok bool) {
	name, server := strings.CutPrefix(t.Type, word+":")
	if server {
		kind, ok = serverKinds()[name]
		return kind, ok
	}
	kind, ok = plainKinds()[t.Type]
	return kind, ok
}

// Intent is what the prompt asks for.
func (k *Kit) Intent() intent.Intent {
	if k.read == nil {
		in := intent.Of(k.Prompt)
		k.read = &in
	}
	return *k.read
}

// Wanted reports whether a prompt asks for what a tool's name says. One that
// changes or runs something has to be ordered.
func (k Kind) Wanted(t request.Tool, in intent.Intent) bool {
	name := t.Label()
	if i := strings.LastIndex(name, ":"); i >= 0 {
		name = name[i+1:]
	}
	switch {
	case k.orders != nil:
		return in.Named(name) || k.orders(in)
	case t.Type == "mcp" && serverChanges(t, in):
		return false
	case spoken(in.Said, name):
		return true
	}
	return k.asked.In(in.Said) && (k.unless == nil || !k.unless.In(in.Said))
}

// spoken reports whether a prompt has a tool's name in it, as it is written or
// with spaces in it.
func spoken(prompt, name string) bool {
	plain := func(s string) string {
		return " " + strings.Join(slices.Collect(words.Each(strings.ToLower(s))), " ") + " "
	}
	return len(name) > 2 && strings.Contains(plain(prompt), plain(name))
}

// Use runs a tool once.
func (k *Kit) Use(ctx context.Context, t request.Tool) Outcome {
	kind, ok := Of(t, k.Word)
	if !ok {
		return Outcome{}
	}
	k.used(t.Type)
	out := kind.run(ctx, k, t)
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
