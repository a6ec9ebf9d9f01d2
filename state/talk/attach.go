package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// Attached returns the content parts that go with the text that is being
// written: images, files. The list is shared.
func (c *Conversation) Attached() []json.RawMessage { return c.attached }

// Attach sets the content parts that go with the text that is being written;
// none takes them away. Like the text they are part of the document, and gone
// from here once they are sent or an edit made an item of them.
func (c *Conversation) Attach(parts []json.RawMessage) {
	c.attached = slices.Clone(parts)
	c.Version++
}

// Prompt returns what is being written as a user message: the composer's text,
// and behind it what is attached. Nil when that is nothing.
func (c *Conversation) Prompt(composer string) json.RawMessage {
	if item := c.respelled(composer); item != nil {
		return item
	}
	if len(c.attached) == 0 {
		if composer == "" {
			return nil
		}
		return UserMessage(composer)
	}
	return scan.MakeObject("type", scan.Quote("message"), "role", scan.Quote("user"), "content", scan.MakeArray(c.parts(composer)))
}

// parts are the content parts of what is being written: the text first.
func (c *Conversation) parts(composer string) []json.RawMessage {
	if composer == "" {
		return c.attached
	}
	return append([]json.RawMessage{inputText(composer)}, c.attached...)
}

func inputText(text string) json.RawMessage {
	return scan.MakeObject("type", scan.Quote("input_text"), "text", scan.Quote(text))
}
