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

// approval is how far the approval of an MCP server's call has come.
type approval int

const (
	unasked approval = iota
	pending          // asked for, and not answered
	granted
	refused
)

// approval looks for the newest request to approve a call of this server in the
// turn that is going on, and for its answer. reason is what the answer says
// beside.
func (k *Kit) approval(t request.Tool) (state approval, reason string) {
	asked := ""
	for _, it := range k.Request.SincePrompt() {
		switch {
		case it.Type == "mcp_approval_request" && it.Namespace == t.Label():
			asked, state, reason = it.ID, pending, ""
		case it.Type == "mcp_approval_response" && state != unasked && it.CallID == asked:
			state, reason = refused, it.Text
			if it.Approved {
				state = granted
			}
		}
	}
	return state, reason
}

// Approved reports whether the caller has allowed the call of an MCP server that
// it was asked about.
func (k *Kit) Approved(t request.Tool) bool {
	state, _ := k.approval(t)
	return t.Type == "mcp" && state == granted
}

// Held is why an MCP server may not be called in this turn; empty when it may be,
// or may be asked for.
func (k *Kit) Held(t request.Tool) string {
	if t.Type != "mcp" {
		return ""
	}
	switch state, reason := k.approval(t); {
	case state == pending:
		return fmt.Sprintf("The MCP server `%s` was not called: its mcp_approval_request has no mcp_approval_response in the input.", t.Label())
	case state == refused && reason != "":
		return fmt.Sprintf("The MCP server `%s` was not called: the approval was refused (%s).", t.Label(), shorten(reason))
	case state == refused:
		return fmt.Sprintf("The MCP server `%s` was not called: the approval was refused.", t.Label())
	}
	return ""
}

// onServer is the tool of the MCP server that a model calls: the first that is
// allowed, by allowed_tools as a list or as an object with tool_names.
func onServer(t request.Tool) string {
	allowed := t.Texts("allowed_tools")
	if v, ok := t.Member("allowed_tools"); ok && v.IsObject() {
		allowed = nil
		for _, name := range v.Get("tool_names").Array() {
			allowed = append(allowed, name.String())
		}
	}
	if len(allowed) > 0 {
		return allowed[0]
	}
	return "simulated_tool"
}

// needsApproval reads require_approval: always, never, or an object that names
// the tools of which one or the other is true. Of a tool in neither list the
// lists say the opposite of themselves. Where nothing was sent, no approval is
// needed.
func needsApproval(t request.Tool) bool {
	v, ok := t.Member("require_approval")
	if !ok || !v.IsObject() {
		return v.Str == "always"
	}
	lists := func(names gjson.Result) bool {
		return slices.ContainsFunc(names.Array(), func(n gjson.Result) bool { return n.Str == onServer(t) })
	}
	switch {
	case lists(v.Get("always.tool_names")), lists(v.Get("tool_names")):
		return true
	case lists(v.Get("never.tool_names")):
		return false
	}
	return v.Get("never").Exists()
}

// mcpCall is a call of a tool on an MCP server. The server is not called: the
// gateway uses no network. The item has the name that it has among server tools
// (wire-notes §4). A call that needs approval asks the caller for it first.
func mcpCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	label, name := t.Label(), onServer(t)
	if needsApproval(t) && !k.Approved(t) {
		arguments := "{" + string(members{}.text("query", query(k.Prompt))[1:]) + "}"
		m := members{}.text("server_label", label).text("name", name).text("arguments", arguments)
		return waiting(output.ToolCall{
			Type: "mcp_approval_request", ID: response.NewID("mcpr"), Stateless: true,
			Members: func(b []byte, _ string, _ bool) []byte { return append(b, m...) },
		})
	}
	m := members{}.text("serverLabel", label).text("toolName", name)
	it := item(k.Word+":mcp", "mcp", m, nil, output.Events{})
	said := Simulated + " The server " + label + " was not called."
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Name: label, Arguments: name, Output: said}}
}
