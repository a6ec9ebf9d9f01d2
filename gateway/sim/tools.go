package sim

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// calls returns the calls of functions and custom tools in this turn: those that the message asks
// for and that were not called since, or one that is required. With parallel_tool_calls false it is
// one at a time.
func (t *turn) calls() []output.Item {
	if t.Final {
		return nil
	}
	asked := Read(t.Text)
	var items []output.Item
	offered, orphans := t.visibleTools(), t.Request.Orphans()
	for _, f := range offered {
		if asked.Calls(f.Name) && !t.wasCalled(f, orphans) {
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

func (t *turn) visibleTools() []request.Tool {
	const maxTools = 1000 // a body can have half a million, and each is compared with the prompt
	var tools []request.Tool
	for _, f := range t.Request.Offered() {
		if len(tools) < maxTools && f.Callable() && (!f.Deferred() || slices.Contains(t.Reveals, f.Name)) {
			tools = append(tools, f)
		}
	}
	return tools
}

// call returns the call of a tool, with arguments that fit its schema or grammar, or a refusal if
// the grammar is not supported.
func call(f request.Tool, asked Asked) output.Item {
	quoted := asked.Quoted(f.Name)
	if f.Type != "custom" {
		return output.FunctionCall{
			ID: response.NewID("fc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace,
			Arguments: FitArguments(f.Parameters, asked.text, quoted),
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
		if input, err = FitText(syntax.Str, definition.Str, input); err != nil {
			return output.Message{
				ID: response.NewID("msg"), Refusal: true,
				Text: "I cannot call `" + codeLine(f.Name, 60) + "`: the local models cannot follow its grammar (" + oneLine(err.Error(), 200) + ").",
			}
		}
	}
	return output.FunctionCall{
		ID: response.NewID("ctc"), CallID: response.NewID("call"), Name: f.Name, Namespace: f.Namespace, Custom: true, Arguments: input,
	}
}

// wasCalled reports whether a tool was called in this turn: input has its call, or an output
// without a call.
func (t *turn) wasCalled(f request.Tool, orphans []request.Item) bool {
	same := func(it request.Item) bool { return it.Name == f.Name && it.Namespace == f.Namespace }
	return slices.ContainsFunc(t.Request.SincePrompt(), func(it request.Item) bool {
		return it.IsCall() && same(it)
	}) || slices.ContainsFunc(orphans, func(it request.Item) bool {
		return it.Answers() == f.ItemType() && (it.Name == "" || same(it))
	})
}

// MatchScore returns a score of how well a tool matches a search: two points for a word of its name, one
// for a word of its description, two for a long one. It does not decide calls, since a description
// has many words.
func MatchScore(prompt string, tool request.Tool) int {
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

// Result is the result of a tool that was called.
type Result struct {
	Name      string
	Arguments string
	Output    string
	Members   []request.Setting // of an Output that is a JSON object
	Media     string            // description of the other parts
}

// Results returns the results since the newest user message: of the caller, and of the gateway in
// an earlier part of the turn.
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
		name := it.Name
		if kind := strings.TrimSuffix(it.Answers(), "_call"); name == "" && kind != "function" && kind != "custom_tool" {
			name = kind // shell for a shell_call_output
		}
		r := Result{Name: codeLine(name, 60), Output: it.Text, Members: members(it.Text), Media: it.Media}
		if call, ok := calls[it.CallID]; ok {
			if call.Subagent != "" {
				continue // the subagent reads it
			}
			r.Name, r.Arguments = codeLine(cmp.Or(call.Name, strings.TrimSuffix(call.Type, "_call")), 60), call.Text
		}
		results = append(results, r)
	}
	return results
}

// RoundTrip is a call that the caller answered.
type RoundTrip struct{ Call, Output string } // types of items

// RoundTrip returns that of the first output of this turn that names its call, or nil.
func (t *turn) RoundTrip() *RoundTrip {
	for _, it := range t.Request.SincePrompt() {
		if it.IsOutput() && it.CallID != "" {
			return &RoundTrip{codeLine(it.Answers(), 60), codeLine(it.Type, 60)}
		}
	}
	return nil
}
