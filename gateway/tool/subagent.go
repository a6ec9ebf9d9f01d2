package tool

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"
)

// subagent hands the task to another model, with the tools of the parameters and the caller's
// functions that it inherits. When it calls one of these, it stops: its item stays in progress, the
// calls carry the item's call_id, and it continues when the next request has their outputs.
func subagent(ctx context.Context, k *Kit, t request.Tool) Outcome {
	q := k.question(t, k.Model)
	q.MaxToolCalls = max(1, min(subSteps, t.Count("max_tool_calls", subSteps)))
	q.Tools = k.subagentTools(t)
	before, resumed := k.suspended(t)
	q.Input = before.input(q.Text)
	callID := cmp.Or(before.callID, response.NewID("call"))
	asked := instance(output.JSON{}, t).Text("call_id", callID).Text("name", "subagent").
		Text("task_name", "task").Text("task_description", q.Text).Text("model", q.Model)
	var answer Answer
	refused := before.failure()
	if refused == nil {
		answer, refused = k.Ask(ctx, q)
	}
	if refused == nil && len(answer.Calls) > 0 {
		return suspend(t, asked, callID, resumed, answer)
	}
	finding := sim.Finding{Arguments: q.Model, Output: answer.Text, Sources: answer.Sources}
	status, found := output.Completed, output.JSON{}.Text("outcome", answer.Text)
	if refused != nil {
		status, found = "failed", output.JSON{}.Text("error", refused.Message)
		finding.Output = "The subagent failed: " + refused.Message
	}
	it := item(t.Type, "sub", asked, found, output.Events{})
	it.Spent = answer.Spent
	return Outcome{Items: single(it, status), Finding: finding}
}

// subagentTools returns the tools of a subagent as in a request: those of the parameters, and the
// caller's functions: all (inherit_functions) or some (inherited_function_names). A subagent of
// another model inherits none, since nobody could run them.
func (k *Kit) subagentTools(t request.Tool) string {
	var tools []string
	if list, ok := t.Member("tools"); ok && list.IsArray() {
		for _, tool := range list.Array() {
			tools = append(tools, tool.Raw)
		}
	}
	all, _ := t.Member("inherit_functions")
	names := t.Texts("inherited_function_names")
	for _, f := range k.Request.Tools {
		named := slices.ContainsFunc(names, func(n string) bool { return strings.TrimSpace(n) == f.Name })
		if f.Type == "function" && !k.Nested && (all.Bool() || named) {
			tools = append(tools, f.Raw())
		}
	}
	if tools == nil {
		return ""
	}
	return "[" + strings.Join(tools, ",") + "]"
}

// suspension is a subagent that waits for the outputs of its calls.
type suspension struct {
	callID  string
	calls   []request.Item
	outputs []request.Item // of the calls, in their order; shorter if one is missing
}

// Suspended reports whether a subagent stopped in this turn and has to continue.
func (k *Kit) Suspended(t request.Tool) bool {
	_, ok := k.suspended(t)
	return ok
}

func (k *Kit) suspended(t request.Tool) (s suspension, ok bool) {
	if t.Type != k.Word+":subagent" {
		return s, false
	}
	since := k.Request.SincePrompt()
	for _, it := range since {
		if it.Type != t.Type || !Produced(t, it) || it.CallID == "" {
			continue
		}
		// The same call_id appears again when the subagent is done.
		s = suspension{callID: it.CallID}
		ok = it.Suspended
	}
	if !ok {
		return suspension{}, false
	}
	for _, it := range since {
		if it.Type == "function_call" && it.Subagent == s.callID {
			s.calls = append(s.calls, it)
		}
	}
	for _, call := range s.calls {
		i := slices.IndexFunc(since, func(it request.Item) bool {
			return it.Type == "function_call_output" && it.CallID == call.CallID
		})
		if i >= 0 {
			s.outputs = append(s.outputs, since[i])
		}
	}
	return s, true
}

// failure returns why a subagent cannot continue; nil if it can, or has not stopped.
func (s suspension) failure() *Refusal {
	switch {
	case s.callID == "":
		return nil
	case len(s.calls) == 0:
		return &Refusal{Status: 400, Message: "It cannot continue: none of its calls is in input."}
	case len(s.outputs) < len(s.calls):
		return &Refusal{Status: 400, Message: "It cannot continue: one of its calls has no function_call_output."}
	}
	return nil
}

// input returns what a subagent reads when it continues: its task, its calls and their outputs; ""
// if it has not stopped.
func (s suspension) input(task string) string {
	if s.callID == "" {
		return ""
	}
	list := []any{map[string]string{"role": "user", "content": task}}
	for i, call := range s.calls {
		list = append(list, callRecord(call.CallID, call.Name, call.Text))
		if i < len(s.outputs) {
			list = append(list, map[string]string{"type": "function_call_output", "call_id": call.CallID, "output": s.outputs[i].Text})
		}
	}
	return string(output.Encode(list))
}

// callRecord returns a call as a transcript lists it.
func callRecord(callID, name, arguments string) map[string]string {
	return map[string]string{"type": "function_call", "call_id": callID, "name": name, "arguments": arguments}
}

// suspend stops a subagent for its calls. Its item is sent once, in progress. The first call
// carries the transcript, which the next request has to return.
func suspend(t request.Tool, asked output.JSON, callID string, resumed bool, answer Answer) Outcome {
	out := Outcome{Waits: true, Alone: true}
	if !resumed {
		out.Items = single(item(t.Type, "sub", asked, nil, output.Events{}), output.InProgress)
	}
	var transcript []map[string]string
	for _, c := range answer.Calls {
		transcript = append(transcript, callRecord(c.CallID, c.Name, c.Arguments))
	}
	for i, c := range answer.Calls {
		c.Subagent = callID
		if i == 0 {
			c.Transcript, c.Spent = string(output.Encode(transcript)), answer.Spent
		}
		out.Items = append(out.Items, output.Placed{Item: c, Status: output.Completed})
	}
	return out
}
