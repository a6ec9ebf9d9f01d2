package sim

import (
	"slices"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// calls is the function calls that answer this turn: those tools that the
// prompt asks for and that have not been called since, or the one that has to
// be called. With parallel_tool_calls false it is one at a time.
func (t *turn) calls() []output.Item {
	var wanted []request.Tool
	functions := t.Request.Functions()
	for _, f := range functions {
		if !t.called(f.Name) && asksFor(t.Text, f) {
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
		items = append(items, output.FunctionCall{
			ID:        response.NewID("fc"),
			CallID:    response.NewID("call"),
			Name:      f.Name,
			Arguments: fit.Value(f.Parameters, t.Text),
		})
	}
	return items
}

// called reports whether a function was called in this turn already.
func (t *turn) called(name string) bool {
	return slices.ContainsFunc(t.Request.SincePrompt(), func(it request.Item) bool {
		return it.Type == "function_call" && it.Name == name
	})
}

func (t *turn) anyCalled() bool {
	return slices.ContainsFunc(t.Request.SincePrompt(), func(it request.Item) bool { return it.Type == "function_call" })
}

// asksFor reports whether a prompt asks for what a tool's name or description
// says: one word of the name is in it, or two of the description, or one long
// one.
func asksFor(prompt string, tool request.Tool) bool {
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
	return score >= 2
}

// Result is what a function that was called gave back.
type Result struct {
	Name      string
	Arguments string
	Output    string
	Members   []request.Setting // of an output that is a JSON object
}

// outputs is the results that have come since the newest user message.
func (t *turn) outputs() []Result {
	var results []Result
	since := t.Request.SincePrompt()
	for _, it := range since {
		if it.Type != "function_call_output" {
			continue
		}
		r := Result{Output: it.Text, Members: members(it.Text)}
		for _, call := range t.Request.Input {
			if call.Type == "function_call" && call.CallID == it.CallID {
				r.Name, r.Arguments = codeLine(call.Name, 60), call.Text
			}
		}
		results = append(results, r)
	}
	return results
}

// Results is the same, for the templates.
func (t *turn) Results() []Result { return t.outputs() }
