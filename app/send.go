package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// send sends the composer's text as the next user message. Without a text it
// sends the items that wait for an answer; where none do, nothing.
func (m *Model) send(text string) tea.Cmd {
	if text == "" && m.takeBack() {
		return nil // to be read before it goes out again
	}
	c := m.desk.chat()
	if text == "" && len(c.conv.Attached()) == 0 {
		switch left := c.conv.Waiting(); {
		case c.edit != nil || !c.conv.Pending():
			return nil
		case len(left) > 0 && c.run == nil:
			return m.Notify("%s: %s answers, and what you write goes out without", stillWait(left), m.Keys.Name(views.ActAnswer))
		}
	}
	return m.sendDocument(text, false)
}

// sendDocument sends the document as it stands, with this text as the
// composer's. While a stream of this conversation runs, it keeps the text and
// says why. A document with faults is not sent unless force is true, nor is one
// behind the back of what is written in the builder and broken.
func (m *Model) sendDocument(text string, force bool) tea.Cmd {
	c := m.desk.chat()
	if c.run != nil {
		return m.streamRuns(text)
	}
	was := m.text()
	if wrong := m.settle(); wrong != "" && !force {
		return m.Notify("nothing was sent, %s", wrong)
	}
	if text == was {
		text = m.text() // what was settled may have been this text
	}
	body, err := m.bodyWith(c, text)
	if err != nil {
		return m.Notify("nothing was sent: %v", err)
	}
	next := outgoing{text: text, said: c.conv.Writing(text), body: body}
	if !force {
		return m.checkFirst(c, next)
	}
	return m.sendBody(c, next)
}

// streamRuns says that nothing is sent while a stream of this conversation runs, and
// which key stops that from where the person is; the text that was to be sent stays.
func (m *Model) streamRuns(text string) tea.Cmd {
	stop := m.Keys.Name(views.ActInterrupt) // esc leads back to the chat
	if m.screens.shown == chatScreen {
		stop = m.Keys.Name(views.ActStop)
	}
	if text == "" {
		return m.Notify("a stream is running; %s stops it", stop)
	}
	return m.Notify("a stream is running, your text stays here; %s stops the stream", stop)
}

// outgoing is a request that is to be sent: its body, the composer's text that
// it was written with, and the items that it adds; none when nothing was written.
type outgoing struct {
	text string
	said []json.RawMessage
	body []byte
}

// sendBody sends a request.
func (m *Model) sendBody(c *chat, o outgoing) tea.Cmd {
	turn := c.conv.Begin(c.parent(), o.said)
	c.conv.Attach(nil)
	m.showFiles()
	m.composer.Remember(o.text)
	if m.text() == o.text { // a prompt that was offered leaves what is being written
		m.composer.SetText("")
	}
	m.leaveEdit()
	m.Unsay(true)
	return tea.Batch(m.SetFocus(composerPane), m.start(c, turn, o.body))
}

// bodyOptions say how requests are written for the service.
func (m *Model) bodyOptions() talk.BodyOptions {
	return talk.BodyOptions{OmitModel: m.Link.OmitModel}
}

// noRequest is why nothing of an answer that was opened alone is sent again.
func noRequest(t *talk.Turn) string { return views.Saved(t.Told()) + " does not hold its request" }

// answerAlone reports whether a turn is a saved response that was opened.
func answerAlone(t *talk.Turn) bool { return t.Exchange == nil && t.Saved != nil }

// resend sends the request of a turn again, same bytes, beside that turn.
func (m *Model) resend(id int) tea.Cmd {
	c := m.desk.chat()
	turn := c.conv.Find(id)
	switch {
	case turn != nil && answerAlone(turn):
		return m.Notify("%s: it cannot be sent again", noRequest(turn))
	case turn == nil || turn.Exchange == nil:
		return m.Notify("there is no request to send again yet")
	case c.run != nil:
		return m.streamRuns("")
	}
	if m.screens.shown == inspectScreen {
		return m.sendAgain(turn)
	}
	return tea.Batch(m.show(chatScreen), m.sendAgain(turn))
}

// sendAgain sends the request of a turn beside it. One that was refused for the
// model on its messages goes out without that: the same bytes would fail again.
func (m *Model) sendAgain(turn *talk.Turn) tea.Cmd {
	c := m.desk.chat()
	body := turn.Exchange.Request
	if explain.RefusesModel(turn.Exchange) {
		body = talk.WithoutModels(body)
	}
	return m.start(c, c.conv.Again(turn), body)
}

// learn takes from an ended exchange what the service refuses. It reports whether
// that is new.
func (m *Model) learn(x *state.Exchange) bool {
	if m.Link.OmitModel || !explain.RefusesModel(x) {
		return false
	}
	m.Link.OmitModel = true
	for _, c := range m.desk.chats {
		c.conv.Version++ // the documents are written differently now
	}
	return true
}

// start starts the exchange of a turn: the reader, which fills a mailbox, and
// the first look into that mailbox.
func (m *Model) start(c *chat, turn *talk.Turn, body []byte) tea.Cmd {
	ctx, cancel := context.WithCancel(m.Life.Ctx)
	call := c.call(body)
	call.ID = strings.ToLower(rand.Text())
	c.conv.Select(turn)
	left := c.leaveLater()
	turn.Exchange = state.NewExchange(call.ID, body)
	r := &run{chat: c, turn: turn, cancel: cancel, box: screen.NewMailbox(m.Life.Began)}
	c.run = r
	m.choose(nil)
	m.transcript.Follow()
	m.offer()
	m.Arrange()
	if left {
		return tea.Batch(m.Read(ctx, call, r.box), r.next, m.Notify("what waited to be sent again is left: this was sent"))
	}
	return tea.Batch(m.Read(ctx, call, r.box), r.next)
}

// next waits for the next batch of the exchange.
func (r *run) next() tea.Msg {
	return arrived{run: r, Batch: r.box.Take()}
}

// arrived brings a batch of what came in. It lands in its own exchange,
// whatever is shown by then.
type arrived struct {
	run *run
	screen.Batch
}

func (a arrived) apply(m *Model) tea.Cmd {
	turn := a.run.turn
	if turn.Capture == nil {
		turn.Capture = a.Capture
	}
	ended := false
	for _, c := range a.Chunks {
		turn.Exchange.Apply(c...)
		ended = c[len(c)-1].Kind == wire.ArrivedEnd
	}
	a.run.box.Recycle(a.Chunks)
	switch {
	case !a.Draw:
		m.Hold()
		return a.run.next
	case !ended:
		return tea.Batch(a.run.next, m.rest(a.run))
	}
	m.inspector.calm.held = false
	a.run.cancel()
	a.run.chat.run = nil
	return m.ended(a.run.chat, turn)
}

// ended says what the transcript of the shown conversation does not say.
func (m *Model) ended(c *chat, turn *talk.Turn) tea.Cmd {
	x := turn.Exchange
	learnt := m.learn(x)
	m.Arrange()
	key := m.Keys.Name
	switch {
	case c != m.desk.chat():
		return m.Notify("%s in another conversation; %s lists them", x.Verdict, key(views.ActConversations))
	case !onPath(c.conv, turn):
		return m.Notify("%s in another branch; %s and %s in the transcript lead there", x.Verdict, key(views.ActBranchPrev), key(views.ActBranchNext))
	case learnt:
		return m.Notify("the service refuses `model` on messages: now left out; %s sends again", key(views.ActResend))
	case len(c.conv.Waiting()) > 0:
		return m.Notify("%s waits for its output; %s answers it", c.conv.Waiting()[0].Name, key(views.ActAnswer))
	case x.Verdict == state.Failed && x.Asked == "" && scan.Get(x.Request, "plugins") == nil && x.Head != nil && x.Head.Status < 500:
		return m.Notify("the request named no model; %s chooses one", key(views.ActModel))
	}
	return nil
}
