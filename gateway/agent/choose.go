package agent

import (
	"fmt"
	"slices"
	"strconv"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/tool"
)

// maxTimes is how often a model uses one tool at most, however often the prompt
// asks for it: where stop_server_tools_when takes the place of max_tool_calls,
// nothing else would bound an answer.
const maxTimes = 100

var times = output.Lazy(`(?i)\b(\d{1,18})\s+times\b`)

// timesAsked is how often a prompt wants each tool to be used: "search the web
// 3 times".
func timesAsked(prompt string) int {
	found := times().FindStringSubmatch(prompt[:min(len(prompt), 4000)])
	if found == nil {
		return 1
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return 1
	}
	return max(1, min(n, maxTimes))
}

// next is the tool that the model uses now. ok is false when it has what it
// needs or may not go on.
func (r *run) next() (t request.Tool, ok bool) {
	if r.Final || r.waits {
		return t, false
	}
	if t, ok = r.wanted(); ok && r.limit.over(r.steps) {
		r.Notes = append(r.Notes, fmt.Sprintf("Server tools stopped: the limit of `max_tool_calls`, %d, was reached.", r.steps))
		return t, false
	}
	return t, ok
}

// wanted returns the tool that the model would use, one at a time: tool search if
// a function is hidden that is asked for; those that the message asks for, in the
// order of tools; or one because tool_choice demands it.
func (r *run) wanted() (request.Tool, bool) {
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
		_, known := tool.Of(t, r.Word)
		if known && (r.kit.Asked.Uses(t, r.Word) || r.kit.Approved(t)) && r.again(t) {
			return t, true
		}
	}
	if choice.Must && r.steps == 0 {
		return r.forced()
	}
	return request.Tool{}, false
}

// instance tells tools of one type apart that have names of their own in their
// parameters, such as several advisors.
func instance(t request.Tool) string {
	name, _ := t.Member("parameters.name")
	return t.Label() + "\x00" + name.Str
}

// again reports whether a tool may be used once more.
func (r *run) again(t request.Tool) bool {
	return r.used[instance(t)] < r.times && !r.earlier(t) && !r.kit.Exhausted(t) && r.kit.Held(t) == ""
}

// earlier reports whether the tool was used in this turn by an answer that came
// back with the conversation: its item is there, or the caller's output to it.
func (r *run) earlier(t request.Tool) bool {
	for _, it := range r.Request.SincePrompt() {
		made := it.Type == t.Type || it.Type == r.itemOf(t.Type) || t.Type == "mcp" && it.Type == r.Word+":mcp"
		if made && tool.Made(t, it) || it.Answers() == r.itemOf(t.Type) {
			return true
		}
	}
	return false
}

// itemOf is the type of a tool's item, where it is not the tool's own.
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

// answered reports whether a call has been made in this turn.
func (r *run) answered() bool {
	for _, it := range r.Request.SincePrompt() {
		if it.IsCall() || it.Type == "mcp_approval_request" {
			return true
		}
	}
	return false
}

// search returns tool search if it has not been used yet and a function is hidden
// that the message asks for or tool_choice names.
func (r *run) search() (request.Tool, bool) {
	t, offered := r.Request.OfType(r.Word + ":tool_search")
	if !offered || r.used[instance(t)] > 0 || r.earlier(t) || r.answered() {
		return t, false
	}
	choice := r.Request.Choice()
	named := choice.Must && len(choice.Only) > 0
	return t, slices.ContainsFunc(r.Request.Offered(), func(f request.Tool) bool {
		return f.Deferred() && (named || r.kit.Asked.Calls(f.Name))
	})
}

// forced returns the tool that a model uses because it has to use one: the first
// that the message names, else the first. ok is false if that is a function, which
// the model calls at the end.
func (r *run) forced() (t request.Tool, ok bool) {
	var known []request.Tool
	for _, t := range r.Request.Offered() {
		_, kind := tool.Of(t, r.Word)
		if kind && !r.kit.Exhausted(t) && r.kit.Held(t) == "" || t.Callable() && !t.Deferred() {
			known = append(known, t)
		}
	}
	if len(known) == 0 {
		return t, false
	}
	t = r.kit.Asked.Best(known)
	return t, !t.Callable()
}
