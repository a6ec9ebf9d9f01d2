package state

import (
	"encoding/json"

	"gatehouse/state/raw"
)

// Instead says that what is being written stands for what a turn said, nil for
// none: it is spelled as that is, whatever of it is kept.
func (c *Conversation) Instead(t *Turn) { c.instead = t }

// respelled is what is being written, spelled as what it stands for; nil where
// that can not hold it.
func (c *Conversation) respelled(composer string) json.RawMessage {
	if c.instead == nil || len(c.instead.Input) != 1 || composer == "" {
		return nil
	}
	item := c.instead.Input[0]
	path, text, beside := []string{"content"}, raw.Get(item, "content"), [][]byte(nil)
	if raw.KindOf(text) == raw.Array {
		var parts [][]byte
		for _, part := range raw.Elements(text) {
			parts = append(parts, part)
		}
		if len(parts) == 0 {
			return nil
		}
		path, text, beside = []string{"content", "0", "text"}, raw.Get(parts[0], "text"), parts[1:]
	}
	if raw.KindOf(text) != raw.String || len(beside) != len(c.attached) {
		return nil
	}
	for i, part := range c.attached {
		if !raw.Same(part, beside[i]) {
			return nil
		}
	}
	if raw.Text(text) == composer {
		return item
	}
	item, err := setAt(item, path, raw.Quote(composer))
	if err != nil {
		return nil
	}
	return item
}

// stringInput is what is being written as the input, where what it stands for is
// one that is a string; nil where it is not.
func (c *Conversation) stringInput(composer string) json.RawMessage {
	t := c.instead
	if t == nil || t.Parent != nil || c.Current != nil || composer == "" || len(c.attached) > 0 || raw.KindOf(t.spelled) != raw.String {
		return nil
	}
	if raw.Text(t.spelled) == composer {
		return t.spelled
	}
	return raw.Quote(composer)
}
