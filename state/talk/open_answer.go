package talk

import (
	"encoding/json"
	"iter"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// OpenSaved makes the conversation that stands after an answer that was saved as it
// came, folded from its arrivals: its output has been said, by its model, under its
// instructions. The times of all arrivals are to be -1.
func OpenSaved(c *wire.Capture, arrivals iter.Seq[wire.Arrival]) (*Conversation, error) {
	return OpenEvents(c, arrivals, nil)
}

// OpenEvents is OpenSaved for what send --events printed, with the times that it
// tells. warnings is the list of its last line, nil for none: one that reading the
// frames did not lead to is added.
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

// openAnswerBody makes the conversation that stands after a response, or the body of an
// error, that was saved as a document.
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

// openCutShort makes the conversation that stands after a saved response, or the body of an
// error, that stops in its middle: nothing is read of it, and all of it is kept.
func openCutShort(answer []byte) (*Conversation, error) {
	c := &wire.Capture{ID: "saved", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: -1}}
	c.Body.Append(answer, -1)
	end := c.Ended()
	end.Body = answer
	return OpenSaved(c, slices.Values([]wire.Arrival{end}))
}

// openAnswer makes the conversation that stands after an answer; of one that is no
// whole response what came of it.
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
		t.Output = elements(scan.Get(response, "output"))
	}
	return conv, nil
}
