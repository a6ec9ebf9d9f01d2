package talk

import (
	"bytes"
	"encoding/json"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Turn is one step of a conversation: the items that the user added, and the exchange that
// answered them. Sending again, or editing the text, adds a sibling: a turn is never
// overwritten.
type Turn struct {
	ID       int // 1, 2, 3 … in order of creation, unique in the conversation
	Parent   *Turn
	Children []*Turn
	Input    []json.RawMessage // the items this turn added to `input`
	Exchange *state.Exchange   // what was sent and received, or what a file records of it; nil for a loaded turn
	Capture  *wire.Capture     // nil until the reader has started and for a loaded turn, except an answer that was saved as received
	Output   []json.RawMessage // of a loaded turn, or of an answer saved as a document: its items, returned verbatim

	rawInput   json.RawMessage // of a first turn: the `input` that it was read from when that is not a list
	madeByEdit bool            // an edit of the document made it
	inDocument bool            // its items were in the document before they were sent
	notLoaded  string          // ID of an exchange that was sent, and that the archive did not give back
	detached   bool            // an edit replaced it; only the history refers to it
	recorded   bool            // its exchange was read from a file, and need not be in the archive

	items  []*state.Item // of a loaded turn, folded on first use
	model  string        // of a loaded answer: the model that gave it
	cached requestItems  // of the request, as it was last written

	translated []byte // of a request of another API: as one for /responses, once it was asked for
}

// awaitsAnswer reports whether the turn's items are still to be answered: they were not
// sent, or they stay in the document because no answer arrived.
func (t *Turn) awaitsAnswer() bool {
	if t.Exchange == nil {
		return len(t.Output) == 0
	}
	return t.inDocument && t.noAnswerReason() != ""
}

// InDocument reports whether the turn's items were in the document before they were sent.
func (t *Turn) InDocument() bool { return t.inDocument }

// Recorded reports whether the turn's exchange was read from a file.
func (t *Turn) Recorded() bool { return t.recorded }

// SentExchange returns the exchange whose request was sent from here; nil for a loaded
// turn and for an answer that was opened without its request.
func (t *Turn) SentExchange() *state.Exchange {
	if t.Exchange == nil || !t.Exchange.Known.Request {
		return nil
	}
	return t.Exchange
}

// CanResend reports whether the turn's request can be sent again as it is: it is known, and
// of the API that requests are sent to from here.
func (t *Turn) CanResend() bool {
	x := t.SentExchange()
	return x != nil && !x.Kind().IsForeign()
}

// answerExchange returns the exchange with the answer's items; nil where they are in
// Output.
func (t *Turn) answerExchange() *state.Exchange {
	if t.Output != nil {
		return nil
	}
	return t.Exchange
}

// Answered reports whether the turn was sent, or loaded with items that are part of the
// next request.
func (t *Turn) Answered() bool {
	return t.SentExchange() != nil || len(t.Output) > 0 || t.answerExchange() != nil && hasReturned(t.answerExchange())
}

// Items returns the items of the turn's answer, whether sent or loaded.
func (t *Turn) Items() []*state.Item {
	if x := t.answerExchange(); x != nil {
		return x.Answer() // more of it may have arrived than is returned
	}
	if t.items == nil && len(t.Output) > 0 {
		t.items = state.NewRecorded(state.Record{Items: t.Output}).Items
	}
	return t.items
}

// Model returns the model that answered; empty when unknown.
func (t *Turn) Model() string {
	if x := t.SentExchange(); x != nil {
		return x.Model
	}
	return t.model
}

// Included reports whether the turn is part of the next request, and if not, why. A turn
// whose answer never began is left out together with its message: sent along, it would be
// asked again. Items that were in the document stay there, to be corrected and sent again.
func (t *Turn) Included() (ok bool, reason string) {
	if t.inDocument {
		return true, ""
	}
	reason = t.noAnswerReason()
	return reason == "", reason
}

// noAnswerReason returns why nothing of an answer arrived, "" if something did or still may.
func (t *Turn) noAnswerReason() (reason string) {
	x := t.SentExchange()
	if x == nil || !x.Running() && hasReturned(x) {
		return ""
	}
	switch x.Verdict {
	case state.Failed:
		return "it failed before any output"
	case state.Cancelled:
		return "it was cancelled before any output"
	case state.Truncated:
		return "it was interrupted before any output"
	case state.Unknown:
		return "its answer is not known"
	}
	return ""
}

// requestItems returns the turn's items in the request, none for a turn that is not sent.
// They are cached until the turn or the options change.
func (t *Turn) requestItems(o BodyOptions) *requestItems {
	key := requestItemsKey{written: true, o: o, exchange: t.Exchange}
	running := t.Exchange != nil && t.Exchange.Running()
	if t.Exchange != nil && !running {
		key.version = t.Exchange.Version
	}
	if key.running = running; t.cached.key == key {
		return &t.cached
	}
	t.cached = requestItems{key: key}
	if ok, _ := t.Included(); ok {
		t.cached.items = append(append([]json.RawMessage{}, t.Input...), t.Answer(o)...)
	}
	return &t.cached
}

// requestItems are the items of a turn in the request.
type requestItems struct {
	key      requestItemsKey
	items    []json.RawMessage
	indented []byte // the items as they are written between the brackets of input; nil before the first use
}

// requestItemsKey is what the cached items depend on. Input and Output of a turn never
// change.
type requestItemsKey struct {
	written  bool
	o        BodyOptions
	exchange *state.Exchange
	running  bool
	version  uint64 // of the exchange once it has ended
}

// indent returns the items indented for the body.
func (p *requestItems) indent() ([]byte, error) {
	if p.indented != nil {
		return p.indented, nil
	}
	w := jsonWriter{}
	for i, item := range p.items {
		if i > 0 {
			w.out = append(w.out, ",\n    "...)
		}
		w.value(item, "    ")
	}
	if w.err != nil {
		return nil, w.err
	}
	p.indented = bytes.Clone(w.out) // without the room to grow
	return p.indented, nil
}
