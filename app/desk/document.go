package desk

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Version identifies a document of the shown conversation by what it is written
// from. Equal versions belong to the same document.
type Version struct {
	Chat    *Chat
	Editing *talk.Turn // the turn whose text is being edited
	Running bool

	draft         *talk.Draft
	drafts, turns uint64 // versions
	headers       uint64
	text          int
}

// Version is that of the shown document as it is now.
func (d *Desk) Version() Version {
	c := d.Shown()
	return Version{
		Chat: c, Editing: c.Editing, Running: c.Run != nil,
		draft: c.Conv.Draft, drafts: c.Conv.Draft.Version(), turns: c.Conv.Version,
		headers: c.Headers.doc.Version(), text: d.Composer.Version(),
	}
}

// Body is the request that would be sent next in the shown conversation: its
// document.
func (d *Desk) Body() ([]byte, error) { return d.bodyWith(d.Shown(), d.Text()) }

// bodyWith is the request that would be sent next in a conversation with this
// text. While a turn is edited, it is that of the branch which the text will
// begin.
func (d *Desk) bodyWith(c *Chat, text string) ([]byte, error) {
	was := c.Conv.Current
	if p, version := c.parent(), c.Conv.Version; p != was {
		c.Conv.Select(p)
		defer func() {
			c.Conv.Select(was)
			c.Conv.Version = version // nothing has changed
		}()
	}
	return c.Conv.Body(text, d.bodyOptions())
}

// endedEdit is the editing of a turn that ended because an edit of the document
// made its branch; it continues when that is undone.
type endedEdit struct {
	turn        *talk.Turn
	current     *talk.Turn // at that time
	unsent      string
	unsentParts []json.RawMessage
}

// editDocument runs an edit on the shown document, and sets the composer to the
// text that is left of it. While a turn is edited, the document is that of the
// branch which its text will begin.
func (d *Desk) editDocument(edit func(text string) (left string, err error)) error {
	c, text := d.Shown(), d.Text()
	conv, was, from := c.Conv, c.Conv.Current, c.parent()
	if from != was {
		conv.Select(from)
	}
	left, err := edit(text)
	switch {
	case c.Editing == nil:
		c.resumeEdit(from)
	case conv.Current == from:
		if from != was {
			conv.Select(was)
		}
	default: // the document belongs to the branch now
		c.ended = &endedEdit{turn: c.Editing, current: was, unsent: c.unsent, unsentParts: c.unsentParts}
		c.leaveEdit()
	}
	if err != nil {
		return err
	}
	if left != text {
		d.Composer.SetText(left)
		d.Arrange()
	}
	return nil
}

// resumeEdit continues the editing of a turn if the edit of the document that
// ended it was undone. from is the turn that was current before that.
func (c *Chat) resumeEdit(from *talk.Turn) {
	e := c.ended
	if e == nil || c.Conv.Current == from || c.Conv.Current != e.turn.Parent || c.Conv.Find(e.current.ID) != e.current {
		return
	}
	c.setEditing(e.turn)
	c.unsent, c.unsentParts, c.ended = e.unsent, e.unsentParts, nil
	c.Conv.Select(e.current)
}

// Edit makes an edit of the shown document, or of the headers sent with it.
func (d *Desk) Edit(intent views.Intent) error {
	conv, o := d.Shown().Conv, d.bodyOptions()
	return d.editDocument(func(text string) (string, error) {
		switch i := intent.(type) {
		case views.Edit:
			if pointer, ok := strings.CutPrefix(i.Pointer, HeadersPointer); ok {
				return conv.EditHeaders(text, func() error {
					if err := d.Shown().Headers.edit(pointer, i.Value); err != nil {
						return fmt.Errorf("the header was not set: %w", err)
					}
					return nil
				})
			}
			return conv.Edit(i.Pointer, i.Value, text, o)
		case views.DeleteElement:
			return conv.Edit(i.Pointer, nil, text, o)
		case views.MoveElement:
			return conv.MoveElement(i.Pointer, i.From, i.To, text, o)
		case views.Insert:
			return conv.Insert(i.Pointer, i.Index, i.Value, text, o)
		}
		return text, nil
	})
}

// replace replaces the shown document. With joined, the edit before it and this one are
// one step to undo.
func (d *Desk) replace(doc []byte, joined bool) error {
	return d.editDocument(func(text string) (string, error) {
		return d.Shown().Conv.ReplaceBody(doc, text, d.bodyOptions(), joined)
	})
}

// Replace makes the shown document another one, in one step to undo.
func (d *Desk) Replace(doc []byte) error { return d.replace(doc, false) }

// stepAfter is how long the editing of a document as a whole may rest and still
// be one step to undo.
const stepAfter = 2 * time.Second

// ReplaceTyped replaces the shown document after a key. Consecutive keys are one
// step to undo.
func (d *Desk) ReplaceTyped(doc []byte) error {
	joined := time.Since(d.typedAt) < stepAfter
	d.typedAt = time.Now()
	return d.replace(doc, joined)
}

// change makes an edit of the shown document, and reports an error.
func (d *Desk) change(edit func(text string) (left string, err error)) tea.Cmd {
	if err := d.editDocument(edit); err != nil {
		return d.Notify("not changed: %v", err)
	}
	return nil
}
