package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
)

// snapshot is a conversation as it was when it was saved or opened.
type snapshot struct {
	turn   *talk.Turn
	answer uint64            // version of the turn's exchange
	draft  []byte            // shared: an edit makes another document
	text   string            // that was being written
	files  []json.RawMessage // attached to it
}

// same reports whether nothing was changed between two snapshots. An edit that
// was undone is no change.
func (s snapshot) same(as snapshot) bool {
	return s.turn == as.turn && s.answer == as.answer && s.text == as.text && bytes.Equal(s.draft, as.draft) &&
		slices.EqualFunc(s.files, as.files, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// snapshot is a conversation as it is, with this text being written.
func (c *Chat) snapshot(text string) snapshot {
	s := snapshot{turn: c.Conv.Current, draft: c.Conv.Draft.Bytes(), text: text, files: c.Conv.Attachments()}
	if s.turn != nil && s.turn.Exchange != nil {
		s.answer = s.turn.Exchange.Version
	}
	return s
}

// Document is a conversation as the document that it is.
func (d *Desk) Document(c *Chat) screen.Document { return document{d, c} }

type document struct {
	desk *Desk
	*Chat
}

func (o document) File() *screen.File { return &o.Chat.File }

func (o document) Over() *screen.Link { return o.Link }

// Changed implements screen.Document. A text that is being written is read where it is to be
// compared alone.
func (o document) Changed() bool {
	d, c := o.desk, o.Chat
	switch blank := d.isBlank(c); {
	case d.Builder.Unfinished(c):
		return true
	case c.Path == "":
		return c.Conv.Current != nil || !blank || len(c.Conv.Attachments()) > 0 || !bytes.Equal(c.Conv.Draft.Bytes(), c.fresh)
	case !blank && c.saved.text == "":
		return true
	}
	return !c.snapshot(d.textOf(c)).same(c.saved)
}

func (o document) IsEmpty() bool {
	d, c := o.desk, o.Chat
	return !d.Builder.Unfinished(c) && c.Conv.Current == nil && c.Conv.Len() == 0 && d.isBlank(c) && len(c.Conv.Attachments()) == 0 && !c.built()
}

// Unsaved names the conversations whose work would be lost by quitting: turns and
// built requests that are in no file, and unsent text. Conversations that the next
// launch restores lose nothing.
func (d *Desk) Unsaved() []string {
	var names []string
	for i, c := range d.Chats {
		switch {
		case d.IsStored(d.Document(c)):
			if d.Builder.Unfinished(c) {
				names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
			}
		case c.Path != "" && d.Document(c).Changed():
			names = append(names, screen.FileName(c.Path))
		case c.Path != "":
		case c.asked():
			names = append(names, fmt.Sprintf("conversation %d", i+1))
		case c.built(), d.Builder.Unfinished(c):
			names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
		case !d.isBlank(c), len(c.Conv.Attachments()) > 0:
			names = append(names, fmt.Sprintf("the text of conversation %d", i+1))
		}
	}
	return names
}

// asked reports whether anything was asked in a conversation that has no file, or
// written among its items.
func (c *Chat) asked() bool {
	if c.Conv.Current != c.first {
		return true
	}
	for t := range c.Conv.Turns() {
		if t.SentExchange() != nil && !t.Recorded() {
			return true
		}
	}
	return false
}

// built reports whether a request was built: whether more was set in its
// document than the model.
func (c *Chat) built() bool {
	now, began := c.Conv.Draft.Bytes(), c.fresh
	if bytes.Equal(now, began) {
		return false
	}
	a, err := talk.ParseDraft(now)
	b, worse := talk.ParseDraft(began)
	if err != nil || worse != nil {
		return true
	}
	a.Delete("/model")
	b.Delete("/model")
	return !scan.Same(a.Bytes(), b.Bytes())
}
