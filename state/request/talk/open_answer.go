package talk

import (
	"encoding/json"
	"iter"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// OpenSaved returns the conversation after an answer that was saved as received, folded
// from its arrivals: with its output, its model and its instructions. The times of all
// arrivals must be -1.
func OpenSaved(c *wire.Capture, arrivals iter.Seq[wire.Arrival]) (*Conversation, error) {
	return OpenEvents(c, arrivals, nil)
}

// OpenEvents is OpenSaved for the output of send --events, with its times. warnings is the
// list in its last line, nil for none; those that folding does not raise are added.
func OpenEvents(c *wire.Capture, arrivals iter.Seq[wire.Arrival], warnings json.RawMessage) (*Conversation, error) {
	x := state.NewRecorded(state.Record{ID: "saved", Arrivals: arrivals, Warnings: readWarnings(warnings)})
	response := x.Response
	if response == nil {
		response = x.InProgress
	}
	if id := scan.Text(scan.Get(response, "id")); id != "" {
		x.ID += " " + id
	}
	return openAnswer(response, x, c)
}

// openAnswerBody returns the conversation after a response or the body of an error that
// was saved as a document.
func openAnswerBody(answer []byte) (*Conversation, error) {
	x := state.NewRecorded(state.Record{ID: "saved " + scan.Text(scan.Get(answer, "id")), Body: answer})
	switch {
	case x.Response == nil && x.Failure == nil: // it only looks like one
		x = nil
	case x.TooDeep:
		answer = x.Response
	}
	return openAnswer(answer, x, nil)
}

// openCutShort returns the conversation after a truncated response or error body, which is stored
// without being parsed.
func openCutShort(answer []byte) (*Conversation, error) {
	c := &wire.Capture{ID: "saved", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: -1}}
	c.Body.Append(answer, -1)
	end := c.EndArrival()
	end.Body = answer
	return OpenSaved(c, slices.Values([]wire.Arrival{end}))
}

// openAnswer returns the conversation after an answer with this response, which may be
// partial.
func openAnswer(response []byte, x *state.Exchange, c *wire.Capture) (*Conversation, error) {
	d := NewDraft()
	model := scan.Text(scan.Get(response, "model"))
	if err := d.SetModel(model); err != nil {
		return nil, err
	}
	if v := scan.Get(response, "instructions"); scan.KindOf(v) == scan.String {
		if err := d.Set("/instructions", v); err != nil {
			return nil, err
		}
	}
	conv := NewConversation(d)
	t := conv.Add(nil, nil)
	t.model, t.Exchange, t.Capture = model, x, c
	if c == nil {
		t.Output = scan.List(scan.Get(response, "output"))
	}
	return conv, nil
}
