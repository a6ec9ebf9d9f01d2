package agent

import (
	"fmt"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// limit is what ends the use of tools: a number of steps, or the conditions of
// stop_server_tools_when, any one of which is enough. The conditions take the
// place of the number ("Responses request body").
type limit struct {
	steps      int
	conditions []gjson.Result
}

func limitOf(req *request.Request) limit {
	l := limit{steps: MaxSteps}
	if v, ok := req.Member("max_tool_calls"); ok {
		l.steps = int(max(0, min(MaxSteps, v.Num)))
	}
	if v, ok := req.Member("stop_server_tools_when"); ok && v.IsArray() {
		l.conditions = v.Array()
	}
	return l
}

// over reports whether the steps are used up.
func (l limit) over(steps int) bool { return len(l.conditions) == 0 && steps >= l.steps }

// reached reports whether a condition holds after a step with this tool. What
// was called before that has run; one more turn without tools follows.
func (l limit) reached(r *run, t request.Tool) bool {
	for _, c := range l.conditions {
		if l.holds(c, r, t) {
			r.Notes = append(r.Notes, fmt.Sprintf("Server tools stopped after step %d: the `stop_server_tools_when` condition `%s` was met.", r.steps, c.Get("type").Str))
			return true
		}
	}
	return false
}

// holds reports whether one condition is met (wire-notes §2); an unknown one never is.
func (l limit) holds(c gjson.Result, r *run, t request.Tool) bool {
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

// spent is what the answer has taken so far: all tokens, and their cost in USD.
func (r *run) spent() (tokens int, cost float64) {
	in, out := r.Request.Tokens(), 0
	var others output.Spent
	for _, it := range r.items {
		out += it.Item.Tokens()
		if s, ok := it.Item.(output.Spender); ok {
			others = others.Plus(s.Spending())
		}
	}
	own := (float64(in)*r.Model.Prompt + float64(out)*r.Model.Completion) / 1e6
	return in + out + others.Input + others.Output, own + others.Cost
}
