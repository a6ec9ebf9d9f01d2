package tooluse

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
)

// mcp reads a call of a tool on an MCP server, or the request to approve one: the server,
// the tool, its arguments and its result.
func mcp(u *Use, i *item) {
	u.Name = joined(i.word("server_label", "serverLabel"), i.word("name", "toolName", "tool_name"))
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
	output := contentText(i.get("output", "result"))
	if content := scan.Get(i.get("output", "result"), "content"); scan.KindOf(content) == scan.Array {
		output = contentText(content) // as the MCP server gave it
	}
	if output.rope.Len() > 0 {
		apart := len(u.Blocks) > 0
		u.say(Label, "returned").Apart = apart
		u.value(Output, output)
		u.OutputLine = firstLine(output.rope)
	}
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
