package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/views/text"
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

// Changed reports whether the shown conversation is another than the one that
// was saved last; for one that never was, whether there is anything to save.
func (d *Desk) Changed() bool {
	c := d.Shown()
	if d.builder.Unfinished(c) {
		return true
	}
	if c.Path == "" {
		return c.Conv.Current != nil || !d.writing.Blank() || len(c.Conv.Attachments()) > 0 || !bytes.Equal(c.Conv.Draft.Bytes(), c.fresh)
	}
	text := ""
	if !d.writing.Blank() {
		text = "?"
		if c.saved.text != "" {
			text = d.writing.Text()
		}
	}
	return !c.snapshot(text).same(c.saved)
}

// Name is what the top line calls the shown conversation: its file, with a star where that
// holds another by now. Without a file it has no name, and "not saved" is said where the
// history does not hold it either.
func (d *Desk) Name() string {
	c := d.Shown()
	changed := d.Changed()
	a := d.History.Opened()
	switch {
	case c.Path == "" && (!changed || a != nil && !a.Failing() && d.keeps(c)):
		return ""
	case c.Path == "":
		return "not saved"
	}
	name := text.SanitizeLine(filepath.Base(c.Path))
	if changed {
		name += "*"
	}
	return name
}

// Unsaved names the conversations whose work would be lost by quitting. Work is
// what was said or built and is in no file, and a text that was not sent; with
// kept, none of that is lost of those that the next run continues.
func (d *Desk) Unsaved(kept bool) []string {
	var names []string
	for i, c := range d.chats {
		switch {
		case kept && d.keeps(c):
			if d.builder.Unfinished(c) {
				names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
			}
		case c.Path != "" && d.differs(c):
			names = append(names, filepath.Base(c.Path))
		case c.Path != "":
		case c.asked():
			names = append(names, fmt.Sprintf("conversation %d", i+1))
		case c.built(), d.builder.Unfinished(c):
			names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
		case d.textOf(c) != "", len(c.Conv.Attachments()) > 0:
			names = append(names, fmt.Sprintf("the text of conversation %d", i+1))
		}
	}
	return names
}

// differs reports whether a conversation that has a file is another by now.
func (d *Desk) differs(c *Chat) bool {
	if c == d.Shown() {
		return d.Changed()
	}
	return d.builder.Unfinished(c) || !c.snapshot(d.textOf(c)).same(c.saved)
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
