package talk

import (
	"encoding/json"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Turn is one step of a conversation: the items the person added, and the
// exchange that answered them. Sending again, or an edited text, makes a
// sibling: a turn is never overwritten.
type Turn struct {
	ID       int // 1, 2, 3 … in the order of making, unique in the conversation
	Parent   *Turn
	Children []*Turn
	Input    []json.RawMessage // the items this turn added to `input`
	Exchange *state.Exchange   // what was sent and came back, or what a file tells of it; nil for a turn that was loaded
	Capture  *wire.Capture     // nil until the reader has started, or when loaded; of an answer that was saved as it came, that
	Output   []json.RawMessage // of a loaded turn, or of an answer saved as a document: its items, which go back as they stand

	rawInput   json.RawMessage // of an only turn: the `input` that it stands for, when that is no list
	madeByEdit bool            // it was made by an edit of the document
	inDocument bool            // its items stood in the document before they were sent
	detached   bool            // an edit took its place; the history alone knows it

	items  []*state.Item // of a loaded turn, made when first asked for
	model  string        // of a loaded answer: who gave it
	cached requestItems  // of the request, as it was last written
}

// awaitsAnswer reports whether the turn's items are to be answered yet: nobody was
// asked, or they stay in the document after no answer came.
func (t *Turn) awaitsAnswer() bool {
	if t.Exchange == nil {
		return len(t.Output) == 0
	}
	return t.inDocument && t.noAnswerReason() != ""
}

// Stood reports whether the turn's items stood in the document before they were
// sent.
func (t *Turn) Stood() bool { return t.inDocument }

// SentExchange returns the exchange whose request was sent from here; nil for a turn
// that was loaded, and for an answer that was opened without its request.
func (t *Turn) SentExchange() *state.Exchange {
	if t.Exchange == nil || !t.Exchange.Known.Request {
		return nil
	}
	return t.Exchange
}

// answerExchange returns the exchange whose items are the turn's answer; nil where those are
// in Output.
func (t *Turn) answerExchange() *state.Exchange {
	if t.Output != nil {
		return nil
	}
	return t.Exchange
}

// Answered reports whether the turn was sent, or loaded with items of an answer that go
// back.
func (t *Turn) Answered() bool {
	return t.SentExchange() != nil || len(t.Output) > 0 || t.answerExchange() != nil && hasReturned(t.answerExchange())
}

// Items returns the items of the turn's answer, whether it was sent or loaded.
func (t *Turn) Items() []*state.Item {
	if x := t.answerExchange(); x != nil {
		return x.Items // more of it may have come than goes back
	}
	if t.items == nil && len(t.Output) > 0 {
		t.items = state.NewRecorded(state.Record{Items: t.Output}).Items
	}
	return t.items
}

// Model returns the model that answered; empty when nobody said.
func (t *Turn) Model() string {
	if x := t.SentExchange(); x != nil {
		return x.Model
	}
	return t.model
}

// Included tells whether the turn is part of what is sent next, and for one that
// is not, why. A turn whose answer never began is left out with the message
// that it should have answered: sent along, it would be asked again. But what
// stood in the document stays there, to be mended and sent again.
func (t *Turn) Included() (ok bool, reason string) {
	if t.inDocument {
		return true, ""
	}
	reason = t.noAnswerReason()
	return reason == "", reason
}

// noAnswerReason says why nothing of an answer came; empty when something did, or
// still may.
func (t *Turn) noAnswerReason() (reason string) {
	x := t.SentExchange()
	if x == nil || !x.Running() && hasReturned(x) {
		return ""
	}
	switch x.Verdict {
	case state.Failed:
		return "it failed before any output came"
	case state.Cancelled:
		return "it was cancelled before any output came"
	case state.Truncated:
		return "it broke off before any output came"
	}
	return ""
}
