// Package tool is the tools that the gateway runs itself, and those that a model calls without the
// gateway knowing more than their kind ("Tools" in the document; wire-notes §2 and §4 for what the
// document omits).
//
// Nothing is executed, and no file or network is used: a result is computed from the gateway's
// data, or made up and then marked as simulated. A kind of tool is one entry of kinds.
package tool

import (
	"cmp"
	"context"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// Simulated is the start of a made-up result.
const Simulated = "Simulated by the local gateway: nothing was executed."

// maxPrompt is the maximum length of a prompt that tools read, in bytes.
const maxPrompt = 4000

// Kit has what tools need in one request.
type Kit struct {
	Word    string // the service's word, the prefix of server tools
	Models  []catalogue.Model
	Request *request.Request
	Prompt  string // the newest user message
	Model   string // the slug of the model that calls the tools
	Now     func() time.Time
	Ask     func(context.Context, Question) (Answer, *Refusal)
	Asked   sim.Asked // what the prompt asks for
	Nested  bool      // the model that calls the tools answers another model
	uses    map[string]int
	results int // of web searches
}

// Outcome is the result of one use of a tool.
type Outcome struct {
	Items   []output.Placed
	Finding sim.Finding
	Later   func() sim.Finding // replaces Finding for an item that is made while it is played
	Waits   bool               // the caller has to answer
	Alone   bool               // no other call may be made with it
	Reveals []string           // names of deferred functions that were found
}

// Use uses a tool once. A tool that the kit does not know has no outcome.
func (k *Kit) Use(ctx context.Context, t request.Tool) Outcome {
	found, ok := k.kindOf(t)
	if !ok {
		return Outcome{}
	}
	k.countUse(t.Type)
	out := found.run(ctx, k, t)
	if later := out.Later; later != nil {
		out.Later = func() sim.Finding { return withName(later(), t) }
	}
	out.Finding = withName(out.Finding, t)
	return out
}

func withName(f sim.Finding, t request.Tool) sim.Finding {
	f.Name = cmp.Or(f.Name, t.Label())
	return f
}

func (k *Kit) countUse(what string) {
	if k.uses == nil {
		k.uses = map[string]int{}
	}
	k.uses[what]++
}

// Exhausted reports whether max_uses of a tool is reached.
func (k *Kit) Exhausted(t request.Tool) bool {
	limit, limited := t.Member("max_uses")
	return limited && limit.Num > 0 && float64(k.uses[t.Type]) >= limit.Num
}

// quoted returns the i-th quoted part of the message, or a default.
func (k *Kit) quoted(i int, t request.Tool, otherwise string) string {
	if parts := k.Asked.Quoted(t.Label()); i < len(parts) {
		return parts[i]
	}
	return otherwise
}

// kind is a kind of tool.
type kind struct {
	run     func(context.Context, *Kit, request.Tool) Outcome
	trigger string // the word of a prompt that asks for it
}

// kinds returns the tools by their types. Those of the service have a colon for its prefix.
func kinds() map[string]kind {
	return map[string]kind{
		":advisor":                      {advisor, "advice"},
		":apply_patch":                  {applyPatch, "patch"},
		":bash":                         {bash, "bash"},
		":datetime":                     {datetime, "time"},
		":experimental__search_models":  {searchModels, "models"},
		":files":                        {files, "files"},
		":fusion":                       {fusion, "panel"},
		":image_generation":             {imageGeneration, "draw"},
		":search_models":                {searchModels, "models"},
		":shell":                        {shell, "shell"},
		":subagent":                     {subagent, "delegate"},
		":tool_search":                  {toolSearch, "tools"},
		":web_fetch":                    {webFetch, "fetch"},
		":web_search":                   {webSearch, "search"},
		"apply_patch":                   {applyPatchCall, "patch"},
		"code_interpreter":              {codeInterpreterCall, "calculate"},
		"computer_use":                  {computerCall, "click"},
		"computer_use_preview":          {computerCall, "click"},
		"file_search":                   {fileSearchCall, "documents"},
		"image_generation":              {imageGenerationCall, "draw"},
		"local_shell":                   {localShellCall, "shell"},
		"mcp":                           {run: mcpCall},
		"shell":                         {shellCall, "shell"},
		"web_search":                    {webSearch, "search"},
		"web_search_2025_08_26":         {webSearch, "search"},
		"web_search_preview":            {webSearch, "search"},
		"web_search_preview_2025_03_11": {webSearch, "search"},
	}
}

// kindOf returns the kind of a tool. ok is false for a function, a custom tool and an unknown type.
func (k *Kit) kindOf(t request.Tool) (found kind, ok bool) {
	typ := t.Type
	if name, server := strings.CutPrefix(typ, k.Word+":"); server {
		typ = ":" + name
	} else if strings.Contains(typ, ":") {
		return kind{}, false // another service's
	}
	found, ok = kinds()[typ]
	return found, ok
}

// Knows reports whether the kit has the kind of a tool.
func (k *Kit) Knows(t request.Tool) bool {
	_, ok := k.kindOf(t)
	return ok
}

// IsAsked reports whether the prompt asks for a tool of the kit, or the caller has approved its
// call.
func (k *Kit) IsAsked(t request.Tool) bool {
	found, ok := k.kindOf(t)
	return ok && (k.Asked.Uses(t.Label(), strings.TrimPrefix(t.Type, k.Word+":"), found.trigger) || k.isApproved(t))
}

// item returns a tool's item without text: the members known from the start, and those known at its
// end.
func item(typ, id string, asked, found output.JSON, e output.Events) output.ToolCall {
	return output.ToolCall{Type: typ, ID: response.NewID(id), Events: e, Members: func(b output.JSON, _ string, done bool) output.JSON {
		b = append(b, asked...)
		if done {
			b = append(b, found...)
		}
		return b
	}}
}

func single(it output.Item, status string) []output.Placed {
	return []output.Placed{{Item: it, Status: status}}
}

// done returns the outcome of a call that the gateway ran, as the model reads it.
func done(it output.Item, arguments, result string) Outcome {
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: arguments, Output: result}}
}

// waiting returns the outcome of a call that the caller has to run.
func waiting(it output.ToolCall) Outcome {
	it.By = output.Caller
	return Outcome{Items: single(it, output.Completed), Waits: true}
}
