package talk

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// hasReturned reports whether any item of an answer is part of the next request.
func hasReturned(x *state.Exchange) bool {
	return slices.ContainsFunc(x.Answer(), func(it *state.Item) bool { return returnedWriter(x, it) != nil })
}

// returnedJSON returns an answer's item as it is written in the next request; nil for one
// that is not.
func returnedJSON(x *state.Exchange, it *state.Item) json.RawMessage {
	if write := returnedWriter(x, it); write != nil {
		return write()
	}
	return nil
}

// returnedWriter returns a function that writes an item for the next request; nil for one
// that is left out. Asking is cheap, writing a long text is not.
func returnedWriter(x *state.Exchange, it *state.Item) func() json.RawMessage {
	if x.Kind().IsForeign() {
		return rewriter(it, x.AnswerComplete())
	}
	finished := x.Verdict == state.Completed
	// Of a message or a call more may have been streamed than the item holds;
	// any other item is returned verbatim, because its signature covers it.
	complete := it.Done && !(it.StreamedMore() && (it.Type == "message" || it.Type == "function_call"))
	switch {
	case complete && (it.Type == "message" || finished || it.Status() != "incomplete" && it.Status() != "in_progress"):
		if it.Raw != nil {
			return func() json.RawMessage { return it.Raw }
		}
	case it.Type == "message":
		if slices.ContainsFunc(it.Parts(), isSpokenText) {
			return func() json.RawMessage { return writeMessage(it, finished, true) }
		}
	case finished && it.Type == "function_call" && it.CallID() != "" && it.Name() != "":
		return func() json.RawMessage { return writeCall(it, "arguments") }
	}
	return nil
}

// isSpokenText reports whether a part is non-empty text or refusal of a message.
func isSpokenText(p *state.Part) bool {
	return (p.Kind == state.PartText || p.Kind == state.PartRefusal) && p.TextBuffer().Len() > 0
}

// writeMessage writes a message from what was streamed of it, with its citations or without.
func writeMessage(it *state.Item, finished, cited bool) json.RawMessage {
	var parts []json.RawMessage
	for _, p := range it.Parts() {
		if !isSpokenText(p) {
			continue
		}
		switch p.Kind {
		case state.PartText:
			var citations []json.RawMessage
			if cited {
				citations = p.Annotations
			}
			parts = append(parts, scan.MakeObject("type", scan.Quote("output_text"), "text", scan.Quote(p.Text()), "annotations", scan.MakeArray(citations)))
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

// writeCall writes a call that was streamed completely but never delivered as an item; input is the
// member that holds what the tool is called with.
func writeCall(it *state.Item, input string) json.RawMessage {
	members := []any{"type", scan.Quote(it.Type)}
	if it.ID != "" {
		members = append(members, "id", scan.Quote(it.ID))
	}
	members = append(members, "call_id", scan.Quote(it.CallID()), "name", scan.Quote(it.Name()), input, scan.Quote(it.Input()))
	return scan.MakeObject(members...)
}

// Answer returns the items of the turn's answer as they are written in `input`: complete items
// verbatim, assistant messages with the model that served them if o asks for it. Invalid UTF-8
// becomes U+FFFD, or the request would be invalid JSON. A partial message of an interrupted answer
// is returned with status incomplete; partial calls and partial reasoning are not. A running answer
// returns nothing: an edit of the document would freeze what has arrived.
func (t *Turn) Answer(o BodyOptions) []json.RawMessage {
	model := t.Model()
	var out []json.RawMessage
	for item := range t.returnedItems() {
		out = append(out, withModelMember(scan.UTF8(item), model, o))
	}
	return out
}

// returnedItems yields the items of the answer that are part of the next request, without
// the model member. They share the bytes that arrived.
func (t *Turn) returnedItems() iter.Seq[json.RawMessage] {
	x := t.answerExchange()
	if x == nil {
		return slices.Values(t.Output)
	}
	return func(yield func(json.RawMessage) bool) {
		if x.Running() {
			return
		}
		for _, it := range x.Answer() {
			if item := returnedJSON(x, it); item != nil && !yield(item) {
				return
			}
		}
	}
}

// withModelMember adds the model that served an assistant message, so that a router can
// stay with it (document, pin_model), or removes it.
func withModelMember(item json.RawMessage, model string, o BodyOptions) json.RawMessage {
	if scan.Text(scan.Get(item, "role")) != "assistant" {
		return item
	}
	named := scan.Get(item, "model") != nil
	switch {
	case o.MessageModel == ModelNever && named:
		without, _ := deleteAt(item, []string{"model"})
		return without
	case o.MessageModel == ModelAlways && !named && model != "":
		return addMember(item, "model", scan.Quote(model))
	}
	return item
}

// rewriter returns a function that writes an item of another API's answer as an item of `input`,
// from its folded form; nil for an item that `input` cannot have. It leaves out citations, whose
// form differs, and reasoning, whose signature covers the received form.
func rewriter(it *state.Item, finished bool) func() json.RawMessage {
	switch called := finished && it.CallID() != "" && it.Name() != ""; {
	case it.Type == "message" && slices.ContainsFunc(it.Parts(), isSpokenText):
		return func() json.RawMessage { return writeMessage(it, finished, false) }
	case it.Type == "function_call" && called:
		return func() json.RawMessage { return writeCall(it, "arguments") }
	case it.Type == "custom_tool_call" && called:
		return func() json.RawMessage { return writeCall(it, "input") }
	}
	return nil
}

// LeftOut returns what of another API's answer the next request lacks, each kind of content once;
// nil for an answer to /responses.
func LeftOut(x *state.Exchange) (lost []string) {
	if !x.Kind().IsForeign() {
		return nil
	}
	add := func(what string) {
		if line := "answer: " + what + " not sent again"; !slices.Contains(lost, line) {
			lost = append(lost, line)
		}
	}
	switch others := len(x.Choices()) - 1; {
	case others == 1:
		lost = append(lost, "answer: its second choice is not sent again")
	case others > 1:
		lost = append(lost, fmt.Sprintf("answer: of its choices only the first is sent again, not the other %d", others))
	}
	for _, it := range x.Answer() {
		switch {
		case it.Type == "reasoning":
			add("its reasoning is")
		case it.Type == "message":
			leftOutParts(it, add)
		case returnedWriter(x, it) != nil:
		case isCall(it.Type):
			add("its unfinished calls are")
		default:
			add("its items of the type " + it.Type + " are")
		}
	}
	return lost
}

// leftOutParts adds what rewriter leaves out of a message.
func leftOutParts(it *state.Item, add func(what string)) {
	for _, p := range it.Parts() {
		switch p.Kind {
		case state.PartText, state.PartRefusal:
		case state.PartAudio, state.PartTranscript:
			add("its sound is")
		default:
			add("its parts of the type " + string(p.Kind) + " are")
		}
		if len(p.Annotations) > 0 {
			add("its citations are")
		}
	}
}
