package tool

import (
	"context"
	"fmt"
	"slices"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/sim"

	"github.com/tidwall/gjson"
)

// approval is the state of the approval of an MCP server's calls.
type approval int

const (
	unasked approval = iota
	pending          // requested and not answered
	granted
	refused
)

// approval returns the state of the newest approval request for this server in the current turn,
// and the response to it. A client may send an item_reference instead of the request; then a
// response to no request of the input counts.
func (k *Kit) approval(t request.Tool) (state approval, answer request.Item) {
	asked, requests := "", map[string]bool{}
	for _, it := range k.Request.Input {
		if it.Type == "mcp_approval_request" {
			requests[it.ID] = true
		}
	}
	for _, it := range k.Request.SincePrompt() {
		switch {
		case it.Type == "mcp_approval_request" && it.Namespace == t.Label():
			asked, state, answer = it.ID, pending, request.Item{}
		case it.Type != "mcp_approval_response":
		case state != unasked && it.CallID == asked, state == unasked && !requests[it.CallID]:
			state, answer = refused, it
			if it.Approved {
				state = granted
			}
		}
	}
	return state, answer
}

// isApproved reports whether the caller has approved a call of this MCP server.
func (k *Kit) isApproved(t request.Tool) bool {
	state, _ := k.approval(t)
	return t.Type == "mcp" && state == granted
}

// BlockReason returns why an MCP server may not be called in this turn; "" if it may be called or
// approval may be requested.
func (k *Kit) BlockReason(t request.Tool) string {
	if t.Type != "mcp" {
		return ""
	}
	why := "approval was denied"
	switch state, answer := k.approval(t); {
	case state == pending:
		why = "input has no mcp_approval_response to its mcp_approval_request"
	case state != refused:
		return ""
	case answer.Text != "":
		why += " (" + output.Shorten(answer.Text, maxPointLength) + ")"
	}
	return fmt.Sprintf("The MCP server `%s` was not called: %s.", t.Label(), why)
}

// allowedTools returns the tools of an MCP server that may be called: allowed_tools as a list, or
// as an object with tool_names.
func allowedTools(t request.Tool) []string {
	if v, _ := t.Member("allowed_tools"); v.IsObject() {
		return t.Texts("allowed_tools.tool_names")
	}
	return t.Texts("allowed_tools")
}

// serverTool returns the tool of an MCP server that a model calls: the allowed one that the message
// asks for, else the first.
func serverTool(t request.Tool, asked sim.Asked) string {
	var tools []request.Tool
	for _, name := range allowedTools(t) {
		tools = append(tools, request.Tool{Name: name})
	}
	if len(tools) == 0 {
		return "simulated_tool"
	}
	return asked.Best(tools).Name
}

// needsApproval reads require_approval: always, never, or an object with lists of tools for one or
// both. A tool in no list needs approval if there is a list "never". The default is no approval.
func needsApproval(t request.Tool, name string) bool {
	v, _ := t.Member("require_approval")
	if !v.IsObject() {
		return v.Str == "always"
	}
	lists := func(names gjson.Result) bool {
		return slices.ContainsFunc(names.Array(), func(n gjson.Result) bool { return n.Str == name })
	}
	switch {
	case lists(v.Get("always.tool_names")), lists(v.Get("tool_names")):
		return true
	case lists(v.Get("never.tool_names")):
		return false
	}
	return v.Get("never").Exists()
}

// mcpCall makes a call on an MCP server, without calling the server: the gateway uses no network. A
// call that needs approval first asks the caller for it.
func mcpCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	label, name := t.Label(), serverTool(t, k.Asked)
	arguments := string(output.JSON("{").Text("query", query(k.Prompt)).End())
	state, answer := k.approval(t)
	if needsApproval(t, name) && state != granted {
		m := output.JSON{}.Text("server_label", label).Text("name", name).Text("arguments", arguments)
		return waiting(output.ToolCall{
			Type: "mcp_approval_request", ID: response.NewID("mcpr"), Stateless: true,
			Members: func(b output.JSON, _ string, _ bool) output.JSON { return append(b, m...) },
		})
	}
	result := Simulated + " The server " + label + " was not called."
	it := output.ToolCall{Type: "mcp_call", ID: response.NewID("mcp"), Text: arguments}
	it.Events = output.Events{
		Name: "response.mcp_call", Before: []string{"in_progress"}, After: []string{"completed"},
		Text: "response.mcp_call_arguments", Member: "arguments",
	}
	it.Members = func(b output.JSON, text string, done bool) output.JSON {
		b = b.Text("server_label", label).Text("name", name).Text("arguments", text)
		if state == granted {
			b = b.Text("approval_request_id", answer.CallID)
		} else {
			b = b.Raw("approval_request_id", "null")
		}
		if done {
			return b.Text("output", result).Raw("error", "null")
		}
		return b.Raw("output", "null").Raw("error", "null")
	}
	out := done(it, name, result)
	out.Finding.Name = label
	return out
}
