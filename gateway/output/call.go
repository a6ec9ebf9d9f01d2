package output

// FunctionCall asks the caller to run a function tool, or a custom tool, and to send its result back as a
// function_call_output or a custom_tool_call_output with the same call_id.
type FunctionCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // left out when empty
	Custom    bool   // of a custom tool
	Arguments string // a JSON object as text; the input of a custom tool, which is free text
	Subagent  string // the call_id of the subagent that calls; left out when empty
	// Transcript is a JSON array of what the subagent did so far; only its first call has one.
	Transcript string
	Spent      Spent // by the subagent
}

var _ Spender = FunctionCall{}

// Spending returns what the calling subagent used.
func (c FunctionCall) Spending() Spent { return c.Spent }

// Tokens returns the length of the arguments; 0 if a subagent wrote them.
func (c FunctionCall) Tokens() int {
	if c.Subagent != "" {
		return 0
	}
	return CountTokens(c.Arguments)
}

func (c FunctionCall) Cut(n int) Item {
	if c.Subagent == "" {
		c.Arguments, _ = CutTokens(c.Arguments, n)
	}
	return c
}

func (c FunctionCall) Empty() Item {
	c.Arguments, c.Transcript = "", ""
	return c
}

// AppendJSON appends the call. wire-notes §4 lists no status for that of a custom tool, but the AI SDK
// rejects a streamed call without one.
func (c FunctionCall) AppendJSON(dst JSON, status string) JSON {
	typ, member := "function_call", "arguments"
	if c.Custom {
		typ, member = "custom_tool_call", "input"
	}
	dst = open(dst, typ).Text("id", c.ID).Text("call_id", c.CallID).Text("name", c.Name).
		Optional("namespace", c.Namespace).Text(member, c.Arguments).Optional("subagent_id", c.Subagent)
	if c.Transcript != "" {
		dst = dst.Raw("subagent_items", c.Transcript)
	}
	return dst.Text("status", status).End()
}

// Play sends the arguments. The last event of a function's call repeats the name, which strict readers
// require (wire-notes §5.1).
func (c FunctionCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	send := s.deltas
	if c.Subagent != "" {
		send = s.foreignDeltas
	}
	typ, last := "response.function_call_arguments", head.Text("name", c.Name).Text("arguments", c.Arguments)
	if c.Custom {
		typ, last = "response.custom_tool_call_input", head.Text("input", c.Arguments)
	}
	return send(typ+".delta", c.Arguments, head, nil) && s.event(typ+".done", last)
}
