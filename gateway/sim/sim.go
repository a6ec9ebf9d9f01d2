// Package sim is the models of the local gateway: small programs that answer the
// same request in the same way every time, and say that they are simulated. What
// they say is about the request itself, since that is the one thing that they
// know for certain.
package sim

import (
	"hash/fnv"
	"strings"
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
	Findings []Finding         // what tools have found so far in this turn
	Reveals  []string          // names of deferred functions that tool search has found
	Final    bool              // no tool may be called any more
	Keys     bool              // the playground shows the answer: it may tell of its keys
	Notes    []string          // what else the answer has to say, in sentences
	Brief    bool              // the answer is for another model: no size that a prompt asks for counts
}

// Finding is what a tool that the gateway ran has found.
type Finding struct {
	Name      string // of the tool
	Arguments string // what it was asked
	Output    string
	Sources   []Source // pages that an answer cites
}

// Source is a page.
type Source struct{ URL, Title, Excerpt string }

// Models answers for all models. It is safe for use by several goroutines.
type Models struct{ templates func() *template.Template }

// New makes the models. Their texts are read when the first answer needs them.
func New() *Models { return &Models{sync.OnceValue(parse)} }

// Think is the reasoning that an answer begins with; none when the model does
// not reason.
func (m *Models) Think(p Prompt) []output.Item {
	t := m.turn(p)
	if thought, ok := t.thought(); ok {
		return []output.Item{thought}
	}
	return nil
}

// Calls is the function tools that the model calls now; none when it answers.
func (m *Models) Calls(p Prompt) []output.Item { return m.turn(p).calls() }

// Act is what comes after the reasoning: calls of function tools or a message.
func (m *Models) Act(p Prompt) []output.Item {
	t := m.turn(p)
	if calls := t.calls(); len(calls) > 0 {
		return calls
	}
	text, refused := t.message()
	message := output.Message{
		ID: response.NewID("msg"), Text: text, Refusal: refused,
		Citations: t.citations(text), Alternatives: p.Request.TopLogprobs(),
	}
	exact := t.structured() || t.Subject == aboutSize || t.Subject == aboutEcho || refused
	if notes := t.notes(); len(notes) > 0 && exact {
		// The text has to be what it is, to the letter, so a thought says it.
		aside := output.Reasoning{ID: response.NewID("rs"), Text: strings.Join(notes, " ")}
		return []output.Item{aside, message}
	}
	return []output.Item{message}
}

func (m *Models) turn(p Prompt) *turn {
	t := newTurn(p)
	t.templates = m.templates
	return t
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
