package output

// FunctionCall asks the caller to run a function tool and to send its result
// back as a function_call_output with the same call_id.
type FunctionCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // that the function stands in; left out when empty
	Arguments string // a JSON object as text
	Subagent  string // the call_id of the subagent that calls; left out when empty
	// Transcript is a JSON array of what the subagent did until then; it stands in
	// the first of its calls.
	Transcript string
	Spent      Spent // what the subagent needed
}

var (
	_ Item    = FunctionCall{}
	_ Spender = FunctionCall{}
)

// Spending is what the subagent needed that calls.
func (c FunctionCall) Spending() Spent { return c.Spent }

// Tokens is the number of tokens of the arguments, unless it is a subagent that
// writes them.
func (c FunctionCall) Tokens() int {
	if c.Subagent != "" {
		return 0
	}
	return CountTokens(c.Arguments)
}

// Cut keeps the first n tokens of the arguments.
func (c FunctionCall) Cut(n int) Item {
	if c.Subagent == "" {
		c.Arguments, _ = CutTokens(c.Arguments, n)
	}
	return c
}

// Empty is the call with its name and no arguments yet.
func (c FunctionCall) Empty() Item {
	c.Arguments, c.Transcript = "", ""
	return c
}

// AppendJSON appends the call (wire-notes §4).
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

// Play sends the arguments. The name stands in the last event as well, since
// strict readers want it there (wire-notes §5.1).
func (c FunctionCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	send := s.deltas
	if c.Subagent != "" {
		send = s.asides
	}
	return send("response.function_call_arguments.delta", c.Arguments, head, nil) &&
		s.event("response.function_call_arguments.done", func(b []byte) []byte {
			b = appendText(append(b, head...), "name", c.Name)
			return appendText(b, "arguments", c.Arguments)
		})
}
