// Package sim is the models of the local gateway: small programs that answer the
// same request in the same way every time, and say that they are simulated. What
// they say is about the request itself, since that is the one thing that they
// know for certain.
package sim

import (
	"hash/fnv"
	"sync"
	"text/template"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// Prompt is what a model is given.
type Prompt struct {
	Request  *request.Request
	Model    catalogue.Model
	Models   []catalogue.Model // the whole catalogue
	Word     string            // the service's word
	Metadata bool              // routing metadata was asked for
}

// Models answers for all models. It is safe for use by several goroutines.
type Models struct{ templates func() *template.Template }

// New makes the models. Their texts are read when the first answer needs them.
func New() *Models { return &Models{sync.OnceValue(parse)} }

// Answer is the model's output: its reasoning, where it reasons, and then either
// calls of function tools or a message.
func (m *Models) Answer(p Prompt) []output.Placed {
	t := newTurn(p)
	t.templates = m.templates
	var items []output.Item
	if thought, ok := t.thought(); ok {
		items = append(items, thought)
	}
	if calls := t.calls(); len(calls) > 0 {
		return output.All(append(items, calls...)...)
	}
	text, refused := t.message()
	return output.All(append(items, output.Message{
		ID: response.NewID("msg"), Text: text, Refusal: refused, Alternatives: p.Request.TopLogprobs(),
	})...)
}

// seed is a number that is the same for the same model, prompt and turn.
func seed(p Prompt) uint64 {
	h := fnv.New64a()
	for _, s := range append([]string{p.Model.Slug}, p.Request.Prompts()...) {
		_, _ = h.Write([]byte(s)) // a hash takes everything
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}
