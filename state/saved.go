package state

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// untold is the moment of what a file does not tell the time of.
const untold = -1

// savedExchange reads a response, or the body of an error, that was saved as the
// exchange that it ended: what it tells itself. The request, the head, the times and
// the frames are not in it. It is nil for what only looks like one: of a member that
// stands twice readers may take either.
func savedExchange(answer []byte) *Exchange {
	x := NewExchange("saved "+scan.Text(scan.Get(answer, "id")), nil)
	x.saved, x.now = new(opening), untold
	answer = x.shallow(answer)
	if _, ok := read.DocumentEnding(answer); !ok {
		return nil
	}
	x.End = &wire.End{Cause: wire.EndClean} // it came whole
	x.plainObject(answer)
	x.End = nil                                // when, nobody knows
	if x.Response == nil && x.Failure != nil { // its status came with the head: the code repeats it
		x.Failure.Status = statusOf(x.Failure.Code)
	}
	x.Version++
	return x
}

// statusOf is the status of a failure that an error's code repeats, 0 where it is
// another word.
func statusOf(code json.RawMessage) int {
	status, err := strconv.Atoi(string(code))
	if err != nil || status < 300 || status > 599 {
		return 0
	}
	return status
}

// IsSaved reports whether the exchange was read from a file: from a saved response,
// from an answer that was saved as it came, or from what send --json and send
// --events printed. What was sent is not known; the times are where the file tells
// them; of a saved response no more is known than it tells itself.
func (x *Exchange) IsSaved() bool { return x.saved != nil }

// IsDocument reports whether the exchange was read from a document that was saved
// without its head: nobody knows whether it came alone or ended a stream, and of a
// whole one no bytes are kept of what could not be read.
func (x *Exchange) IsDocument() bool {
	return x.IsSaved() && !x.Stream && (x.Head == nil || x.saved.result)
}

// EndTold reports whether an exchange that was read from a file ended as it is
// shown: the file itself was not cut.
func (x *Exchange) EndTold() bool { return x.saved != nil && x.saved.ended }

// opening is what every opening of a file has of its own: of two files, or of one
// that was written anew, the answers may call themselves the same, or nothing.
type opening struct {
	result bool // it was what send --json printed
	ended  bool // the file tells how the answer ended on the wire
}

// Identity tells an exchange, at any time in it, from every other. The zero value is
// none's.
type Identity struct {
	id    string
	saved *opening
}

// Identity returns what the exchange has in common with itself at another time alone.
func (x *Exchange) Identity() Identity { return Identity{x.ID, x.saved} }

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
	x := NewExchange("saved", nil)
	x.saved = new(opening)
	for a := range arrivals {
		x.Apply(a)
	}
	var told []Warning
	if json.Unmarshal(warnings, &told) == nil {
		x.saved.ended = true
		x.addWarnings(told)
	}
	response := x.Response
	if response == nil {
		response = x.Begun
	}
	if id := scan.Text(scan.Get(response, "id")); id != "" {
		x.ID += " " + id
	}
	return openAnswer(response, x, c)
}

// openCut makes the conversation that stands after a saved response, or the body of an
// error, that stops in its middle: nothing is read of it, and all of it is kept.
func openCut(answer []byte) (*Conversation, error) {
	c := &wire.Capture{ID: "saved", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: untold}}
	c.Body.Append(answer, untold)
	end := c.Ended()
	end.Body = answer
	return OpenSaved(c, slices.Values([]wire.Arrival{end}))
}

// openAnswer makes the conversation that stands after an answer; of one that is no
// whole response what came of it.
func openAnswer(response []byte, x *Exchange, c *wire.Capture) (*Conversation, error) {
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
	t.model, t.Saved, t.Capture = model, x, c
	if c == nil {
		t.Output = list(scan.Get(response, "output"))
	}
	return conv, nil
}
