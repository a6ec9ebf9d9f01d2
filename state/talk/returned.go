package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// anyReturned reports whether any item of an answer goes back in the next request.
func anyReturned(x *state.Exchange) bool {
	return slices.ContainsFunc(x.Items, func(it *state.Item) bool { return returnedBy(x, it) != nil })
}

// returned returns what goes back of an item of an answer; nil for nothing.
func returned(x *state.Exchange, it *state.Item) json.RawMessage {
	if write := returnedBy(x, it); write != nil {
		return write()
	}
	return nil
}

// returnedBy returns what writes that which goes back of an item, nil for nothing: to
// ask costs nothing, to write a long text does.
func returnedBy(x *state.Exchange, it *state.Item) func() json.RawMessage {
	finished := x.Verdict == state.Completed
	// Of a message or a call more may have been streamed than the item holds;
	// any other item goes back as it is, for its signature is over itself.
	whole := it.Done && !(it.StreamedMore() && (it.Type == "message" || it.Type == "function_call"))
	switch {
	case whole && (it.Type == "message" || finished || !unfinished(it)):
		if it.Raw != nil {
			return func() json.RawMessage { return it.Raw }
		}
	case it.Type == "message":
		if slices.ContainsFunc(it.Parts(), isSaid) {
			return func() json.RawMessage { return messageOf(it, finished) }
		}
	case finished && it.Type == "function_call" && it.CallID() != "" && it.Name() != "":
		return func() json.RawMessage { return callOf(it) }
	}
	return nil
}

// unfinished reports whether an item says of itself that it did not reach its end.
func unfinished(it *state.Item) bool {
	status := it.Status()
	return status == "incomplete" || status == "in_progress"
}

// isSaid reports whether a part is one that a message says, and is not empty.
func isSaid(p *state.Part) bool {
	return (p.Kind == state.PartText || p.Kind == state.PartRefusal) && p.Words().Len() > 0
}

// messageOf writes a message from what was streamed of it.
func messageOf(it *state.Item, finished bool) json.RawMessage {
	var parts []json.RawMessage
	for _, p := range it.Parts() {
		if !isSaid(p) {
			continue
		}
		switch p.Kind {
		case state.PartText:
			annotations := scan.MakeArray(p.Annotations)
			parts = append(parts, scan.MakeObject("type", scan.Quote("output_text"), "text", scan.Quote(p.Text()), "annotations", annotations))
		case state.PartRefusal:
			parts = append(parts, scan.MakeObject("type", scan.Quote("refusal"), "refusal", scan.Quote(p.Text())))
		}
	}
	status := "incomplete"
	if finished {
		status = "completed"
	}
	members := []any{"type", scan.Quote("message")}
	if it.ID != "" {
		members = append(members, "id", scan.Quote(it.ID))
	}
	members = append(members, "role", scan.Quote("assistant"), "status", scan.Quote(status), "content", scan.MakeArray(parts))
	return scan.MakeObject(members...)
}

// callOf writes a function call that was streamed whole but never delivered as
// an item.
func callOf(it *state.Item) json.RawMessage {
	members := []any{"type", scan.Quote("function_call")}
	if it.ID != "" {
		members = append(members, "id", scan.Quote(it.ID))
	}
	members = append(members, "call_id", scan.Quote(it.CallID()), "name", scan.Quote(it.Name()), "arguments", scan.Quote(it.Input()))
	return scan.MakeObject(members...)
}
