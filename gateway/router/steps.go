package router

import (
	"fmt"
	"slices"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// toolLimit ends the use of tools: after a number of steps, or by any of the conditions of
// stop_server_tools_when, which replace the number ("Responses request body").
type toolLimit struct {
	steps      int
	conditions []gjson.Result
}

func limitOf(req *request.Request) toolLimit {
	l := toolLimit{steps: MaxSteps}
	if v, ok := req.Member("max_tool_calls"); ok {
		l.steps = int(max(0, min(MaxSteps, v.Num)))
	}
	if v, ok := req.Member("stop_server_tools_when"); ok && v.IsArray() {
		l.conditions = v.Array()
	}
	return l
}

func (l toolLimit) exceeded(steps int) bool { return len(l.conditions) == 0 && steps >= l.steps }

// reached reports whether a condition is met after a step with this tool. One more turn without
// tools follows.
func (l toolLimit) reached(r *run, t request.Tool) bool {
	for _, c := range l.conditions {
		if l.isMet(c, r, t) {
			r.Notes = append(r.Notes, fmt.Sprintf("Server tools stopped after step %d: the `stop_server_tools_when` condition `%s` was met.", r.steps, c.Get("type").Str))
			return true
		}
	}
	return false
}

// isMet reports whether one condition is met (wire-notes §2); an unknown one never is.
func (l toolLimit) isMet(c gjson.Result, r *run, t request.Tool) bool {
	switch c.Get("type").Str {
	case "step_count_is":
		return float64(r.steps) >= c.Get("step_count").Num
	case "has_tool_call":
		name := c.Get("tool_name").Str
		return name != "" && (name == t.Label() || name == t.Type || r.Word+":"+name == t.Type)
	case "max_tokens_used":
		tokens, _ := r.spent()
		return float64(tokens) >= c.Get("max_tokens").Num
	case "max_cost":
		_, cost := r.spent()
		return cost >= c.Get("max_cost_in_dollars").Num
	case "finish_reason_is":
		// A model that has just called a tool stopped for that reason.
		return c.Get("reason").Str == "tool_calls"
	}
	return false
}

// spent returns what the answer used so far: all tokens, and their cost in USD.
func (r *run) spent() (tokens int, cost float64) {
	in, out := r.Request.Tokens(), 0
	var others output.Spent
	for _, it := range r.items {
		out += it.Item.Tokens()
		if s, ok := it.Item.(output.Spender); ok {
			others = others.Plus(s.Spending())
		}
	}
	mine := (float64(in)*r.Model.Prompt + float64(out)*r.Model.Completion) / 1e6
	return in + out + others.Input + others.Output, mine + others.Cost
}

// ToolStage returns the pipeline stage for the server tools that were used (wire-notes §6). ok is false
// if the gateway ran none.
func ToolStage(items []output.Placed) (stage route.Stage, ok bool) {
	steps := 0
	tools := []string{}
	for _, it := range items {
		used, isTool := it.Item.(output.Used)
		if !isTool {
			continue
		}
		if by, _ := used.Use(); by != output.Gateway {
			continue
		}
		steps++
		typ := gjson.GetBytes(it.Item.AppendJSON(nil, it.Status), "type").Str
		if !slices.Contains(tools, typ) {
			tools = append(tools, typ)
		}
	}
	summary := fmt.Sprintf("%d steps with server tools", steps)
	if steps == 1 {
		summary = "1 step with server tools"
	}
	return route.Stage{
		Type: "server_tools", Name: "server-tools", Summary: summary,
		Data: map[string]any{"mode": "native", "tools": tools, "steps": steps},
	}, steps > 0
}
