// Package mcp reads the Model Context Protocol over streamable HTTP
// (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports): which tool was
// called with what, and what it returned. All else stays bytes.
package mcp

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
)

const title dialect.Dialect = "MCP"

// callMethod is the method that calls a tool.
const callMethod = "tools/call"

// API is a POST of a JSON-RPC message to a server of tools.
func API() dialect.API {
	return dialect.API{
		Name: "mcp", Dialect: title, Answer: "JSON-RPC response",
		Endpoint: endpoint, Operation: "the MCP request", Last: "response",
		Model: func(wire.Sent) string { return "" }, CallsTool: true,
		Request: request, Reader: newAnswer,
		Assembler: func() assembly.Builder { return &builder{assembly.NewAnswer("")} },
	}
}

// endpoint takes JSON-RPC that says by a header or by its method that it is MCP: others speak
// JSON-RPC too, and the address may be any.
func endpoint(sent wire.Sent) string {
	if sent.Method != http.MethodPost || scan.Text(scan.Get(sent.Body, "jsonrpc")) != "2.0" {
		return ""
	}
	family, _, named := strings.Cut(scan.Text(scan.Get(sent.Body, "method")), "/")
	switch family {
	case "initialize", "tools", "resources", "prompts", "notifications", "completion", "logging", "sampling", "roots", "elicitation", "tasks":
		named = named || family == "initialize"
	default:
		named = false
	}
	if !named && sent.Header.Get("Mcp-Protocol-Version") == "" && sent.Header.Get("Mcp-Session-Id") == "" {
		return ""
	}
	u, err := url.Parse(sent.URL)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return "mcp"
	}
	return path.Base(u.Path)
}

// request reads what is asked for: the method, and whose.
func request(r *dialect.Reader, top *dialect.Object) bool {
	if top.Peek("jsonrpc").Text() != "2.0" {
		return false
	}
	r.Body.Dialect = title
	params := top.Open("params")
	method, name, arguments := top.Take("method"), params.First("name", "uri"), params.First("arguments", "argument")
	parts := []dialect.Part{r.StringPart(dialect.Text, method), r.StringPart(dialect.Text, name)}
	switch {
	case method.Text() == callMethod:
		parts = append(parts, r.Called(params.Value, dialect.Value{}, name, arguments))
	case arguments.There():
		parts = append(parts, r.JSONPart(dialect.Text, "", arguments))
	}
	r.Add(dialect.User, parts...)
	return true
}

// answer reads the answer to one message: the response, and in a stream what the server says
// before it.
type answer struct {
	answers.Items
	id, name, arguments json.RawMessage // of the request; name and arguments of a tool's call
	item                int             // the call's; wire.None before it began
	done                bool
}

func newAnswer(request []byte) answers.Reader {
	a := &answer{id: scan.Get(request, "id"), item: wire.None}
	method := scan.Text(scan.Get(request, "method"))
	if method == callMethod {
		a.name, a.arguments = scan.At(request, "params", "name"), scan.At(request, "params", "arguments")
	}
	a.done = len(request) > 0 && (scan.IsNull(a.id) || method == "") // nothing answers a notification or a response
	return a
}

func (a *answer) Clone() answers.Reader {
	d := *a
	d.Items = a.Items.Clone()
	return &d
}

func (*answer) Member() string { return "" }

func (a *answer) Ending() answers.Ending { return answers.Ending{Known: a.done, Status: "completed"} }

func (a *answer) Frame(e *wire.Event, _ string) answers.Read {
	a.Steps = a.Steps[:0]
	a.begin()
	r := answers.Read{Name: scan.Text(scan.Get(e.Data, "method"))}
	switch result := scan.Get(e.Data, "result"); {
	case r.Name != "":
	case result != nil && (a.id == nil || scan.Same(scan.Get(e.Data, "id"), a.id)):
		r.Name, r.Last = "result", true
		a.returns(e.Data)
	case result != nil:
		r.Name = "result of another request"
	default:
		r.Name, r.Unknown = "no JSON-RPC", "data without method, result and error"
	}
	r.Steps = a.Steps
	return r
}

func (a *answer) Document(body []byte) (answers.Read, bool) {
	if scan.Get(body, "result") == nil {
		return answers.Read{}, false
	}
	a.Steps = a.Steps[:0]
	a.begin()
	a.returns(body)
	return answers.Read{Steps: a.Steps}, true
}

// begin begins the call that was asked for.
func (a *answer) begin() {
	if a.item != wire.None || len(a.name) == 0 {
		return
	}
	a.item = a.Open("mcp_call", nil, "name", a.name)
	if a.arguments != nil {
		a.Full(answers.MCPArguments, a.item, wire.None, a.arguments)
	}
}

// returns says that the call returned: the response is what is known of its item.
func (a *answer) returns(response json.RawMessage) {
	if a.done = true; a.item != wire.None {
		a.Announce(a.item, "mcp_call", response, nil)
		a.End(a.item)
	}
}

// builder puts the response of a stream together.
type builder struct{ assembly.Answer }

func (b *builder) Clone() assembly.Builder { return &builder{b.Answer.Clone()} }

func (b *builder) Frame(data json.RawMessage, _ string) {
	if scan.Get(data, "result") != nil && scan.Get(data, "method") == nil {
		b.Merge(data, assembly.LastWins, 1)
	}
}
