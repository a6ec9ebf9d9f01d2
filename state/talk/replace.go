package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"gatehouse/client/scan"
)

// ErrInputTwice is the error of a document in which `input` stands twice: one
// of the two would be lost.
var ErrInputTwice = errors.New("input stands twice in the document; take one away")

// ReplaceBody puts a whole request in the place of what Body writes, for raw
// editing; see Edit for what becomes of `input` and of the composer's text.
// What only differs in white space or in the place of model, instructions and
// input is no change. together makes one step to undo of this edit and the one
// before, when that was such an edit too.
//
// The error is a *scan.SyntaxError for what is no JSON, else ErrOpen or
// ErrInputTwice.
func (c *Conversation) ReplaceBody(doc []byte, composer string, o BodyOptions, together bool) (left string, err error) {
	if err := scan.Check(doc); err != nil {
		return composer, err
	}
	if scan.KindOf(doc) != scan.Object {
		return composer, fmt.Errorf("%w: a request is a JSON object", ErrOpen)
	}
	input, err := onlyInput(doc)
	if err != nil {
		return composer, err
	}
	kind := first
	if together {
		kind = next
	}
	return c.change(composer, kind, func() (string, error) {
		if !c.Draft.says(doc) {
			rest, _ := deleteAt(doc, []string{"input"})
			if err := c.Draft.Replace(rest); err != nil {
				return composer, err
			}
		}
		return c.putInput(input, composer, o), nil
	})
}

// Rebased returns a request that was written over base as the same writing over
// now. Where it left base's input as it was, now's stands in it: what was said
// meanwhile is not taken back by who wrote about something else. All three must
// be JSON objects.
func Rebased(doc, base, now []byte) []byte {
	input := scan.Get(now, "input")
	if !sameInput(scan.Get(doc, "input"), scan.Get(base, "input")) || sameInput(scan.Get(doc, "input"), input) {
		return doc
	}
	if input == nil {
		doc, _ = deleteAt(doc, []string{"input"})
		return doc
	}
	out, err := setAt(doc, []string{"input"}, input)
	if err != nil {
		return doc
	}
	return out
}

func sameInput(a, b []byte) bool {
	return (a == nil) == (b == nil) && (a == nil || scan.Same(a, b))
}

// says reports whether a document apart from its input is what the body shows
// of the draft.
func (d *Draft) says(doc []byte) bool {
	mine, theirs := inOrder(d.doc), inOrder(doc)
	i := 0
	for _, m := range theirs {
		switch {
		case m.Key == "input":
		case i >= len(mine) || mine[i].Key != m.Key || !scan.Same(mine[i].Value, m.Value):
			return false
		default:
			i++
		}
	}
	return i == len(mine)
}

// items returns the items of the body, the composer's among them.
func (c *Conversation) items(composer string, o BodyOptions) []json.RawMessage {
	var items []json.RawMessage
	for _, t := range c.Path() {
		items = append(items, t.written(o).items...)
	}
	return append(items, c.Writing(composer)...)
}

// putInput makes value the input of the document; nil takes it away. A value
// that is no list is kept as it is spelled.
func (c *Conversation) putInput(value json.RawMessage, composer string, o BodyOptions) (left string) {
	spelled := c.asSpelled(composer)
	switch {
	case value != nil && spelled != nil && scan.Same(value, spelled):
		return composer
	case scan.KindOf(value) == scan.Array:
		if items := list(value); len(items) > 0 {
			return c.putItems(items, composer, o)
		}
	case value == nil && spelled == nil && len(c.items(composer, o)) == 0:
		return composer
	}
	value = bytes.Clone(value)
	if scan.KindOf(value) == scan.String {
		t := c.grow(nil, []json.RawMessage{UserMessage(scan.Text(value))})
		t.spelled, t.drafted = value, true
		c.Select(t)
	} else {
		c.Select(nil)
		c.spelled = value
	}
	c.past.fresh += len(value)
	c.attached = nil
	return ""
}

// putItems makes items the input of the document.
func (c *Conversation) putItems(items []json.RawMessage, composer string, o BodyOptions) string {
	path := c.Path()
	was := c.items(composer, o)
	same := c.shareItems(items, was)
	items, left, kept := c.takeWriting(items, was, same, composer)
	if !kept {
		c.attached = nil // now part of the items
	}
	keep, count := c.unchanged(path, min(same, len(items)), o)
	if asString := keep != nil && keep.spelled != nil && keep.Parent == nil && left == "" && len(c.attached) == 0; count < len(items) || asString {
		// Items that wait behind others that wait are one turn with them.
		for keep != nil && keep.waits() {
			count -= len(keep.written(o).items)
			keep = keep.Parent
		}
	}
	if count == len(items) {
		if len(items) == 0 && left == "" && len(c.attached) == 0 {
			c.Select(nil)
			c.spelled = json.RawMessage("[]")
			return left
		}
		if keep == nil {
			c.spelled = nil
		}
		if keep != c.Current {
			c.Select(keep)
		}
		return left
	}
	made := len(c.turns)
	c.Select(c.growAll(keep, items[count:]))
	for _, t := range c.turns[made:] {
		t.drafted = true
	}
	return left
}

// shareItems puts the items that were there before, layout aside, in the place
// of their like at both ends of the new list, so that what is unchanged is
// neither kept twice nor laid out anew. It returns how many the lists have in
// common at their beginning.
func (c *Conversation) shareItems(items, was []json.RawMessage) (same int) {
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
		items[i] = bytes.Clone(items[i]) // it may be a slice of a whole document
		c.past.fresh += len(items[i])
	}
	return same
}

func sameItem(a, b []byte) bool {
	if len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	return scan.Same(a, b)
}

// takeWriting is takePrompt, and of an edited message it takes off what precedes
// that in its turn too. Where something before the message was changed, the
// message is an item like the others: another text in its place would be spelled
// in its own way.
func (c *Conversation) takeWriting(items, was []json.RawMessage, same int, composer string) (rest []json.RawMessage, left string, kept bool) {
	if c.instead != nil && (len(items) != len(was) || same < len(was)-1) {
		return items, "", false
	}
	rest, left, kept = c.takePrompt(items, was, composer)
	if len(rest) < len(items) {
		rest = rest[:len(rest)-len(c.lead())]
	}
	return rest, left, kept
}

// takePrompt takes the composer's message off the end of the items, where it
// still stands there, or where it alone is another text than before. kept tells
// whether what is attached to it is still what is being written.
func (c *Conversation) takePrompt(items, was []json.RawMessage, composer string) (rest []json.RawMessage, left string, kept bool) {
	if composer == "" && len(c.attached) == 0 || len(items) == 0 {
		return items, "", false
	}
	last := items[len(items)-1]
	if sameItem(last, was[len(was)-1]) {
		return items[:len(items)-1], composer, true
	}
	text, _ := TakeApart(last)
	edited := len(items) == len(was) && len(c.attached) == 0 && text != "" && scan.Same(last, c.Prompt(text))
	for i := 0; edited && i < len(items)-1; i++ {
		edited = sameItem(items[i], was[i])
	}
	if edited {
		return items[:len(items)-1], text, false
	}
	return items, "", false
}

// unchanged returns the last turn of the path up to which all items are among
// the first same ones, and how many items that are.
func (c *Conversation) unchanged(path []*Turn, same int, o BodyOptions) (keep *Turn, count int) {
	for _, t := range path {
		n := len(t.written(o).items)
		if count+n > same {
			break
		}
		keep, count = t, count+n
	}
	return keep, count
}
