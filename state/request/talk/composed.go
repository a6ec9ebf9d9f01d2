package talk

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// Attachments returns the content parts, images and files, that are sent with the composer's text.
// The slice is shared.
func (c *Conversation) Attachments() []json.RawMessage { return c.attached }

// SetAttachments sets the content parts that are sent with the composer's text; none removes them.
// Like the text they are part of the document; they are removed when they are sent or when an edit
// turns them into an item.
func (c *Conversation) SetAttachments(parts []json.RawMessage) {
	c.attached = slices.Clone(parts)
	c.Version++
}

// Prompt returns the composer's text and the attachments as a user message; nil when there
// is neither.
func (c *Conversation) Prompt(composer string) json.RawMessage {
	if item := c.editedMessage(composer); item != nil {
		return item
	}
	if len(c.attached) == 0 {
		if composer == "" {
			return nil
		}
		return UserMessage(composer)
	}
	return scan.MakeObject("type", scan.Quote("message"), "role", scan.Quote("user"), "content", scan.MakeArray(c.composedParts(composer)))
}

// composedParts returns the content parts of the composed message, the text first.
func (c *Conversation) composedParts(composer string) []json.RawMessage {
	if composer == "" {
		return c.attached
	}
	return append([]json.RawMessage{inputText(composer)}, c.attached...)
}

// SetEdited makes the composer's text an edit of a turn's message; nil ends that. The turn's items
// before that message are sent before it, those after it are not, and the spelling of unchanged
// parts is preserved.
func (c *Conversation) SetEdited(t *Turn) { c.edited = t }

// ComposedItems returns the items that the composer adds to the path: the prompt, after
// the items that precede the edited message in its turn. It is nil when nothing is
// composed.
func (c *Conversation) ComposedItems(composer string) []json.RawMessage {
	prompt := c.Prompt(composer)
	if prompt == nil {
		return nil
	}
	return append(slices.Clip(c.itemsBeforeEdited()), prompt)
}

// itemsBeforeEdited returns the items that precede the edited message in its turn.
func (c *Conversation) itemsBeforeEdited() []json.RawMessage {
	if c.edited == nil {
		return nil
	}
	at, _ := c.edited.Message()
	return c.edited.Input[:at]
}

// editedMessage returns the edited message with the composer's text in it; nil where no
// message is edited or nothing is left of it.
func (c *Conversation) editedMessage(composer string) json.RawMessage {
	if c.edited == nil || composer == "" && len(c.attached) == 0 {
		return nil
	}
	at, ok := c.edited.Message()
	if !ok {
		return nil
	}
	item := c.edited.Input[at]
	content := scan.Get(item, "content")
	switch {
	case scan.KindOf(content) == scan.Array:
		return c.editedParts(item, scan.List(content), composer)
	case len(c.attached) == 0 && scan.Text(content) == composer:
		return item
	case len(c.attached) == 0:
		return withMember(item, "content", scan.Quote(composer))
	}
	return withMember(item, "content", scan.MakeArray(c.composedParts(composer)))
}

// editedParts is editedMessage for content that is a list. Parts that are still attached stay at
// their positions, the first other text becomes the composer's, and new attachments are appended.
func (c *Conversation) editedParts(item json.RawMessage, was []json.RawMessage, composer string) json.RawMessage {
	added, stays := slices.Clone(c.attached), make([]bool, len(was))
	for i, part := range slices.Backward(was) { // from the end: of two that are alike the first is the composer's
		if at := slices.IndexFunc(added, func(a json.RawMessage) bool { return sameItem(a, part) }); at >= 0 {
			added, stays[i] = slices.Delete(added, at, at+1), true
		}
	}
	var parts []json.RawMessage
	written, same := composer == "", len(added) == 0
	for i, part := range was {
		text := scan.Get(part, "text")
		switch {
		case stays[i]:
		case written || scan.KindOf(text) != scan.String:
			same = false
			continue
		default:
			if written = true; scan.Text(text) != composer {
				part, same = withMember(part, "text", scan.Quote(composer)), false
			}
		}
		parts = append(parts, part)
	}
	if !written {
		parts, same = append([]json.RawMessage{inputText(composer)}, parts...), false
	}
	if same {
		return item
	}
	return withMember(item, "content", scan.MakeArray(append(parts, added...)))
}

// withMember returns an object with another value of a member that it has.
func withMember(object json.RawMessage, name string, value []byte) json.RawMessage {
	out, err := setAt(object, []string{name}, value)
	if err != nil {
		return object // not an object: it is not edited
	}
	return out
}

// stringInput returns the composer's text as a string input when it edits the message of
// one; nil otherwise.
func (c *Conversation) stringInput(composer string) json.RawMessage {
	t := c.edited
	if t == nil || t.Parent != nil || c.Current != nil || composer == "" || len(c.attached) > 0 || scan.KindOf(t.rawInput) != scan.String {
		return nil
	}
	if scan.Text(t.rawInput) == composer {
		return t.rawInput
	}
	return scan.Quote(composer)
}
