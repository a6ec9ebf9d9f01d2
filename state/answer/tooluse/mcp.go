package tooluse

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
)

// mcp reads a call of a tool on an MCP server, its result, or the request to approve one: the server,
// the tool, its arguments and its result.
func mcp(u *Use, i *item) {
	u.Name = joined(i.word("server_label", "serverLabel", "server_name"), i.word("name", "toolName", "tool_name"))
	if u.Name == "" && i.from != nil { // of the protocol itself, whose answers do not repeat it
		u.Name = i.from.Name()
	}
	arguments := i.inputOf("arguments", "input")
	u.InputLine = firstLine(arguments.rope)
	if arguments.part == wire.None && !i.from.InputDone() && !i.from.Done {
		u.add(Plain, arguments)
	} else {
		u.value(Plain, arguments)
	}
	output, failed := i.returned()
	switch {
	case failed:
		u.fail(output)
	case output.rope.Len() > 0:
		apart := len(u.Blocks) > 0
		u.say(Label, "returned").Apart = apart
		u.value(Output, output)
		u.OutputLine = firstLine(output.rope)
	}
}

// returned returns what the tool of an MCP server returned, and whether it reports an error
// (https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result: content,
// structuredContent, isError; Anthropic's mcp_tool_result has content and is_error).
func (i *item) returned() (output text, failed bool) {
	result := i.get("output", "result", "content")
	failed = string(scan.Get(result, "isError")) == "true" || i.word("is_error") == "true"
	content := scan.Get(result, "content")
	if structured := scan.Get(result, "structuredContent"); structured != nil && (content == nil || string(content) == "[]") {
		content = structured
	}
	if kind := scan.KindOf(content); kind == scan.Array || kind == scan.Object {
		return contentText(content), failed // as the MCP server gave it
	}
	return contentText(result), failed
}

// joined joins the names of a server and of its tool.
func joined(names ...string) string {
	return strings.Join(strings.Fields(strings.Join(names, " ")), " ")
}

// tools reads a list of tools: their names and descriptions.
func tools(u *Use, i *item) {
	u.Name = i.word("server_label", "serverLabel")
	var lines []string
	for _, tool := range scan.Elements(i.get("tools")) {
		o := members(tool)
		name := wordOf(o.get("name", "type"))
		if about := firstLine(ropeOf(o.get("description"))); about != "" {
			name += "  " + about
		}
		lines = append(lines, name)
	}
	if i.get("tools") != nil {
		u.Result = figures.Counted(len(lines), "tool")
	}
	u.say(Tools, strings.Join(lines, "\n"))
}

// approval reads the answer to a request to approve an MCP call.
func approval(u *Use, i *item) {
	u.Result, u.Sign = "refused", Bad
	if i.word("approve") == "true" {
		u.Result, u.Sign = "approved", Good
	}
	u.add(Plain, i.text(i.get("reason")))
}
