package state

import (
	"encoding/json"
	"strings"
)

// PartKind says what a part of an item holds.
type PartKind string

// The kinds of parts; any other kind is kept under its own type name.
const (
	PartText      PartKind = "output_text"
	PartRefusal   PartKind = "refusal"
	PartReasoning PartKind = "reasoning_text"
	PartSummary   PartKind = "summary_text"
)

// Part is one content or summary part of an item.
type Part struct {
	Kind  PartKind
	Index int             // content_index or summary_index
	Done  bool            // its text is final
	Raw   json.RawMessage // the part as last delivered whole; nil while only deltas came

	text strings.Builder
}

// Text returns the part's text so far. It costs nothing: the string shares the
// growing buffer, and stays valid when the part grows.
func (p *Part) Text() string { return p.text.String() }

// Item is one output item of a response as it stands after the events so far.
type Item struct {
	Index   int    // output_index, or the place it was given when none came
	ID      string // item_id, as first seen
	Type    string // message, reasoning, function_call, …; any type
	Status  string // as last delivered
	Name    string // of calls
	CallID  string
	Parts   []*Part
	Done    bool            // output_item.done or the terminal response delivered it whole
	Raw     json.RawMessage // the item as last delivered whole; nil when only deltas came
	Version uint64          // raised by every change

	input strings.Builder // arguments, input, code, command or diff: what a call grows
}

// Input returns a call's arguments (or input, code, diff) so far; see
// Part.Text.
func (i *Item) Input() string { return i.input.String() }
