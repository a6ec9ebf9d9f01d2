// Package desk holds the conversations of this run and what is done to them,
// whichever screen asks for it: their drafts and headers, what is edited in them
// and undone, what is sent, runs and waits, the outputs of tool calls, saving and
// opening. It draws nothing and knows no screen: the screens read what it
// holds after every message, and give their panes what has changed.
package desk

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/screen"
	"gatehouse/state/talk"
)

// Desk is the conversations of this run, one of which is shown.
type Desk struct {
	*screen.Host
	chat    ChatScreen
	writing Writing
	builder Builder

	chats   []*Chat // in the order of their making
	shown   int
	started uint64
	onBatch func(c *Chat, ended bool) tea.Cmd

	connecting *connecting // nil: none
	keeping    keeping
	outputs    outputs
	refused    checked   // the request whose faults are listed
	typedAt    time.Time // the last key of the editing of the document as a whole
}

// Writing is where the person writes the text of the shown conversation's next
// message.
type Writing interface {
	Text() string // it costs a copy
	Blank() bool  // the text is nothing that could be sent
	Version() int // of the text, and of the place in it
	SetText(text string)
	Insert(text string)   // where the cursor is
	Remember(text string) // among the prompts of this run
}

// ChatScreen is the screen on which the text is written and answers are seen.
type ChatScreen interface {
	Write() tea.Cmd           // goes to the text that is being written
	Watch() tea.Cmd           // goes to where an answer is seen as it comes, unless the person is there
	StopKey() string          // the key that stops a stream from where the person is
	Explains(*talk.Turn) bool // says itself what to do next, once the turn's exchange has ended
}

// Builder is the screen on which the shown conversation's document is built. What
// is typed there may not be part of the document yet.
type Builder interface {
	// TakeIn takes what is typed into the document. wrong says what cannot be
	// taken, and what to do about it; empty when all is in.
	TakeIn() (wrong string)
	// Unfinished reports whether something was typed in a conversation that
	// cannot be taken.
	Unfinished(c *Chat) bool
	// Leave is called before another conversation is shown. What cannot be taken
	// stays with the one that is left.
	Leave()
	// Enter goes there.
	Enter() tea.Cmd
	// ShowPlace goes there, to a place of the document, a JSON Pointer.
	ShowPlace(pointer string) tea.Cmd
}

// New makes a desk with one conversation: that of the file in the host's
// options, else a new one with this model. It is of use once the screens have
// called SetChat and SetBuilder.
func New(h *screen.Host, model string) *Desk {
	d := &Desk{Host: h, outputs: outputs{
		allowed: map[toolName]bool{}, running: map[callName]context.CancelFunc{}, prepared: map[callName]prepared{},
	}}
	h.Openers = append(h.Openers, d.openFile)
	h.OnModels(d.modelsChanged)
	first := d.newChat(model)
	if h.Session != nil {
		d.begin(first, *h.Session, model)
	}
	d.chats = []*Chat{first}
	return d
}

// SetChat says where the text is written and answers are seen. onBatch is called
// after each batch of an answer that is to be drawn.
func (d *Desk) SetChat(s ChatScreen, w Writing, onBatch func(c *Chat, ended bool) tea.Cmd) {
	d.chat, d.writing, d.onBatch = s, w, onBatch
}

// SetBuilder says where the document is built.
func (d *Desk) SetBuilder(b Builder) { d.builder = b }

// ShowPlace goes to a place of the shown document, a JSON Pointer.
func (d *Desk) ShowPlace(pointer string) tea.Cmd { return d.builder.ShowPlace(pointer) }

// begin makes a conversation that of the file that was named at the start. A
// model named with it changes what was opened.
func (d *Desk) begin(c *Chat, s files.Session, model string) {
	err := d.take(c, s, model)
	if err == nil && d.SessionModel != "" {
		err = c.Conv.Draft.SetModel(d.SessionModel)
	}
	if err != nil {
		d.Warn("the model was not set: " + err.Error())
	}
	if s.Note != "" {
		d.Notify("opened %s; %s", s.Path, s.Note)
	}
	d.Folder = filepath.Dir(s.Path)
}

// Shown is the conversation that is shown.
func (d *Desk) Shown() *Chat { return d.chats[d.shown] }

// All are the conversations, in the order of their making.
func (d *Desk) All() []*Chat { return d.chats }

// Index is the place of the shown one among them.
func (d *Desk) Index() int { return d.shown }

// Started counts the exchanges that were started.
func (d *Desk) Started() uint64 { return d.started }

// Running counts the exchanges on their way, and those of them that are not
// shown.
func (d *Desk) Running() (all, others int) {
	for i, c := range d.chats {
		if c.Run == nil {
			continue
		}
		all++
		if i != d.shown {
			others++
		}
	}
	return all, others
}

// Text is the text that is being written as it would be sent: blanks alone are
// none.
func (d *Desk) Text() string { return d.textOf(d.Shown()) }

// textOf is Text of any conversation.
func (d *Desk) textOf(c *Chat) string {
	switch {
	case d.isBlank(c):
		return ""
	case c == d.Shown():
		return d.writing.Text()
	}
	return c.text
}

// isBlank reports whether nothing is being written in a conversation.
func (d *Desk) isBlank(c *Chat) bool {
	if c == d.Shown() {
		return d.writing.Blank()
	}
	return strings.TrimSpace(c.text) == ""
}

// bodyOptions say how requests are written for the service.
func (d *Desk) bodyOptions() talk.BodyOptions {
	return talk.BodyOptions{MessageModel: d.Shown().Link.MessageModel}
}
