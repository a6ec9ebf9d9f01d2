package router

import (
	"fmt"
	"slices"
	"strconv"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/tool"

	"github.com/tidwall/gjson"
)

// maxTimes is the maximum number of uses of one tool, whatever the prompt says: where
// stop_server_tools_when replaces max_tool_calls, nothing else would limit an answer.
const maxTimes = 100

var times = output.Lazy(`(?i)\b(\d{1,18})\s+times\b`)

// requestedUses returns how often a prompt wants each tool to be used: "search the web 3 times".
// The default is once.
func requestedUses(prompt string) int {
	found := times().FindStringSubmatch(output.Prefix(prompt, 4000))
	if found == nil {
		return 1
	}
	n, _ := strconv.Atoi(found[1]) // at most 18 digits
	return max(1, min(n, maxTimes))
}

// nextTool returns the tool that the model uses now. ok is false if it needs none or may not
// continue.
func (r *run) nextTool() (t request.Tool, ok bool) {
	if r.Final || r.waits {
		return t, false
	}
	if t, ok = r.wantedTool(); ok && r.limit.exceeded(r.steps) {
		r.Notes = append(r.Notes, fmt.Sprintf("Server tools stopped: the limit of `max_tool_calls`, %d, was reached.", r.steps))
		return t, false
	}
	return t, ok
}

// wantedTool returns the next tool that the model would use: tool search if the prompt asks for a
// hidden function; a tool that the message asks for, in the order of tools; or any because
// tool_choice requires one.
func (r *run) wantedTool() (request.Tool, bool) {
	choice := r.Request.Choice()
	if choice.Never {
		return request.Tool{}, false
	}
	if t, ok := r.search(); ok {
		return t, true
	}
	for _, t := range r.Request.Offered() {
		if r.kit.Suspended(t) && r.used[instance(t)] == 0 {
			return t, true
		}
		if r.kit.IsAsked(t) && r.mayRepeat(t) {
			return t, true
		}
	}
	if choice.Must && r.steps == 0 {
		return r.forcedTool()
	}
	return request.Tool{}, false
}

// instance identifies a tool among several of one type, such as advisors, which have names in their
// parameters.
func instance(t request.Tool) string {
	return t.Label() + "\x00" + t.Text("parameters.name", "")
}

func (r *run) mayRepeat(t request.Tool) bool {
	return r.used[instance(t)] < r.times && !r.usedEarlier(t) && !r.kit.Exhausted(t) && r.kit.BlockReason(t) == ""
}

// usedEarlier reports whether an earlier answer of this turn used the tool: input has its item or
// the caller's output for it.
func (r *run) usedEarlier(t request.Tool) bool {
	for _, it := range r.Request.SincePrompt() {
		made := it.Type == t.Type || it.Type == r.itemOf(t.Type) || t.Type == "mcp" && it.Type == r.Word+":mcp"
		if made && tool.Produced(t, it) || it.Answers() == r.itemOf(t.Type) {
			return true
		}
	}
	return false
}

func (r *run) itemOf(typ string) string {
	switch typ {
	case r.Word + ":search_models":
		return r.Word + ":experimental__search_models"
	case "web_search", "web_search_preview", "web_search_preview_2025_03_11", "web_search_2025_08_26":
		return "web_search_call"
	case "computer_use", "computer_use_preview":
		return "computer_call"
	}
	return typ + "_call"
}

// hasCall reports whether a call has been made in this turn.
func (r *run) hasCall() bool {
	return slices.ContainsFunc(r.Request.SincePrompt(), func(it request.Item) bool {
		return it.IsCall() || it.Type == "mcp_approval_request"
	})
}

// search returns tool search if it was not used yet and there is a hidden function that the message
// asks for or tool_choice names.
func (r *run) search() (request.Tool, bool) {
	t, offered := r.Request.OfType(r.Word + ":tool_search")
	if !offered || r.used[instance(t)] > 0 || r.usedEarlier(t) || r.hasCall() {
		return t, false
	}
	choice := r.Request.Choice()
	named := choice.Must && len(choice.Only) > 0
	return t, slices.ContainsFunc(r.Request.Offered(), func(f request.Tool) bool {
		return f.Deferred() && (named || r.kit.Asked.Calls(f.Name))
	})
}

// forcedTool returns the tool that a model uses because it must use one: the first that the message
// names, else the first. ok is false for a function, which the model calls at the end.
func (r *run) forcedTool() (t request.Tool, ok bool) {
	var known []request.Tool
	for _, t := range r.Request.Offered() {
		if r.kit.Knows(t) && !r.kit.Exhausted(t) && r.kit.BlockReason(t) == "" || t.Callable() && !t.Deferred() {
			known = append(known, t)
		}
	}
	if len(known) == 0 {
		return t, false
	}
	t = r.kit.Asked.Best(known)
	return t, !t.Callable()
}

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
	answer, others := output.Work(r.items)
	in := r.Request.Tokens()
	answerCost := (float64(in)*r.Model.Prompt + float64(answer.Output)*r.Model.Completion) / 1e6
	return in + answer.Output + others.Input + others.Output, answerCost + others.Cost
}

// ToolStage returns the pipeline stage for the server tools that were used (wire-notes §6). ok is
// false if the gateway ran none.
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
	return route.Stage{
		Type: "server_tools", Name: "server-tools", Summary: output.Plural(steps, "step") + " with server tools",
		Data: map[string]any{"mode": "native", "tools": tools, "steps": steps},
	}, steps > 0
}
