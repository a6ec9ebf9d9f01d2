package answers

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Items numbers the items of an answer and collects the steps of one frame.
type Items struct {
	next  int    // output_index of the next item
	Steps []Step // of the frame that is being read
}

// Clone returns a copy that shares no steps.
func (s *Items) Clone() Items { return Items{s.next, slices.Clone(s.Steps)} }

// Open begins an item of a type and returns its output_index. Members are names and values
// as scan.MakeObject takes them.
func (s *Items) Open(kind string, block json.RawMessage, members ...any) int {
	s.Announce(s.next, kind, block, members)
	s.next++
	return s.next - 1
}

// Announce adds an item's event with what is known of it by now.
func (s *Items) Announce(item int, kind string, block json.RawMessage, members []any) {
	v := scan.MakeObject(append([]any{"type", json.RawMessage(scan.Quote(kind))}, members...)...)
	s.add(Step{Block: block, Event: event("response.output_item.added", item, scan.MakeObject("item", v))})
}

// Text adds a piece of an item's text, a JSON string; if done, v is the full text.
func (s *Items) Text(f *Family, item, part int, v json.RawMessage, done bool) {
	if scan.KindOf(v) != scan.String || len(v) <= len(`""`) {
		return
	}
	if done {
		s.Full(f, item, part, v)
		return
	}
	e := event(f.delta, item, nil)
	e.ContentIndex, e.SummaryIndex, e.Delta = part, part, scan.Text(v)
	e.Halves.First, e.Halves.Last, e.Halves.Other = scan.Halves(scan.StringContent(v))
	s.add(Step{Event: e})
}

// Full adds the full text or input of an item: any JSON value.
func (s *Items) Full(f *Family, item, part int, v json.RawMessage) {
	e := event(f.done, item, scan.MakeObject(f.member, v))
	e.ContentIndex, e.SummaryIndex = part, part
	s.add(Step{Event: e})
}

// Cite adds a citation, as received, to a text.
func (s *Items) Cite(item, part int, citation json.RawMessage) {
	e := event("response.output_text.annotation.added", item, scan.MakeObject("annotation", citation))
	e.ContentIndex = part
	s.add(Step{Event: e})
}

// End marks an item as complete.
func (s *Items) End(item int) {
	s.add(Step{Ends: true, Event: event("", item, nil)})
}

// Reopen marks an item that was complete as one that grows.
func (s *Items) Reopen(item int) {
	s.add(Step{Reopened: true, Event: event("", item, nil)})
}

func (s *Items) add(step Step) { s.Steps = append(s.Steps, step) }

// Family is the events that carry one kind of text.
type Family struct {
	delta, done string // their types
	member      string // that has the full text
}

// The families.
var (
	OutputText   = &Family{"response.output_text.delta", "response.output_text.done", "text"}
	Refusal      = &Family{"response.refusal.delta", "response.refusal.done", "refusal"}
	Reasoning    = &Family{"response.reasoning_text.delta", "response.reasoning_text.done", "text"}
	Summary      = &Family{delta: "response.reasoning_summary_text.delta"}
	Transcript   = &Family{delta: "response.audio.transcript.delta"}
	Arguments    = &Family{"response.function_call_arguments.delta", "response.function_call_arguments.done", "arguments"}
	MCPArguments = &Family{"response.mcp_call_arguments.delta", "response.mcp_call_arguments.done", "arguments"}
	CustomInput  = &Family{"response.custom_tool_call_input.delta", "response.custom_tool_call_input.done", "input"}
)

func event(kind string, item int, data json.RawMessage) wire.Event {
	return wire.Event{Type: kind, OutputIndex: item, ContentIndex: wire.None, SummaryIndex: wire.None, Data: data}
}
