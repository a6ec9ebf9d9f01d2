package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// Message returns the index in Input of the turn's last user message, which is
// the one that is edited; ok is false where there is none that says anything.
func (t *Turn) Message() (at int, ok bool) {
	for i, item := range slices.Backward(t.Input) {
		kind := scan.Text(scan.Get(item, "type"))
		if scan.Text(scan.Get(item, "role")) != "user" || kind != "" && kind != "message" {
			continue
		}
		if text, parts := TakeApart(item); text != "" || len(parts) > 0 {
			return i, true
		}
	}
	return 0, false
}

// TakeApart returns what a message says as the composer holds it: its first
// text, and all other parts of its content, texts of attached files among them.
func TakeApart(message json.RawMessage) (text string, others []json.RawMessage) {
	content := scan.Get(message, "content")
	if scan.KindOf(content) == scan.String {
		return scan.Text(content), nil
	}
	found := false
	for _, part := range scan.Elements(content) {
		if value := scan.Get(part, "text"); !found && scan.KindOf(value) == scan.String {
			text, found = scan.Text(value), true
			continue
		}
		others = append(others, part)
	}
	return text, others
}

// Reopen begins a branch beside a turn that holds the turn's items and nothing
// of what came after them: they wait for an answer, to be edited first. The
// text being written and its attachments make way; undo gives them back.
func (c *Conversation) Reopen(turn *Turn, composer string) (left string) {
	left, _ = c.recordEdit(composer, singleStep, func() (string, error) { // it never fails
		t := c.newTurn(turn.Parent, turn.Input)
		t.rawInput, t.madeByEdit = turn.rawInput, true
		c.Select(t)
		c.attached = nil
		return "", nil
	})
	return left
}

// UserMessage returns text as a user message item.
func UserMessage(text string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote("message"), "role", scan.Quote("user"), "content", scan.Quote(text))
}

func inputText(text string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote("input_text"), "text", scan.Quote(text))
}
