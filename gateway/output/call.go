package output

import "gatehouse/gateway/token"

// FunctionCall asks the caller to run a function tool and to send its result
// back as a function_call_output with the same call_id.
type FunctionCall struct {
	ID        string
	CallID    string
	Name      string
	Namespace string // that the function stands in; left out when empty
	Arguments string // a JSON object as text
}

var _ Item = FunctionCall{}

// Tokens is the number of tokens of the arguments.
func (c FunctionCall) Tokens() int { return token.Count(c.Arguments) }

// Cut keeps the first n tokens of the arguments.
func (c FunctionCall) Cut(n int) Item {
	c.Arguments, _ = token.Cut(c.Arguments, n)
	return c
}

// Empty is the call with its name and no arguments yet.
func (c FunctionCall) Empty() Item {
	c.Arguments = ""
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
	dst = appendText(dst, "status", status)
	return append(dst, '}')
}

// Play sends the arguments. The name stands in the last event as well, since
// strict readers want it there (wire-notes §5.1).
func (c FunctionCall) Play(s *Stage) bool {
	head := s.place(c.ID, "")
	return s.deltas("response.function_call_arguments.delta", c.Arguments, head, nil) &&
		s.event("response.function_call_arguments.done", func(b []byte) []byte {
			b = appendText(append(b, head...), "name", c.Name)
			return appendText(b, "arguments", c.Arguments)
		})
}
