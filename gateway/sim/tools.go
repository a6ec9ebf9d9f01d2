package sim

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/grammar"
	"gatehouse/gateway/intent"
	"gatehouse/gateway/output"
	"gatehouse/gateway/patch"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"

	"github.com/tidwall/gjson"
)

// calls is the calls of functions and custom tools that answer this turn: those
// that the prompt asks for and that have not been called since, or the one that
// has to be called. With parallel_tool_calls false it is one at a time.
func (t *turn) calls() []output.Item {
	if t.Final {
		return nil
	}
	in := intent.Of(t.Text)
	var items []output.Item
	offered, orphans := t.inSight(), t.Request.Orphans()
	for _, f := range chosen(in, offered) {
		if t.called(f, orphans) {
			continue
		}
		if call, ok := t.call(f, in); ok {
			items = append(items, call)
		}
	}
	if len(items) == 0 && t.Request.Choice().Must && len(t.Findings) == 0 && len(offered) > 0 {
		items = append(items, t.forced(offered[Best(in, offered)], in))
	}
	if !t.Request.ParallelToolCalls() {
		items = items[:min(1, len(items))]
	}
	return items
}

// inSight is the tools that the model sees: what tool search has found is one
// of them.
func (t *turn) inSight() []request.Tool {
	const most = 1000 // a body can hold half a million, each of which is compared with the prompt
	var seen []request.Tool
	for _, f := range t.Request.Offered() {
		if len(seen) == most {
			break
		}
		if f.Callable() && (!f.Deferred() || slices.Contains(t.Reveals, f.Name)) {
			seen = append(seen, f)
		}
	}
	return seen
}

// call makes the call of a tool that the prompt asks for. ok is false where the
// tool changes something, and the prompt does not say what.
func (t *turn) call(f request.Tool, in intent.Intent) (call output.Item, ok bool) {
	if f.Type == "custom" {
		return customCall(f, t.input(f)), true
	}
	values, from := fit.FromPrompt, in
	if intent.Harmful(f.Name) {
		values, from = fit.FromOrder, in.Clause(f.Name)
	}
	arguments, complete := fit.Arguments(f.Parameters, from, values)
	if !complete {
		if !in.Named(f.Name) {
			return nil, false
		}
		arguments, _ = fit.Arguments(f.Parameters, in, fit.Harmless)
	}
	return functionCall(f, arguments), true
}

// forced makes the call of a tool because one has to be called. Of one that
// changes something, the arguments are harmless.
func (t *turn) forced(f request.Tool, in intent.Intent) output.Item {
	harmful := intent.Harmful(f.Name)
	if f.Type == "custom" {
		return customCall(f, t.forcedInput(f, harmful))
	}
	values := fit.FromPrompt
	if harmful {
		values = fit.Harmless
	}
	arguments, _ := fit.Arguments(f.Parameters, in, values)
	return functionCall(f, arguments)
}

func functionCall(f request.Tool, arguments string) output.Item {
	return output.FunctionCall{
		ID: response.NewID("fc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace, Arguments: arguments,
	}
}

func customCall(f request.Tool, input string) output.Item {
	return output.CustomCall{
		ID: response.NewID("ctc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace, Input: input,
	}
}

// input is the free text for a custom tool: what the prompt says, in the form
// that the tool's grammar asks for. Where the grammar is beyond these models, the
// input says so.
func (t *turn) input(f request.Tool) string {
	if patch.Written(definition(f)) {
		return patch.Of(intent.Of(t.Text)).Envelope()
	}
	if intent.Runner(f.Name) {
		if command := intent.Of(t.Text).Command(); command != "" {
			return command
		}
		return "echo 'simulated by the local gateway'"
	}
	free := gjson.Get(fit.Value(`{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}`, t.Text), "input").Str
	if typ, _ := f.Member("format.type"); typ.Str != "grammar" {
		return free
	}
	syntax, _ := f.Member("format.syntax")
	text, err := grammar.Text(syntax.Str, definition(f), t.Text)
	if err != nil {
		return "Simulated: the local models cannot follow this grammar (" + err.Error() + "), so this is free text. " + free
	}
	return text
}

// definition is the grammar of a custom tool; empty for none.
func definition(f request.Tool) string {
	d, _ := f.Member("format.definition")
	return d.Str
}

// forcedInput is the text for a custom tool that has to be called: nothing for
// one that changes something, but for a patch of a file that is not there, since
// its grammar knows no empty one.
func (t *turn) forcedInput(f request.Tool, harmful bool) string {
	switch {
	case patch.Written(definition(f)):
		return patch.Nowhere().Envelope()
	case harmful:
		return ""
	}
	return t.input(f)
}

// called reports whether a tool was called in this turn already: its call is
// here, or one of the outputs whose call is not.
func (t *turn) called(f request.Tool, orphans []request.Item) bool {
	same := func(it request.Item) bool { return it.Name == f.Name && it.Namespace == f.Namespace }
	return slices.ContainsFunc(t.Request.SincePrompt(), func(it request.Item) bool {
		return it.IsCall() && same(it)
	}) || slices.ContainsFunc(orphans, func(it request.Item) bool {
		return it.Answers() == f.ItemType() && (it.Name == "" || same(it))
	})
}

// Fits tells how well a tool fits what is searched for: two points for a word of
// its name, one for a word of its description, one more when that is a long one.
// It is for searching, not for calling: a description has many words.
func Fits(prompt string, tool request.Tool) int {
	words := Significant(prompt)
	score := 0
	for _, w := range Significant(tool.Name) {
		if slices.ContainsFunc(words, func(p string) bool { return same(p, w) }) {
			score += 2
		}
	}
	for _, w := range Significant(tool.Description) {
		if slices.ContainsFunc(words, func(p string) bool { return same(p, w) }) {
			score++
			if len(w) > 6 {
				score++
			}
		}
	}
	return score
}

// Result is what a function that was called gave back.
type Result struct {
	Name      string
	Arguments string
	Output    string
	Members   []request.Setting // of an output that is a JSON object
	Media     string            // what of it is no text, in words
}

// Results is the results that have come since the newest user message: from the
// caller's side, and from the gateway in an earlier part of the turn.
func (t *turn) Results() []Result {
	var results []Result
	calls := map[string]request.Item{}
	for _, it := range t.Request.Input {
		if it.IsCall() && it.CallID != "" {
			calls[it.CallID] = it
		}
	}
	for _, it := range t.Request.SincePrompt() {
		if strings.Contains(it.Type, ":") && it.Text != "" {
			results = append(results, Result{Name: codeLine(it.Type, 60), Output: it.Text})
			continue
		}
		if !it.IsOutput() {
			continue
		}
		r := Result{Name: codeLine(cmp.Or(it.Name, kindOf(it)), 60), Output: it.Text, Members: members(it.Text), Media: it.Media}
		if call, ok := calls[it.CallID]; ok {
			if call.Subagent != "" {
				continue // the subagent has it, and tells what came of it
			}
			r.Name, r.Arguments = codeLine(cmp.Or(call.Name, strings.TrimSuffix(call.Type, "_call")), 60), call.Text
		}
		results = append(results, r)
	}
	return results
}

// kindOf is the kind of tool that an output came from, where its type tells:
// shell of a shell_call_output.
func kindOf(it request.Item) string {
	switch call := it.Answers(); call {
	case "function_call", "custom_tool_call":
		return ""
	default:
		return strings.TrimSuffix(call, "_call")
	}
}

// RoundTrip is how a call of this turn was answered by the caller.
type RoundTrip struct{ Call, Output string } // types of items

// RoundTrip is that of the first output that names its call; nil when there is
// none.
func (t *turn) RoundTrip() *RoundTrip {
	for _, it := range t.Request.SincePrompt() {
		if it.IsOutput() && it.CallID != "" {
			return &RoundTrip{codeLine(it.Answers(), 60), codeLine(it.Type, 60)}
		}
	}
	return nil
}
