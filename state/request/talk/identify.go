package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// LoadedAnswers returns the turns on the path whose answer was opened without its exchange.
func (c *Conversation) LoadedAnswers() []*Turn {
	var list []*Turn
	for _, t := range c.Path() {
		if t.Exchange == nil && t.notLoaded == "" && len(t.Output) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// AskedWords returns the text that the turn's items added to the conversation; empty for
// none.
func (t *Turn) AskedWords() string {
	for _, item := range t.Input {
		if text, _ := SplitMessage(item); text != "" {
			return text
		}
		if output := scan.Text(scan.Get(item, "output")); output != "" {
			return output
		}
	}
	return ""
}

// Identify gives a loaded turn the exchange that it was, and reports whether it was that:
// its request has the input that leads to the turn, and its answer the turn's items. What a
// message says of its model does not count: services differ in that. The turn's items stay
// as they were opened.
func (c *Conversation) Identify(t *Turn, x *state.Exchange, capture *wire.Capture) bool {
	if t.Exchange != nil || x == nil || x.Running() || !x.Known.Request || !x.Kind().IsNative() || x.IsRerank() {
		return false
	}
	var before []json.RawMessage
	for at := t; at != nil; at = at.Parent {
		items := at.Input
		if at != t {
			items = slices.AppendSeq(slices.Clip(items), at.returnedItems())
		}
		before = slices.Concat(items, before)
	}
	answered := (&Turn{Exchange: x}).Answer(BodyOptions{ModelNever})
	if !sameItems(t.Output, answered) || !sameItems(before, requestItemsOf(x.Request)) {
		return false
	}
	t.Exchange, t.Capture = x, capture
	c.Version++
	return true
}

// requestItemsOf returns the input of a request as items.
func requestItemsOf(request []byte) []json.RawMessage {
	input := scan.Get(request, "input")
	if scan.KindOf(input) == scan.String {
		return []json.RawMessage{UserMessage(scan.Text(input))}
	}
	return scan.List(input)
}

// sameItems reports whether two lists hold the same items, but for the models of messages.
func sameItems(a, b []json.RawMessage) bool {
	without := func(item json.RawMessage) json.RawMessage { return withModelMember(item, "", BodyOptions{ModelNever}) }
	return slices.EqualFunc(a, b, func(a, b json.RawMessage) bool { return sameItem(without(a), without(b)) })
}
