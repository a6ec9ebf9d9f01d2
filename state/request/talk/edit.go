package talk

import (
	"encoding/json"
	"fmt"
	"strconv"

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
	o = c.resolve(o)
	path, err := parsePointer(pointer)
	if err != nil {
		return composer, err
	}
	if value != nil {
		if err := scan.Check(value); err != nil {
			return composer, err
		}
		s := valueSpan(value)
		value = value[s.from:s.to]
	}
	switch {
	case len(path) == 0:
		return c.ReplaceBody(value, composer, o, false)
	case path[0] != "input":
		return c.recordEdit(composer, singleStep, func() (string, error) {
			if value == nil {
				c.Draft.Delete(pointer)
				return composer, nil
			}
			return composer, c.Draft.Set(pointer, value)
		})
	}
	return c.recordEdit(composer, singleStep, func() (string, error) {
		if len(path) == 1 {
			return c.setInput(value, composer, o), nil
		}
		if odd := c.nonListInput(composer); isInvalidInput(odd) {
			odd, err := spliceAt(odd, path[1:], value)
			if err != nil || odd == nil {
				return composer, err
			}
			return c.setInput(odd, composer, o), nil
		}
		items, err := editItems(c.items(composer, o), path[1:], value)
		if err != nil || items == nil {
			return composer, err
		}
		return c.setItems(items, composer, o), nil
	})
}

// Insert inserts a value before the element at index of the array at pointer, as
// Draft.Insert does. Input that is not a list becomes one.
func (c *Conversation) Insert(pointer string, index int, value json.RawMessage, composer string, o BodyOptions) (left string, err error) {
	if err := scan.Check(value); err != nil {
		return composer, err
	}
	s := valueSpan(value)
	value = value[s.from:s.to]
	return c.editArray(pointer, composer, o, arrayEdit{
		draft: func() error { return c.Draft.Insert(pointer, index, value) },
		items: func(items []json.RawMessage) ([]json.RawMessage, error) {
			if index < 0 || index > len(items) {
				return nil, fmt.Errorf("%w: there are %d items, and no place %d", ErrPath, len(items), index)
			}
			return append(append(append([]json.RawMessage{}, items[:index]...), value), items[index:]...), nil
		},
		below: func(item []byte, path []string) ([]byte, error) { return insertAt(item, path, index, value) },
	})
}

// MoveElement moves an element of the array at pointer; to is its index afterwards.
func (c *Conversation) MoveElement(pointer string, from, to int, composer string, o BodyOptions) (left string, err error) {
	return c.editArray(pointer, composer, o, arrayEdit{
		draft: func() error { return c.Draft.Move(pointer, from, to) },
		items: func(items []json.RawMessage) ([]json.RawMessage, error) {
			if from < 0 || to < 0 || from >= len(items) || to >= len(items) {
				return nil, fmt.Errorf("%w: there are %d items; from %d to %d is no move among them", ErrPath, len(items), from, to)
			}
			return moved(append([]json.RawMessage{}, items...), from, to), nil
		},
		below: func(item []byte, path []string) ([]byte, error) { return moveAt(item, path, from, to) },
	})
}

// arrayEdit is an edit of an array in each place where there may be one: in the draft, as
// the list of items, or inside an item.
type arrayEdit struct {
	draft func() error
	items func([]json.RawMessage) ([]json.RawMessage, error)
	below func(item []byte, path []string) ([]byte, error)
}

func (c *Conversation) editArray(pointer, composer string, o BodyOptions, e arrayEdit) (string, error) {
	o = c.resolve(o)
	path, err := parsePointer(pointer)
	if err != nil {
		return composer, err
	}
	return c.recordEdit(composer, singleStep, func() (string, error) {
		if len(path) == 0 || path[0] != "input" {
			return composer, e.draft()
		}
		items := c.items(composer, o)
		switch odd := c.nonListInput(composer); {
		case isInvalidInput(odd) && len(path) > 1:
			var whole []byte
			if whole, err = e.below(odd, path[1:]); err == nil {
				return c.setInput(whole, composer, o), nil
			}
		case isInvalidInput(odd):
			err = fmt.Errorf("%w: input is %s, not a list", ErrPath, excerpt(odd))
		case len(path) == 1:
			items, err = e.items(items)
		default:
			var i int
			if i, err = itemIndex(items, path[1]); err == nil {
				items = append([]json.RawMessage{}, items...)
				items[i], err = e.below(items[i], path[2:])
			}
		}
		if err != nil {
			return composer, err
		}
		return c.setItems(items, composer, o), nil
	})
}

// editItems returns the items with an edit made at a path in them; nil when there is
// nothing to delete.
func editItems(items []json.RawMessage, path []string, value json.RawMessage) ([]json.RawMessage, error) {
	out := append([]json.RawMessage{}, items...)
	if len(path) == 1 && value != nil && (path[0] == "-" || path[0] == strconv.Itoa(len(items))) {
		return append(out, value), nil
	}
	i, err := itemIndex(items, path[0])
	switch {
	case err != nil && value == nil:
		return nil, nil
	case err != nil:
		return nil, err
	case len(path) == 1 && value == nil:
		return append(out[:i], out[i+1:]...), nil
	case len(path) == 1:
		out[i] = value
		return out, nil
	}
	item, err := spliceAt(items[i], path[1:], value)
	if err != nil || item == nil {
		return nil, err
	}
	out[i] = item
	return out, nil
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

func itemIndex(items []json.RawMessage, token string) (int, error) {
	if i, err := strconv.Atoi(token); err == nil && strconv.Itoa(i) == token && i >= 0 && i < len(items) {
		return i, nil
	}
	return 0, fmt.Errorf("%w: there are %d items, and none at %q", ErrPath, len(items), token)
}
