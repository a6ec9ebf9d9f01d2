package talk

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// The edits of the one document that the builder shows: what Body writes, the
// composer's text included. Outside `input` they edit the draft. Inside they
// never change earlier turns: the turns before the first changed item stay, the
// rest becomes new turns to be answered, so that the edit of an old item is a
// branch. Each returns the composer's text after the edit: all of it while its
// message is the last item unchanged, the new text when only that item was
// edited, nothing when the text has become an item.
//
// An edit that fails changes nothing. Every edit can be undone.

// Edit sets a value at a JSON Pointer (RFC 6901) as Draft.Set does; a nil value deletes it
// if it is there.
func (c *Conversation) Edit(pointer string, value json.RawMessage, composer string, o BodyOptions) (left string, err error) {
	if value != nil {
		if err := scan.Check(value); err != nil {
			return composer, err
		}
		value = trimSpace(value)
	}
	switch pointer {
	case "":
		return c.ReplaceBody(value, composer, o, false)
	case "/input":
		return c.recordEdit(composer, singleStep, func() (string, error) { return c.setInput(value, composer, c.resolve(o)), nil })
	}
	return c.editAt(pointer, composer, o, func(doc []byte, path []string) ([]byte, error) { return spliceAt(doc, path, value) })
}

// Insert inserts a value before the element at index of the array at pointer; index may be the array's
// length, and a missing array is made. Input that is not a list becomes one.
func (c *Conversation) Insert(pointer string, index int, value json.RawMessage, composer string, o BodyOptions) (left string, err error) {
	if err := scan.Check(value); err != nil {
		return composer, err
	}
	return c.editAt(pointer, composer, o, func(doc []byte, path []string) ([]byte, error) {
		return insertAt(doc, path, index, trimSpace(value))
	})
}

// MoveElement moves an element of the array at pointer; to is its index afterwards.
func (c *Conversation) MoveElement(pointer string, from, to int, composer string, o BodyOptions) (left string, err error) {
	return c.editAt(pointer, composer, o, func(doc []byte, path []string) ([]byte, error) { return moveAt(doc, path, from, to) })
}

// editAt makes an edit at a pointer, in the draft or in the input. edit returns the edited document, nil
// if there is nothing to edit.
func (c *Conversation) editAt(pointer, composer string, o BodyOptions, edit func(doc []byte, path []string) ([]byte, error)) (left string, err error) {
	o = c.resolve(o)
	path, err := parsePointer(pointer)
	if err != nil {
		return composer, err
	}
	return c.recordEdit(composer, singleStep, func() (string, error) {
		if len(path) == 0 || path[0] != "input" {
			doc, err := edit(c.Draft.doc, path)
			if doc != nil {
				c.Draft.setDoc(doc)
			}
			return composer, err
		}
		input := c.nonListInput(composer)
		if !isInvalidInput(input) {
			input = scan.MakeArray(c.items(composer, o))
		}
		input, err := edit(input, path[1:])
		if err != nil || input == nil {
			return composer, err
		}
		return c.setInput(input, composer, o), nil
	})
}

// spliceAt is setAt, and deleteAt for a nil value; nil when there is nothing to delete.
func spliceAt(doc []byte, path []string, value json.RawMessage) ([]byte, error) {
	if value != nil {
		return setAt(doc, path, value)
	}
	if out, ok := deleteAt(doc, path); ok {
		return out, nil
	}
	return nil, nil
}

// isInvalidInput reports whether an input is neither a list nor convertible to one.
func isInvalidInput(input json.RawMessage) bool {
	switch scan.KindOf(input) {
	case scan.Object, scan.Number, scan.Bool:
		return true
	}
	return false
}
