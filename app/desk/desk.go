// Package desk holds the conversations of this launch and the actions on them, for
// all screens: drafts and headers, edits and undo, running and waiting requests,
// the outputs of tool calls, saving and opening. It draws nothing and knows no
// screen: the screens read its state after every message, and pass changes to
// their panes.
package desk

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/chat/composer"
	"gatehouse/views/kit/bars"
	"gatehouse/views/kit/text"
)

// Desk holds the conversations of this launch and shows one of them.
type Desk struct {
	*screen.Host
	Composer *composer.Model // in which the text of the shown conversation's next message is written
	Builder  Builder         // the screen on which its document is built
	Example  *talk.Turn      // the turn of an example, below which Chat shows where to look; nil: none, or it was closed

	Chats   []*Chat // in the order of their making
	shown   int
	Started uint64 // counts the exchanges that were started

	connecting *connecting // nil: none
	autosave   autosave

	OutputsVersion uint64            // of OutputStatus
	allowed        map[toolName]bool // commands that run unasked, for this launch
	asked          chatCall          // for whose command the user was asked last

	refused checked   // the request whose faults are listed
	typedAt time.Time // the last key of the editing of the document as a whole
}

// ComposerPane is the pane of Chat with the composer.
const ComposerPane screen.ID = "chat/composer"

// Builder is the screen on which the shown conversation's document is built. What
// is typed there may not be part of the document yet.
type Builder interface {
	// CommitEdits applies what is typed to the document. wrong describes what is not valid
	// and what to do about it; empty if all was applied.
	CommitEdits() (wrong string)
	// Unfinished reports whether something was typed in a conversation that
	// cannot be taken.
	Unfinished(c *Chat) bool
	// Leave is called before another conversation is shown. What cannot be taken
	// stays with the one that is left.
	Leave()
}

// New makes a desk with one conversation: that of the file in the host's
// options, else a new one with this model. It is of use once Builder is set.
func New(h *screen.Host, model string) *Desk {
	d := &Desk{Host: h, Composer: composer.New(h.Styles, h.Keys), allowed: map[toolName]bool{}}
	first := d.newChat(model)
	if h.Session != nil {
		d.openSession(first, *h.Session, model)
	}
	d.Chats = []*Chat{first}
	return d
}

func (d *Desk) focusComposer() tea.Cmd { return d.SetFocus(ComposerPane) }

// stopKey returns the name of the key that stops a stream: on the other screens esc leads back
// to Chat.
func (d *Desk) stopKey() string {
	if d.Focus().Screen() == ComposerPane.Screen() {
		return d.Keys.Name(views.ActStop)
	}
	return d.Keys.Name(views.ActInterrupt)
}

// openSession loads the file that was named at the start into a conversation. A model
// named with it is an edit of the file.
func (d *Desk) openSession(c *Chat, s files.Session, model string) {
	err := d.loadSession(c, s, model)
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

// Shown returns the conversation that is shown.
func (d *Desk) Shown() *Chat { return d.Chats[d.shown] }

// Index returns the index in Chats of the conversation that is shown.
func (d *Desk) Index() int { return d.shown }

// Running returns how many exchanges are running, and how many of them are not shown.
func (d *Desk) Running() (all, others int) {
	for i, c := range d.Chats {
		all += len(c.Runs)
		if i != d.shown {
			others += len(c.Runs)
		}
	}
	return all, others
}

// Text returns the text that is being written as it would be sent: empty for blanks alone.
func (d *Desk) Text() string { return d.textOf(d.Shown()) }

func (d *Desk) textOf(c *Chat) string {
	switch {
	case d.isBlank(c):
		return ""
	case c == d.Shown():
		return d.Composer.Text()
	}
	return c.text
}

func (d *Desk) isBlank(c *Chat) bool {
	if c == d.Shown() {
		return d.Composer.Blank()
	}
	return strings.TrimSpace(c.text) == ""
}

// bodyOptions returns how requests are written for the service.
func (d *Desk) bodyOptions() talk.BodyOptions {
	return talk.BodyOptions{MessageModel: d.Shown().Link.MessageModel}
}

// Facts returns the facts about the shown conversation for the top line, without those about
// an exchange.
func (d *Desk) Facts() bars.Facts {
	var f bars.Facts
	c := d.Shown()
	_, f.Others = d.Running()
	f.Model = text.SanitizeLine(state.Chain(c.Conv.Draft.Bytes()))
	if v := c.Variants; v != nil {
		f.Model = fmt.Sprintf("%d side by side", len(v.List))
	}
	f.Metadata = c.Headers.Mode() != client.MetadataOff
	f.Running = c.Run() != nil
	f.Title = d.Name(d.Document(c))
	if len(d.Chats) > 1 && c.edits == nil {
		f.Title = strings.TrimSpace(fmt.Sprintf("%d of %d  %s", d.shown+1, len(d.Chats), f.Title))
	}
	return f
}

// TurnFacts returns Facts with the verdict of a turn's exchange: as it is in shown, an earlier state of
// it, or for nil as it is now. t is nil for no turn.
func (d *Desk) TurnFacts(t *talk.Turn, shown *state.Exchange) bars.Facts {
	f, c := d.Facts(), d.Shown()
	if t == nil || t.SentExchange() == nil {
		return f
	}
	if shown == nil {
		shown = t.SentExchange()
	}
	f.Verdict, f.Past = shown.Verdict, shown != t.SentExchange()
	f.Waits = !f.Past && t == c.Conv.Current && len(c.outputs.running) == 0 && len(c.Conv.OpenCalls()) > 0
	f.Blocked = shown.Failure != nil && shown.Failure.Guardrail
	return f
}

// LeaveWaiting stops waiting for the time to send a request of the shown
// conversation again.
func (d *Desk) LeaveWaiting() screen.Escape {
	return screen.EscapeIf(d.Shown().Delayed != nil && !d.Shown().Delayed.countDown, "stop waiting", func() tea.Cmd {
		d.Shown().dropDelayed()
		d.Arrange()
		return nil
	})
}

// CopiedFrom notes which exchange the shown conversation was made of, until something is
// sent from it. continues reports whether it continues that exchange.
func (d *Desk) CopiedFrom(about history.About, continues bool) {
	d.Shown().copied, d.Shown().asks = &about, continues
}

// goesElsewhere reports whether the next request of a conversation goes to another gateway than
// what it was made of.
func (d *Desk) goesElsewhere(c *Chat) bool {
	return c.copied != nil && !d.IsSentOver(c.Link.Connection, *c.copied)
}

// copiedNote reports that the next request goes to another gateway than its original: it may
// contain what this gateway must not see.
func (d *Desk) copiedNote() []string {
	c := d.Shown()
	if !d.goesElsewhere(c) {
		return nil
	}
	return []string{"the original went to " + d.GatewayName(*c.copied) + "; this goes to " + c.Link.InFull() + "; " +
		d.Keys.Name(views.ActConnections) + " changes that"}
}

// Notes returns the lines that stay in the notice while they are true of the shown conversation.
func (d *Desk) Notes() []string {
	return slices.Concat(d.DelayNote(), d.copiedNote(), d.variantNote(), d.waitingNote())
}
