package router

import (
	"fmt"
	"slices"
	"strconv"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/tool"
)

// maxTimes is the maximum number of uses of one tool, whatever the prompt says: where
// stop_server_tools_when replaces max_tool_calls, nothing else would limit an answer.
const maxTimes = 100

var times = output.Lazy(`(?i)\b(\d{1,18})\s+times\b`)

// requestedUses returns how often a prompt wants each tool to be used: "search the web 3 times".
// The default is once.
func requestedUses(prompt string) int {
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
		_, known := tool.Of(t, r.Word)
		if known && (r.kit.Asked.Uses(t, r.Word) || r.kit.Approved(t)) && r.mayRepeat(t) {
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
	name, _ := t.Member("parameters.name")
	return t.Label() + "\x00" + name.Str
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
	for _, it := range r.Request.SincePrompt() {
		if it.IsCall() || it.Type == "mcp_approval_request" {
			return true
		}
	}
	return false
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
		_, kind := tool.Of(t, r.Word)
		if kind && !r.kit.Exhausted(t) && r.kit.BlockReason(t) == "" || t.Callable() && !t.Deferred() {
			known = append(known, t)
		}
	}
	if len(known) == 0 {
		return t, false
	}
	t = r.kit.Asked.Best(known)
	return t, !t.Callable()
}
