package state

import (
	"encoding/json"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// textEvents is which events of a text of a stream arrived, for the rules of lint.
type textEvents struct {
	announced bool  // content_part.added, or an added item that had it
	streamed  bool  // a delta
	complete  bool  // one before the final event that delivered all of it
	frame     int32 // of the first delta; without one, of the first event that delivered all
}

// report reports to lint how a stream of the Responses API deviates in a frame, counted from 0.
func (x *Exchange) report(rule string, frame int, detail string, args ...any) {
	if x.lintsItems() {
		x.linter.Add(rule, frame, detail, args...)
	}
}

// lintsItems reports whether the items are those of a stream that has rules about items.
func (x *Exchange) lintsItems() bool { return x.linter != nil && x.foreign == nil && x.Frames > 0 }

// lintAdded looks at the announcement of an item, which should come first.
func (x *Exchange) lintAdded(it *Item) {
	if !it.added && it.firstFrame != x.Frames-1 {
		x.report("delta-before-item", it.firstFrame, "output_index %d is added in frame %d", it.Index, x.Frames)
	}
	it.added = true
}

// lintDone looks at the item that output_item.done delivers, which should be the one that was announced.
func (x *Exchange) lintDone(it *Item, item json.RawMessage) {
	it.delivered = true
	if !x.lintsItems() {
		return
	}
	x.linter.CheckCall(x.Frames-1, item)
	for _, m := range [...]struct{ name, before string }{{"call_id", it.content.callID}, {"name", it.content.name}} {
		if now := scan.Text(scan.Get(item, m.name)); now != "" && m.before != "" && now != m.before {
			x.report("call-differs", x.Frames-1, "%s %s, then %s", m.name, m.before, now)
		}
	}
}

// noteDelta notes the first delta of a text, and one that arrives after its end.
func (x *Exchange) noteDelta(e *wire.Event, p place) {
	events := &p.item.content.inputEvents
	if p.part != nil {
		events = &p.part.events
	}
	if !events.streamed && e.Delta != "" {
		events.streamed, events.frame = true, int32(x.Frames-1)
	}
	if events.complete && e.Delta != "" {
		x.report("text-after-end", x.Frames-1, "output_index %d", p.item.Index)
	}
}

// lintPart looks at a part that an event delivers complete; before is the length of the text
// that it replaced, differs reports that this was another text.
func (x *Exchange) lintPart(it *Item, p *Part, v []byte, before int, differs bool) {
	// Texts of a tool of the service, such as a fetched page, are not streamed.
	linted := it.Type == "message" || it.Type == "reasoning" || it.Type == ""
	if linted && (p.isAnswer() || p.Kind == PartReasoning || p.Kind == PartSummary) {
		x.lintComplete(it, &p.events, deliveredText{v, before, differs, p.isAnswer(), false})
	}
}

// lintInput is lintPart for the input of a call.
func (x *Exchange) lintInput(it *Item, v []byte, before int, differs bool) {
	if it.hasLintedInput() {
		x.lintComplete(it, &it.content.inputEvents, deliveredText{v, before, differs, true, it.Type == "function_call"})
	}
}

// hasLintedInput reports whether the item is a call whose input lint has rules about.
func (i *Item) hasLintedInput() bool {
	return i.Type == "function_call" || i.Type == "custom_tool_call"
}

// isAnswer reports whether clients show the part as the answer. Thoughts are often given in
// the end alone.
func (p *Part) isAnswer() bool { return p.Kind == PartText || p.Kind == PartRefusal }

// deliveredText is a text that an event delivers complete.
type deliveredText struct {
	value     []byte
	before    int  // bytes of the text that it replaced
	differs   bool // that was another text; not set where this one is empty
	needed    bool // clients show or run it
	arguments bool // it should be JSON
}

// isOther reports whether the text that it replaced was another.
func (t *deliveredText) isOther() bool { return t.differs || t.empty() && t.before > 0 }

func (t *deliveredText) empty() bool { return len(scan.StringContent(t.value)) == 0 }

// report reports a text that is not what was streamed: of arguments by their rule.
func (t *deliveredText) report(x *Exchange, rule, detail string, args ...any) {
	if t.arguments {
		rule = "args-differ"
	}
	x.report(rule, x.Frames-1, detail, args...)
}

// lintComplete looks at a text that an event delivers, the final one or another.
func (x *Exchange) lintComplete(it *Item, events *textEvents, t deliveredText) {
	if !x.lintsItems() {
		return
	}
	switch {
	case x.ends:
		x.lintFinal(it, events, t)
		return
	case scan.IsNull(t.value) || t.empty() && !t.arguments:
		return
	case events.streamed && t.isOther():
		t.report(x, "done-differs", "%d bytes in deltas, %d in the complete text", t.before, scan.TextLen(t.value))
	}
	if events.complete {
		return
	}
	if events.complete = true; !events.streamed {
		events.frame = int32(x.Frames - 1)
	}
	if t.arguments {
		x.linter.CheckArguments(x.Frames-1, t.value)
	}
}

// lintFinal looks at a text of the final event.
func (x *Exchange) lintFinal(it *Item, events *textEvents, t deliveredText) {
	if !x.endsWithOutput() {
		return
	}
	alone := !events.streamed && !events.complete
	switch {
	case alone && t.needed && !t.empty():
		x.report("text-only-in-final", x.Frames-1, "output_index %d", it.Index)
	case !alone && t.isOther():
		t.report(x, "final-output-differs", "output_index %d", it.Index)
		return
	}
	if t.arguments && !events.complete {
		x.linter.CheckArguments(x.Frames-1, t.value)
	}
}

// endsWithOutput reports whether the frame that is being folded ends the response with an
// output, which must be all that was streamed.
func (x *Exchange) endsWithOutput() bool {
	return x.ends && (x.rowType == "response.completed" || x.rowType == "response.incomplete")
}

// lintEnd looks at the items of an ended stream: all should have been announced, and their
// texts streamed.
func (x *Exchange) lintEnd() {
	for _, it := range x.Items {
		if !it.added {
			x.report("no-item-added", it.firstFrame, "output_index %d", it.Index)
		}
		if !it.delivered && x.Verdict == Completed && it.Status() != "in_progress" { // a subagent's continues in the next request
			x.report("no-item-done", it.firstFrame, "output_index %d", it.Index)
		}
		for _, p := range it.content.parts {
			if p.isAnswer() {
				x.lintTextEnd(it, &p.events, it.Type == "message" || it.Type == "")
			}
		}
		if c := &it.content; it.hasLintedInput() && c.input.Len() > 0 {
			x.lintTextEnd(it, &c.inputEvents, false)
		}
	}
}

// lintTextEnd looks at a text of an ended stream.
func (x *Exchange) lintTextEnd(it *Item, events *textEvents, hasParts bool) {
	switch {
	case events.streamed && !events.announced && hasParts:
		x.report("no-part-added", int(events.frame), "output_index %d", it.Index)
	case events.complete && !events.streamed:
		x.report("text-only-in-done", int(events.frame), "output_index %d", it.Index)
	}
}
