// Package fault holds the models named fault/…: each answers every request with one particular
// fault, to test how a client reacts.
package fault

import (
	"errors"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// Text is the text of every fault model that streams: 20 tokens, sent completely by fault/slow. A
// partial text is its first half.
const Text = "This text is sent by every fault model of the local gateway so that each fault is easy to see."

// half is the number of deltas before a fault in the middle.
const half = 10

// Model is one fault model.
type Model struct {
	Slug   string
	About  string        // the fault, in a sentence
	Status int           // of the answer; 0: 200
	Page   string        // a web page instead of an error body
	Pace   time.Duration // between two deltas, if that is the fault; 0: the gateway's
	// Reranks reports whether POST /rerank supports the fault: a status that the document gives it,
	// or a fault that applies to any body.
	Reranks bool
	play    func(*Run) error // streams the answer with the fault
	plain   func(*Run) error // answers in one document with the fault; nil for one that only a stream can have
}

// Run is one request to a fault model.
type Run struct {
	Writer   *output.Writer
	Response response.Response // the answer without the fault
	To       Recipient
	document []byte // the part of the JSON document before the fault, if not by Response
	seq      output.Sequence
}

// Models returns all fault models, in the order of the catalogue.
func Models() []Model { return append(statusModels(), streamModels()...) }

// Find returns the fault model with this slug.
func Find(slug string) (Model, bool) {
	for _, m := range Models() {
		if m.Slug == slug {
			return m, true
		}
	}
	return Model{}, false
}

// Catalogue returns the fault models as entries of the catalogue.
func Catalogue() []catalogue.Model {
	var entries []catalogue.Model
	for _, m := range Models() {
		local := catalogue.Local()
		if m.Slug != "fault/guardrail" { // a guardrail blocks the request itself, so no other model can serve it
			local.Status = m.Status // a request with other models falls back to them
		}
		entries = append(entries, catalogue.Model{
			Slug: m.Slug, Name: "Fault " + m.Slug[len("fault/"):], Description: "Fault. " + m.About,
			Context: 128_000, Fault: true, Providers: []catalogue.Provider{local},
		})
	}
	return entries
}

// Answer returns the items of a fault model that streams.
func (m Model) Answer() []output.Placed {
	items := output.All(output.Message{ID: response.NewID("msg"), Text: Text})
	if m.Slug == "fault/unknown-event" {
		items = append(output.All(hologram{id: response.NewID("holo")}), items...)
	}
	return items
}

// PartialAnswer returns the items before the fault ends the answer.
func (m Model) PartialAnswer() []output.Placed {
	items, _ := output.Cut(m.Answer(), half)
	return items
}

// Stream answers with the fault as an event stream. The error is the end of the context or of the
// connection.
func (m Model) Stream(r *Run) error {
	if err := r.Writer.Open(); err != nil {
		return err
	}
	return m.play(r)
}

// Breaks reports whether a part of the answer is missing. Only a stream can have the other faults.
func (m Model) Breaks() bool { return m.plain != nil }

// Plain answers with the fault of a model that breaks, in one JSON document.
func (m Model) Plain(r *Run) error { return m.plain(r) }

// sendWith sends the complete stream and calls after for each frame that was sent. An error of
// after ends the stream.
func (r *Run) sendWith(after func(f output.Frame) error) error {
	for f := range r.Response.Frames(&r.seq) {
		if err := r.Writer.Send(f); err != nil {
			return err
		}
		if err := after(f); err != nil {
			return err
		}
	}
	return r.sendDone()
}

// errHalf ends sendHalf.
var errHalf = errors.New("half of the deltas are sent")

// sendHalf sends the stream up to the middle frame.
func (r *Run) sendHalf() error {
	err := r.sendWith(func(output.Frame) error {
		if r.Writer.Deltas() == half {
			return errHalf
		}
		return nil
	})
	if errors.Is(err, errHalf) {
		return nil
	}
	return err
}

// atHalf sends the complete stream, and calls do once after the middle frame.
func (r *Run) atHalf(do func() error) error {
	done := false
	return r.sendWith(func(output.Frame) error {
		if done || r.Writer.Deltas() != half {
			return nil
		}
		done = true
		return do()
	})
}
