package sim

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// calls returns the calls of functions and custom tools that answer this turn:
// those that the message asks for and that have not been called since, or the one
// that has to be called. With parallel_tool_calls false it is one at a time.
func (t *turn) calls() []output.Item {
	if t.Final {
		return nil
	}
	asked := Read(t.Text)
	var items []output.Item
	offered, orphans := t.inSight(), t.Request.Orphans()
	for _, f := range offered {
		if asked.Calls(f.Name) && !t.called(f, orphans) {
			items = append(items, call(f, asked))
		}
	}
	if len(items) == 0 && t.Request.Choice().Must && len(t.Findings) == 0 && len(offered) > 0 {
		items = append(items, call(asked.Best(offered), asked))
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

// call returns the call of a tool, with arguments that fit its schema or its grammar;
// a refusal where the grammar cannot be followed.
func call(f request.Tool, asked Asked) output.Item {
	quoted := asked.Quoted(f.Name)
	if f.Type != "custom" {
		return output.FunctionCall{
			ID: response.NewID("fc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace,
			Arguments: fit.Arguments(f.Parameters, asked.text, quoted),
		}
	}
	input := ""
	if len(quoted) > 0 {
		input = quoted[0]
	}
	if typ, _ := f.Member("format.type"); typ.Str == "grammar" {
		syntax, _ := f.Member("format.syntax")
		definition, _ := f.Member("format.definition")
		var err error
		if input, err = fit.Text(syntax.Str, definition.Str, input); err != nil {
			return output.Message{
				ID: response.NewID("msg"), Refusal: true,
				Text: "I cannot call `" + codeLine(f.Name, 60) + "`: the local models cannot follow its grammar (" + oneLine(err.Error(), 200) + ").",
			}
		}
	}
	return output.CustomCall{
		ID: response.NewID("ctc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace, Input: input,
	}
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
		if slices.Contains(words, w) {
			score += 2
		}
	}
	for _, w := range Significant(tool.Description) {
		if slices.Contains(words, w) {
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
