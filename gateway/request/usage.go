package request

import "gatehouse/gateway/token"

// Tokens is the length of what the model reads: the instructions, every text of
// the input, names and arguments of calls, and the tools.
func (r *Request) Tokens() int {
	n := token.Count(r.Instructions())
	for _, it := range r.Input {
		n += token.Count(it.Text) + token.Count(it.Name)
	}
	for _, t := range r.every() {
		n += token.Count(t.Type) + token.Count(t.Name) + token.Count(t.Description) + token.Count(t.Parameters)
	}
	return n
}
