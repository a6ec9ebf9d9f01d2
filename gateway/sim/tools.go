package sim

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/grammar"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"

	"github.com/tidwall/gjson"
)

// calls is the calls of functions and custom tools that answer this turn: those
// that the prompt asks for and that have not been called since, or one that has
// to be called. With parallel_tool_calls false it is one at a time.
func (t *turn) calls() []output.Item {
	if t.Final {
		return nil
	}
	var wanted []request.Tool
	functions := t.inSight()
	for _, f := range functions {
		if !t.called(f) && asksFor(t.Text, f) {
			wanted = append(wanted, f)
		}
	}
	if len(wanted) == 0 && t.Request.Choice().Must && len(functions) > 0 && !t.anyCalled() {
		wanted = functions[:1]
	}
	if !t.Request.ParallelToolCalls() {
		wanted = wanted[:min(1, len(wanted))]
	}
	var items []output.Item
	for _, f := range wanted {
		items = append(items, t.call(f))
	}
	return items
}

// inSight is the tools that the model sees: what tool search has found is one
// of them.
func (t *turn) inSight() []request.Tool {
	var seen []request.Tool
	for _, f := range t.Request.Offered() {
		if f.Callable() && (!f.Deferred() || slices.Contains(t.Reveals, f.Name)) {
			seen = append(seen, f)
		}
	}
	return seen
}

// call makes the call of a tool, with arguments that fit it.
func (t *turn) call(f request.Tool) output.Item {
	if f.Type == "custom" {
		return output.CustomCall{
			ID: response.NewID("ctc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace, Input: t.input(f),
		}
	}
	return output.FunctionCall{
		ID: response.NewID("fc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace,
		Arguments: fit.Value(f.Parameters, t.Text),
	}
}

// input is the free text for a custom tool: what the prompt says, in the form
// that the tool's grammar asks for. Where the grammar is beyond these models, the
// input says so.
func (t *turn) input(f request.Tool) string {
	free := gjson.Get(fit.Value(`{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}`, t.Text), "input").Str
	if typ, _ := f.Member("format.type"); typ.Str != "grammar" {
		return free
	}
	syntax, _ := f.Member("format.syntax")
	definition, _ := f.Member("format.definition")
	text, err := grammar.Text(syntax.Str, definition.Str, t.Text)
	if err != nil {
		return "Simulated: the grammar is beyond the models of the local gateway (" + err.Error() + "), so this is free text. " + free
	}
	return text
}

// called reports whether a tool was called in this turn already.
func (t *turn) called(f request.Tool) bool {
	return slices.ContainsFunc(t.Request.SincePrompt(), func(it request.Item) bool {
		return it.IsCall() && it.Name == f.Name && it.Namespace == f.Namespace
	})
}

func (t *turn) anyCalled() bool {
	return len(t.Findings) > 0 || slices.ContainsFunc(t.Request.SincePrompt(), request.Item.IsCall)
}

// asksFor reports whether a prompt asks for what a tool's name or description
// says: one word of the name is in it, or two of the description, or one long
// one.
func asksFor(prompt string, tool request.Tool) bool { return Fits(prompt, tool) >= 2 }

// Fits tells how well a tool fits a prompt: two points for a word of its name,
// one for a word of its description, one more when that is a long one.
func Fits(prompt string, tool request.Tool) int {
	words := significant(prompt)
	score := 0
	for _, w := range significant(tool.Name) {
		if slices.ContainsFunc(words, func(p string) bool { return same(p, w) }) {
			score += 2
		}
	}
	for _, w := range significant(tool.Description) {
		if slices.ContainsFunc(words, func(p string) bool { return same(p, w) }) {
			score++
			if len(w) > 6 {
				score++
			}
		}
	}
	return score
}

// Significant is the words of a text in lower case, each once and in order,
// without those that say nothing.
func Significant(text string) []string { return significant(text) }

// Result is what a function that was called gave back.
type Result struct {
	Name      string
	Arguments string
	Output    string
	Members   []request.Setting // of an output that is a JSON object
}

// outputs is the results that have come since the newest user message: from the
// caller's side, and from the gateway in an earlier part of the turn.
func (t *turn) outputs() []Result {
	var results []Result
	for _, it := range t.Request.SincePrompt() {
		if strings.Contains(it.Type, ":") && it.Text != "" {
			results = append(results, Result{Name: codeLine(it.Type, 60), Output: it.Text})
			continue
		}
		if !it.IsOutput() {
			continue
		}
		r := Result{Output: it.Text, Members: members(it.Text)}
		another := false
		for _, call := range t.Request.Input {
			if call.IsCall() && call.CallID != "" && call.CallID == it.CallID {
				another = call.Subagent != ""
				r.Name, r.Arguments = codeLine(cmp.Or(call.Name, strings.TrimSuffix(call.Type, "_call")), 60), call.Text
			}
		}
		if another {
			continue // the subagent has it, and tells what came of it
		}
		results = append(results, r)
	}
	return results
}

// Results is the same, for the templates.
func (t *turn) Results() []Result { return t.outputs() }
