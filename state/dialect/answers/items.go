package answers

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// items numbers the items of an answer and collects the steps of one frame.
type items struct {
	next  int // output_index of the next item
	steps []Step
}

// clone returns a copy with steps of its own.
func (s *items) clone() items { return items{s.next, slices.Clone(s.steps)} }

// open begins an item of a type and returns its output_index. Members are names and values
// as scan.MakeObject takes them.
func (s *items) open(kind string, block json.RawMessage, members ...any) int {
	s.announce(s.next, kind, block, members)
	s.next++
	return s.next - 1
}

// announce says what is known of an item by now.
func (s *items) announce(item int, kind string, block json.RawMessage, members []any) {
	v := scan.MakeObject(append([]any{"type", json.RawMessage(scan.Quote(kind))}, members...)...)
	s.add(Step{Block: block, Event: event("response.output_item.added", item, scan.MakeObject("item", v))})
}

// text says that an item's text of a family goes on with a piece that is a JSON string, or
// is this whole where done.
func (s *items) text(f *family, item, part int, v json.RawMessage, done bool) {
	if scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return
	}
	if done {
		s.whole(f, item, part, v)
		return
	}
	e := event(f.delta, item, nil)
	e.ContentIndex, e.SummaryIndex, e.Delta = part, part, scan.Text(v)
	e.Halves.First, e.Halves.Last, e.Halves.Other = scan.Halves(scan.StringContent(v))
	s.add(Step{Event: e})
}

// whole says what the whole of an item's text or input is: any JSON value.
func (s *items) whole(f *family, item, part int, v json.RawMessage) {
	e := event(f.done, item, scan.MakeObject(f.member, v))
	e.ContentIndex, e.SummaryIndex = part, part
	s.add(Step{Event: e})
}

// cite adds a citation, as received, to a text.
func (s *items) cite(item, part int, citation json.RawMessage) {
	e := event("response.output_text.annotation.added", item, scan.MakeObject("annotation", citation))
	e.ContentIndex = part
	s.add(Step{Event: e})
}

func (s *items) end(item int) {
	s.add(Step{Ends: true, Event: event("", item, nil)})
}

func (s *items) add(step Step) { s.steps = append(s.steps, step) }

// family is the events that carry one kind of text.
type family struct {
	delta, done string // their types
	member      string // that holds the whole text
}

var (
	outputText  = &family{"response.output_text.delta", "response.output_text.done", "text"}
	refusal     = &family{"response.refusal.delta", "response.refusal.done", "refusal"}
	reasoning   = &family{"response.reasoning_text.delta", "response.reasoning_text.done", "text"}
	summary     = &family{delta: "response.reasoning_summary_text.delta"}
	transcript  = &family{delta: "response.audio.transcript.delta"}
	arguments   = &family{"response.function_call_arguments.delta", "response.function_call_arguments.done", "arguments"}
	customInput = &family{"response.custom_tool_call_input.delta", "response.custom_tool_call_input.done", "input"}
)

func event(kind string, item int, data json.RawMessage) wire.Event {
	return wire.Event{Type: kind, OutputIndex: item, ContentIndex: wire.None, SummaryIndex: wire.None, Data: data}
}
