package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
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

// Version returns the version of the shown document as it is now.
func (d *Desk) Version() Version {
	c := d.Shown()
	return Version{
		Chat: c, Editing: c.Editing, Running: c.Run() != nil,
		draft: c.Conv.Draft, drafts: c.Conv.Draft.Version(), turns: c.Conv.Version,
		headers: c.Headers.doc.Version(), text: d.Composer.Version(),
	}
}

// Body returns the request that would be sent next in the shown conversation: its
// document.
func (d *Desk) Body() ([]byte, error) { return d.bodyWith(d.Shown(), d.Text()) }

// bodyWith returns the request that would be sent next in a conversation with this
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

// snapshot returns a conversation as it is, with this text being written.
func (c *Chat) snapshot(text string) snapshot {
	s := snapshot{turn: c.Conv.Current, draft: c.Conv.Draft.Bytes(), text: text, files: c.Conv.Attachments()}
	if s.turn != nil && s.turn.Exchange != nil {
		s.answer = s.turn.Exchange.Version
	}
	return s
}

// Document returns a conversation as the document that it is.
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
	return !d.Builder.Unfinished(c) && c.Conv.Current == nil && c.Conv.Len() == 0 && d.isBlank(c) && len(c.Conv.Attachments()) == 0 && !c.isBuilt()
}

// Unsaved names the conversations whose work would be lost by quitting: turns and
// built requests that are in no file, and unsent text. Conversations that the next
// launch restores lose nothing.
func (d *Desk) Unsaved() []string {
	var names []string
	for i, c := range d.Chats {
		switch {
		case c.edits != nil: // its variant is not stored either
		case d.IsStored(d.Document(c)):
			if d.Builder.Unfinished(c) {
				names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
			}
		case c.Path != "" && d.Document(c).Changed():
			names = append(names, screen.FileName(c.Path))
		case c.Path != "":
		case c.hasTurns():
			names = append(names, fmt.Sprintf("conversation %d", i+1))
		case c.isBuilt(), d.Builder.Unfinished(c):
			names = append(names, fmt.Sprintf("the request of conversation %d", i+1))
		case !d.isBlank(c), len(c.Conv.Attachments()) > 0:
			names = append(names, fmt.Sprintf("the text of conversation %d", i+1))
		}
	}
	return names
}

// hasTurns reports whether anything was asked in a conversation that has no file, or
// written among its items.
func (c *Chat) hasTurns() bool {
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

// isBuilt reports whether a request was built: whether more was set in its
// document than the model.
func (c *Chat) isBuilt() bool {
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

// ChooseModel opens the list of models for the shown conversation.
func (d *Desk) ChooseModel() tea.Cmd {
	title := "Models of " + d.Link.Title
	if d.Link.Local {
		title += " (simulated)"
	}
	return d.OpenModels(&screen.ModelList{
		Title: title, None: "the server names no model", Choose: setModel,
		Marks: MaxVariants, Marked: d.Shown().models(),
		Another: &picker.Item{Label: "(none)", Words: "let the server choose", Choose: func() views.Intent { return setModel("") }},
	}, d.Shown().Conv.Draft.Model())
}

// ModelsChanged chooses the only model of a gateway for conversations without one.
func (d *Desk) ModelsChanged() {
	if len(d.Link.Models.List) != 1 {
		return
	}
	for _, c := range d.Chats {
		if c.Link == d.Link && c.Conv.Draft.Model() == "" {
			c.Conv.Draft.SetModel(d.Link.Models.List[0].ID)
		}
	}
}

func setModel(slug string) views.Intent { return views.SetModel{Slug: slug} }

// SetModel sets the model of the shown conversation's next requests.
func (d *Desk) SetModel(slug string) tea.Cmd {
	conv := d.Shown().Conv
	d.Shown().chosenModel = ""
	var value json.RawMessage // nil: the server chooses
	if slug != "" {
		value = scan.Quote(slug)
	}
	set := d.change(func(text string) (string, error) { return conv.Edit("/model", value, text, d.bodyOptions()) })
	if slug == "" {
		return set
	}
	return tea.Batch(d.UseModel(slug), set)
}

// sessionMember is the request's member that makes routing stay with one
// provider (document, "Responses request body"): at most 256 characters.
const sessionMember = "/session_id"

func newSessionID() string { return "gatehouse-" + screen.NewID() }
