package output

// FunctionCall asks the caller to run a function tool and to send its result back as a
// function_call_output with the same call_id.
type FunctionCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // left out when empty
	Arguments string // a JSON object as text
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

func (c FunctionCall) AppendJSON(dst []byte, status string) []byte {
	dst = append(dst, `{"type":"function_call"`...)
	dst = appendText(dst, "id", c.ID)
	dst = appendText(dst, "call_id", c.CallID)
	dst = appendText(dst, "name", c.Name)
	if c.Namespace != "" {
		dst = appendText(dst, "namespace", c.Namespace)
	}
	dst = appendText(dst, "arguments", c.Arguments)
	if c.Subagent != "" {
		dst = appendText(dst, "subagent_id", c.Subagent)
	}
	if c.Transcript != "" {
		dst = append(append(dst, `,"subagent_items":`...), c.Transcript...)
	}
	dst = appendText(dst, "status", status)
	return append(dst, '}')
}

// Play sends the arguments. The last event repeats the name, which strict readers require
// (wire-notes §5.1).
func (c FunctionCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	send := s.deltas
	if c.Subagent != "" {
		send = s.foreignDeltas
	}
	return send("response.function_call_arguments.delta", c.Arguments, head, nil) &&
		s.event("response.function_call_arguments.done", func(b []byte) []byte {
			b = appendText(append(b, head...), "name", c.Name)
			return appendText(b, "arguments", c.Arguments)
		})
}

// CustomCall asks the caller to run a custom tool, whose input is free text, and to send its result
// back as a custom_tool_call_output with the same call_id.
type CustomCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // left out when empty
	Input     string
}

func (c CustomCall) Tokens() int { return CountTokens(c.Input) }

func (c CustomCall) Cut(n int) Item {
	c.Input, _ = CutTokens(c.Input, n)
	return c
}

func (c CustomCall) Empty() Item {
	c.Input = ""
	return c
}

// AppendJSON appends the call. wire-notes §4 lists no status, but the AI SDK rejects a streamed
// call without one.
func (c CustomCall) AppendJSON(dst []byte, status string) []byte {
	dst = appendType(dst, "custom_tool_call")
	dst = appendText(dst, "id", c.ID)
	dst = appendText(dst, "call_id", c.CallID)
	dst = appendText(dst, "name", c.Name)
	if c.Namespace != "" {
		dst = appendText(dst, "namespace", c.Namespace)
	}
	dst = appendText(dst, "input", c.Input)
	return append(appendText(dst, "status", status), '}')
}

func (c CustomCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	return s.deltas("response.custom_tool_call_input.delta", c.Input, head, nil) &&
		s.event("response.custom_tool_call_input.done", func(b []byte) []byte {
			return appendText(append(b, head...), "input", c.Input)
		})
}
