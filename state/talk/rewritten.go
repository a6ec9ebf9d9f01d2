package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/state"
)

// Rewritten writes what was said and called in an answer, of several choices in the first,
// as items of `input`, from what was
// folded of it and not from the items that arrived: of another API these are none of ours.
// Citations, which have another form there, and reasoning, whose signature covers the form
// in which it came, are left out.
func Rewritten(x *state.Exchange) []json.RawMessage {
	var items []json.RawMessage
	if x == nil || x.Running() {
		return nil
	}
	finished := x.Verdict == state.Completed
	for _, it := range x.Answer() {
		switch called := finished && it.CallID() != "" && it.Name() != ""; {
		case it.Type == "message" && slices.ContainsFunc(it.Parts(), isSpokenText):
			items = append(items, writeMessage(it, finished, false))
		case it.Type == "function_call" && called:
			items = append(items, writeCall(it, "arguments"))
		case it.Type == "custom_tool_call" && called:
			items = append(items, writeCall(it, "input"))
		}
	}
	return items
}
