package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gatehouse/client/scan"
)

// ErrInputTwice is the error of a document with two members `input`: one would be lost.
var ErrInputTwice = errors.New("input appears twice in the document; remove one")

// ReplaceBody replaces what Body writes by another request, for raw editing; see Edit for
// what happens to `input` and to the composer's text. A request that differs only in white
// space or in the position of model, instructions and input changes nothing. together
// merges this edit and the one before into one step to undo, when that was such an edit
// too.
//
// The error is a *scan.SyntaxError for invalid JSON, else ErrOpen or ErrInputTwice.
func (c *Conversation) ReplaceBody(doc []byte, composer string, o BodyOptions, together bool) (left string, err error) {
	o = c.resolve(o)
	if err := scan.Check(doc); err != nil {
		return composer, err
	}
	if scan.KindOf(doc) != scan.Object {
		return composer, fmt.Errorf("%w: a request is a JSON object", ErrOpen)
	}
	input, err := singleInput(doc)
	if err != nil {
		return composer, err
	}
	kind := firstOfRun
	if together {
		kind = continuesRun
	}
	return c.recordEdit(composer, kind, func() (string, error) {
		if !c.Draft.sameMembers(doc) {
			rest, _ := deleteAt(doc, []string{"input"})
			if err := c.Draft.Replace(rest); err != nil {
				return composer, err
			}
		}
		return c.setInput(input, composer, o), nil
	})
}

// Rebase returns doc, which was edited from base, as the same edit of now. Where doc left
// base's input unchanged, the result has now's input, so that an edit of other members
// does not revert the turns since then. All three must be JSON objects.
func Rebase(doc, base, now []byte) []byte {
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

// sameMembers reports whether a document without its input equals what the body shows of
// the draft.
func (d *Draft) sameMembers(doc []byte) bool {
	theirs := slices.DeleteFunc(bodyOrder(doc), func(m scan.Member) bool { return m.Key == "input" })
	return slices.EqualFunc(bodyOrder(d.doc), theirs, func(a, b scan.Member) bool { return a.Key == b.Key && scan.Same(a.Value, b.Value) })
}

// items returns the items of the body, the composer's included.
func (c *Conversation) items(composer string, o BodyOptions) []json.RawMessage {
	var items []json.RawMessage
	for _, t := range c.Path() {
		items = append(items, t.requestItems(o).items...)
	}
	return append(items, c.ComposedItems(composer)...)
}

// setInput makes value the input of the document; nil deletes it. A value that is not a
// list is written as it is spelled.
func (c *Conversation) setInput(value json.RawMessage, composer string, o BodyOptions) (left string) {
	spelled := c.nonListInput(composer)
	switch {
	case value != nil && spelled != nil && scan.Same(value, spelled):
		return composer
	case scan.KindOf(value) == scan.Array:
		if items := scan.List(value); len(items) > 0 {
			return c.setItems(items, composer, o)
		}
	case value == nil && spelled == nil && len(c.items(composer, o)) == 0:
		return composer
	}
	value = bytes.Clone(value)
	if scan.KindOf(value) == scan.String {
		t := c.newTurn(nil, []json.RawMessage{UserMessage(scan.Text(value))})
		t.rawInput, t.madeByEdit = value, true
		c.Select(t)
	} else {
		c.Select(nil)
		c.rawInput = value
	}
	c.history.added += len(value)
	c.attached = nil
	return ""
}
