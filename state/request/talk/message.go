package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// Message returns the index in Input of the turn's last user message, the one that can be
// edited; ok is false where there is none with content.
func (t *Turn) Message() (at int, ok bool) {
	for i, item := range slices.Backward(t.Input) {
		kind := scan.Text(scan.Get(item, "type"))
		if scan.Text(scan.Get(item, "role")) != "user" || kind != "" && kind != "message" {
			continue
		}
		if text, parts := SplitMessage(item); text != "" || len(parts) > 0 {
			return i, true
		}
	}
	return 0, false
}

// SplitMessage splits a message as the composer holds it: its first text, and all other
// parts of its content, texts of attached files included.
func SplitMessage(message json.RawMessage) (text string, others []json.RawMessage) {
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

// Reopen adds a sibling of a turn with the turn's items and nothing after them, to be edited and
// sent. The composer's text and attachments are removed; undo restores them.
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

// UserMessage returns a user message item with this text.
func UserMessage(text string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote("message"), "role", scan.Quote("user"), "content", scan.Quote(text))
}

func inputText(text string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote("input_text"), "text", scan.Quote(text))
}
