package talk

import (
	"encoding/json"
	"fmt"
	"slices"

	"gatehouse/state"
)

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
