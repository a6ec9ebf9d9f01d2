package state

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// PartKind is what a part of an item holds.
type PartKind string

// The kinds of parts; any other kind is stored under its type name.
const (
	PartText       PartKind = "output_text"
	PartRefusal    PartKind = "refusal"
	PartReasoning  PartKind = "reasoning_text"
	PartSummary    PartKind = "summary_text"
	PartTranscript PartKind = "audio_transcript"   // of spoken output
	PartAudio      PartKind = "audio"              // base64
	PartCommand    PartKind = "shell_call_command" // Index is the command_index
	PartStdout     PartKind = "stdout"             // of a shell call's output; Index is the command_index
	PartStderr     PartKind = "stderr"
)

// Part is one content or summary part of an item.
type Part struct {
	Kind        PartKind
	Index       int               // content_index or summary_index
	Raw         json.RawMessage   // the part as last delivered; nil while only deltas arrived
	Annotations []json.RawMessage // citations of an output_text part
	Done        bool              // its text is final

	seeded   bool // the text arrived with content_part.added; deltas may repeat it
	extraRow bool // another kind has its content_index
	events   textEvents
	text     TextBuffer
	check    *DeltaCheck
}

// Text returns the part's text so far; the string stays valid when the part grows. Long
// text, and text delivered with escapes, is joined on each call: see TextBuffer.
func (p *Part) Text() string { return p.text.String() }

// TextBuffer returns the part's text, to be read in pieces or measured.
func (p *Part) TextBuffer() *TextBuffer { return &p.text }

// Item is one output item of a response after the events so far.
type Item struct {
	Index   int             // output_index, or the next free one when none was given
	Serial  int             // how many items arrived before it: unique within the exchange
	Choice  int             // index of the choice that it belongs to: see Exchange.Choices; 0 for any other
	ID      string          // item_id, as first seen
	Type    string          // message, reasoning, function_call, …; any type
	Raw     json.RawMessage // the item as last delivered; nil when only deltas arrived
	Version uint64          // raised by every change
	Done    bool            // output_item.done or the terminal response delivered it completely

	firstFrame    int  // the first frame about it
	announced     bool // output_item.added or .done has named it; else deltas made it
	added         bool // output_item.added has, or no event was about it before the final one
	delivered     bool // output_item.done has, or no event was about it before the final one
	deliveredLess bool // delivered, but with less text than had been streamed
	droppedText   bool // a part with text was dropped because the delivered item had no such part
	content       content
}

// content is what was delivered and streamed of an item.
type content struct {
	status       string // as last delivered
	name, callID string // of calls
	parts        []*Part
	panels       []*Panel        // of a fusion item: its panel of models
	fusion       *Analysis       // of a fusion item: the analyst's work; nil before it began
	partial      json.RawMessage // the last partial_image event; nil for none
	input        TextBuffer      // arguments, input, code, command or diff of a call
	inputDone    bool            // input is final
	inputEvents  textEvents
	replaced     bool              // a text or the input was replaced at its end: see Exchange.Replaced
	byKey        map[partKey]*Part // of parts, once they are many
	lastPart     *Part             // the part that the last event addressed
	nextIndex    int               // the index of the next part that arrives without one
	byModel      map[string]*Panel
}

// Status returns the status as last delivered.
func (i *Item) Status() string { return i.content.status }

// Name returns the name of a call.
func (i *Item) Name() string { return i.content.name }

// FullName returns the name of a tool with its namespace, in which Codex has the tools of an MCP server.
func (i *Item) FullName() string {
	if space := scan.Text(scan.Get(i.Raw, "namespace")); space != "" && i.Name() != "" {
		return space + "." + i.Name()
	}
	return i.Name()
}

// CallID returns the call_id of a call.
func (i *Item) CallID() string { return i.content.callID }

// Parts returns the content and summary parts in order of arrival.
func (i *Item) Parts() []*Part { return i.content.parts }

// Panels returns a fusion item's panel of models.
func (i *Item) Panels() []*Panel { return i.content.panels }

// Fusion returns the analyst's work on a fusion item; nil before it began and for other
// items.
func (i *Item) Fusion() *Analysis { return i.content.fusion }

// Partial returns the last partial_image event; nil for none.
func (i *Item) Partial() json.RawMessage { return i.content.partial }

// Input returns a call's arguments (or input, code, diff) so far; see Part.Text.
func (i *Item) Input() string { return i.InputBuffer().String() }

// InputBuffer returns a call's input, to be read in pieces or measured.
func (i *Item) InputBuffer() *TextBuffer { return &i.content.input }

// TextBuffers returns the item's input and the texts of its parts, without empty ones.
func (i *Item) TextBuffers() []*TextBuffer {
	c := &i.content
	var all []*TextBuffer
	if c.input.Len() > 0 {
		all = append(all, &c.input)
	}
	for _, p := range c.parts {
		if p.text.Len() > 0 {
			all = append(all, &p.text)
		}
	}
	return all
}

// Replaced reports whether a streamed text of the item, or its input, was replaced by a
// different one at its end.
func (i *Item) Replaced() bool { return i.content.replaced }

// StreamedMore reports whether the item was delivered completely, but with less text than had
// been streamed.
func (i *Item) StreamedMore() bool { return i.deliveredLess }

// InputDone reports whether Input is final.
func (i *Item) InputDone() bool { return i.content.inputDone }

// append appends a text to the part's.
func (p *Part) append(delta string) {
	if p.Done || delta == "" {
		return
	}
	p.unseed(delta)
	p.text.append(delta)
}

// growPart appends the delta of an event to a part's text.
func (x *Exchange) growPart(p *Part, e *wire.Event) {
	if p.Done || e.Delta == "" {
		return
	}
	p.unseed(e.Delta)
	x.grow(&p.text, e)
}

// unseed prepares a text that may have arrived with the part's announcement for its first
// delta.
func (p *Part) unseed(delta string) {
	if p.seeded && p.text.Rope().Cut(0, int64(len(delta))) == delta {
		// content_part.added held the complete text and the deltas repeat it
		// (wire-notes §10, 22).
		p.text = TextBuffer{}
	}
	p.seeded = false
}

// setFinal sets the part's final text from a delivered JSON string. It reports whether the
// text so far was a different one.
func (p *Part) setFinal(v []byte) (other bool) {
	p.Done, p.seeded = true, false
	return p.text.set(v)
}
