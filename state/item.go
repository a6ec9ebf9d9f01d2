package state

import (
	"encoding/json"
	"math"

	"gatehouse/client/wire"
)

// PartKind says what a part of an item holds.
type PartKind string

// The kinds of parts; any other kind is kept under its own type name.
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
	Raw         json.RawMessage   // the part as last delivered whole; nil while only deltas came
	Annotations []json.RawMessage // citations of an output_text part
	Done        bool              // its text is final

	seeded bool // the text came with content_part.added; deltas may repeat it
	text   Text
	proof  *Proof
}

// Text returns the part's text so far; it stays valid when the part grows. A long
// one, and one that was delivered with escapes, is put together each time: see Words.
func (p *Part) Text() string { return p.text.String() }

// Words returns the part's text for who reads it piece by piece, or only its size.
func (p *Part) Words() *Text { return &p.text }

// Item is one output item of a response as it stands after the events so far.
type Item struct {
	Index   int             // output_index, or the place it was given when none came
	Serial  int             // how many items came before it: what tells it from the others, at any time in the exchange
	ID      string          // item_id, as first seen
	Type    string          // message, reasoning, function_call, …; any type
	Raw     json.RawMessage // the item as last delivered whole; nil when only deltas came
	Version uint64          // raised by every change
	Done    bool            // output_item.done or the terminal response delivered it whole

	announced bool // output_item.added or .done told of it; else deltas made it
	thin      bool // delivered whole, but with less than had been streamed
	fell      bool // a part with a text fell away, since what was delivered has none such
	content   content
}

// content is what was delivered and streamed of an item.
type content struct {
	status       string // as last delivered
	name, callID string // of calls
	parts        []*Part
	panels       []*Panel        // of a fusion item: its panel of models
	fusion       *Analysis       // of a fusion item: the analyst's work, nil before it began
	partial      json.RawMessage // the last partial_image event; nil when none came
	input        Text            // arguments, input, code, command or diff: what a call grows
	inputDone    bool            // input is final
	replaced     bool            // a text or the input came otherwise at its end: see Exchange.Replaced
	byKey        partsByKey
	recent       *Part // the part that the last event grew
	free         int   // the index of a part that comes without one
	byModel      map[string]*Panel
}

// Status returns the status as last delivered.
func (i *Item) Status() string { return i.content.status }

// Name returns the name of a call.
func (i *Item) Name() string { return i.content.name }

// CallID returns the call_id of a call.
func (i *Item) CallID() string { return i.content.callID }

// Parts returns the content and summary parts in the order in which they came.
func (i *Item) Parts() []*Part { return i.content.parts }

// Panels returns a fusion item's panel of models.
func (i *Item) Panels() []*Panel { return i.content.panels }

// Fusion returns the analyst's work on a fusion item; nil before it began, and for every
// other item.
func (i *Item) Fusion() *Analysis { return i.content.fusion }

// Partial returns the last partial_image event; nil when none came.
func (i *Item) Partial() json.RawMessage { return i.content.partial }

// Input returns a call's arguments (or input, code, diff) so far; see
// Part.Text.
func (i *Item) Input() string { return i.InputWords().String() }

// InputWords is what Words is of a part.
func (i *Item) InputWords() *Text { return &i.content.input }

// Words returns what has come of the item's input and of its parts, without what is
// empty.
func (i *Item) Words() []*Text {
	c := &i.content
	var all []*Text
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

// Replaced reports whether a text of the item, or its input, came otherwise at its end
// than it had been streamed.
func (i *Item) Replaced() bool { return i.content.replaced }

// StreamedMore reports whether the item was delivered whole, but with less text than
// had been streamed of it.
func (i *Item) StreamedMore() bool { return i.thin }

// InputDone reports whether Input is final.
func (i *Item) InputDone() bool { return i.content.inputDone }

// Panel is one model of a fusion item's panel.
type Panel struct {
	Model     string
	Status    string          // in_progress, completed or failed
	Error     string          // of a failed panel
	Raw       json.RawMessage // the event that ended it; nil before
	First     int             // frame of the first event that told of it, counted from 0
	Frame     int             // of the last one
	FromUS    int64           // arrival of the first of them, and of the last
	ToUS      int64
	text      Text
	reasoning Text
}

// Text returns the panel's answer so far; see Part.Text.
func (p *Panel) Text() string { return p.text.String() }

// Words returns the panel's answer and its reasoning for who reads them piece by
// piece, or only their sizes.
func (p *Panel) Words() (answer, reasoning *Text) { return &p.text, &p.reasoning }

// Reasoning returns the panel's reasoning so far; see Part.Text.
func (p *Panel) Reasoning() string { return p.reasoning.String() }

// Analysis is the analyst's part of a fusion item.
type Analysis struct {
	Model  string          // analyst_model, or its deprecated alias judge_model
	Status string          // in_progress or completed
	Judge  bool            // only the alias has named the analyst
	Result json.RawMessage // the analysis as it came; nil before it is complete
	First  int             // frame of the first event that told of it, counted from 0
	Frame  int             // of the last one
	FromUS int64           // arrival of the first of them, and of the last
	ToUS   int64
}

// part finds the part that an event speaks of, or makes it. An event without
// an index (wire-notes §10, 16) means the latest part of its kind; whole tells
// that it delivers that part's end, so a finished one is meant too.
func (c *content) part(kind PartKind, index int, whole bool) *Part {
	if p := c.recent; p != nil && p.Kind == kind && p.Index == index {
		return p
	}
	var p *Part
	if index == wire.None {
		p = c.byKey.at(partKey{kind, wire.None})
		if p == nil || p.Done && !whole {
			p = c.addPart(kind, c.free)
		}
	} else {
		p = c.partAt(kind, index)
	}
	c.recent = p
	return p
}

func (c *content) partAt(kind PartKind, index int) *Part {
	p := c.byKey.at(partKey{lane(kind), index})
	switch {
	case p == nil:
		return c.addPart(kind, index)
	case p.Kind == kind:
		return p
	case p.text.Len() == 0 && !p.Done:
		p.Kind = kind
		c.byKey.set(partKey{kind, wire.None}, p)
		return p
	}
	// Two kinds claim one content_index: the second gets a row of its own.
	if p = c.byKey.at(partKey{kind, index}); p == nil {
		p = &Part{Kind: kind, Index: index}
		c.enter(p, kind)
	}
	return p
}

func (c *content) addPart(kind PartKind, index int) *Part {
	p := &Part{Kind: kind, Index: index}
	c.enter(p, lane(kind))
	return p
}

func (c *content) enter(p *Part, lane PartKind) {
	c.byKey.set(partKey{lane, p.Index}, p)
	c.byKey.set(partKey{p.Kind, wire.None}, p)
	c.parts = append(c.parts, p)
	if p.Index >= c.free && p.Index < math.MaxInt {
		c.free = p.Index + 1
	}
}

// grow appends a delta to the part's text.
func (p *Part) grow(delta string) {
	if p.Done || delta == "" {
		return
	}
	if p.seeded && p.text.Rope().Cut(0, int64(len(delta))) == delta {
		// content_part.added held the whole text and the deltas tell it again
		// (wire-notes §10, 22).
		p.text = Text{}
	}
	p.seeded = false
	p.text.grow(delta)
}

// settle makes the text of a value that was delivered the part's final text. It reports
// whether another stood there.
func (p *Part) settle(v []byte) (other bool) {
	p.Done, p.seeded = true, false
	return p.text.settle(v)
}
