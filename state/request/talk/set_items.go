package talk

import (
	"bytes"
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// setItems makes items the input of the document.
func (c *Conversation) setItems(items []json.RawMessage, composer string, o BodyOptions) string {
	path := c.Path()
	was := c.items(composer, o)
	same := c.reuseItems(items, was)
	items, left, attached := c.splitComposed(items, was, same, composer)
	if !attached {
		c.attached = nil // now part of the items
	}
	last, count := c.unchangedTurns(path, min(same, len(items)), o)
	if asString := last != nil && last.rawInput != nil && last.Parent == nil && left == "" && len(c.attached) == 0; count < len(items) || asString {
		// Consecutive unanswered items are one turn.
		for last != nil && last.awaitsAnswer() {
			count -= len(last.requestItems(o).items)
			last = last.Parent
		}
	}
	if count == len(items) {
		if len(items) == 0 && left == "" && len(c.attached) == 0 {
			c.Select(nil)
			c.rawInput = json.RawMessage("[]")
			return left
		}
		if last == nil {
			c.rawInput = nil
		}
		if last != c.Current {
			c.Select(last)
		}
		return left
	}
	made := len(c.turns)
	c.Select(c.newTurns(last, items[count:]))
	for _, t := range c.turns[made:] {
		t.madeByEdit = true
	}
	return left
}

// reuseItems replaces equal items at both ends of the new list by the old ones, layout
// aside, so that what is unchanged is neither stored twice nor indented again. It returns
// how many items the lists share at their beginning.
func (c *Conversation) reuseItems(items, was []json.RawMessage) (same int) {
	shorter := min(len(items), len(was))
	for same < shorter && sameItem(items[same], was[same]) {
		items[same] = was[same]
		same++
	}
	end := 0
	for end < shorter-same && sameItem(items[len(items)-1-end], was[len(was)-1-end]) {
		items[len(items)-1-end] = was[len(was)-1-end]
		end++
	}
	for i := same; i < len(items)-end; i++ {
		items[i] = bytes.Clone(items[i]) // it may share the bytes of a document
		c.history.added += len(items[i])
	}
	return same
}

func sameItem(a, b json.RawMessage) bool {
	if len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	return scan.Same(a, b)
}

// splitComposed is splitPrompt, and also splits off what precedes an edited message in its
// turn. Where something before the message was changed, the message is an ordinary item:
// composing it again would change its spelling.
func (c *Conversation) splitComposed(items, was []json.RawMessage, same int, composer string) (rest []json.RawMessage, left string, attached bool) {
	if c.edited != nil && (len(items) != len(was) || same < len(was)-1) {
		return items, "", false
	}
	rest, left, attached = c.splitPrompt(items, was, composer)
	if len(rest) < len(items) {
		rest = rest[:len(rest)-len(c.itemsBeforeEdited())]
	}
	return rest, left, attached
}

// splitPrompt splits the composer's message off the end of the items, where it is still
// there or is the only item with another text. attached reports whether its attachments are
// still attached.
func (c *Conversation) splitPrompt(items, was []json.RawMessage, composer string) (rest []json.RawMessage, left string, attached bool) {
	if composer == "" && len(c.attached) == 0 || len(items) == 0 {
		return items, "", false
	}
	last := items[len(items)-1]
	if sameItem(last, was[len(was)-1]) {
		return items[:len(items)-1], composer, true
	}
	text, _ := SplitMessage(last)
	before := items[:len(items)-1]
	if len(c.attached) == 0 && text != "" && scan.Same(last, c.Prompt(text)) && slices.EqualFunc(before, was[:len(was)-1], sameItem) {
		return before, text, false
	}
	return items, "", false
}

// unchangedTurns returns the last turn of the path up to which all items are among the
// first same ones, and the number of those items.
func (c *Conversation) unchangedTurns(path []*Turn, same int, o BodyOptions) (last *Turn, count int) {
	for _, t := range path {
		n := len(t.requestItems(o).items)
		if count+n > same {
			break
		}
		last, count = t, count+n
	}
	return last, count
}
