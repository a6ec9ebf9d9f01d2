package output

// CustomCall asks the caller to run a custom tool, whose input is free text. The
// result comes back as a custom_tool_call_output with the same call_id.
type CustomCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // that the tool stands in; left out when empty
	Input     string
}

var _ Item = CustomCall{}

// Tokens is the number of tokens of the input.
func (c CustomCall) Tokens() int { return CountTokens(c.Input) }

// Cut keeps the first n tokens of the input.
func (c CustomCall) Cut(n int) Item {
	c.Input, _ = CutTokens(c.Input, n)
	return c
}

// Empty is the call with its name and no input yet.
func (c CustomCall) Empty() Item {
	c.Input = ""
	return c
}

// AppendJSON appends the call. A status is not among its members in wire-notes §4,
// but the AI SDK takes no call without one from a stream.
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

// Play sends the input.
func (c CustomCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	return s.deltas("response.custom_tool_call_input.delta", c.Input, head, nil) &&
		s.event("response.custom_tool_call_input.done", func(b []byte) []byte {
			return appendText(append(b, head...), "input", c.Input)
		})
}
