package desk

import (
	"cmp"
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// newChat makes a conversation with an empty draft, over the connection of the shown one.
func (d *Desk) newChat(model string) *Chat {
	draft := talk.NewDraft()
	if model != "" {
		if err := draft.SetModel(model); err != nil {
			d.Warn("the model was not set: " + err.Error())
		}
	}
	if d.SessionID {
		if err := draft.SetString(sessionMember, newSessionID()); err != nil {
			d.Warn("no session_id was set: " + err.Error())
		}
	}
	c := &Chat{
		ID: screen.NewID(), Conv: talk.NewConversation(draft), fresh: draft.Bytes(),
		Link: d.Link, Headers: newHeaders(d.Link.Metadata), outputs: newOutputs(),
	}
	c.Conv.SetHeaders(c.Headers.doc)
	return c
}

// Start shows a new conversation with the model that was chosen in the one before. A running
// stream continues. An empty conversation is not left for another empty one, unless a request was built in it.
func (d *Desk) Start() tea.Cmd {
	d.TakeVariant()
	from := d.Shown()
	if from.Conv.Current == nil && from.Run() == nil && !from.isBuilt() {
		return d.Notify("this conversation is new")
	}
	model := from.ChosenModel()
	if model == "" && state.Chain(from.Conv.Draft.Bytes()) != "" { // a router chose it, which the new one has not
		model = d.Link.FirstModel()
	}
	c := d.newChat(model)
	c.Headers = from.Headers.clone()
	c.Headers.doc.Delete("/" + headerSession) // it is another session
	c.Conv.SetHeaders(c.Headers.doc)
	return d.add(c)
}

// ChosenModel returns the model that the user chose for a conversation: what an example set is
// none.
func (c *Chat) ChosenModel() string { return cmp.Or(c.chosenModel, c.Conv.Draft.Model()) }

// StartExample is StartAfresh, and remembers the model that was chosen before the example.
func (d *Desk) StartExample() tea.Cmd {
	model := d.Shown().ChosenModel()
	cmd := d.StartAfresh()
	d.Shown().chosenModel = model
	return cmd
}

// StartAfresh shows an empty conversation: the shown one if nothing was sent or built in
// it, else a new one. What is being written stays where it is.
func (d *Desk) StartAfresh() tea.Cmd {
	c := d.Shown()
	if c.Conv.Current == nil && c.Conv.Len() == 0 && c.Run() == nil && !c.isBuilt() && !d.Builder.Unfinished(c) && len(c.Conv.Attachments()) == 0 {
		return nil
	}
	model := c.Conv.Draft.Model()
	if model == "" || d.Link.Local {
		model = d.Link.FirstModel()
	}
	return d.add(d.newChat(model))
}

func (d *Desk) add(c *Chat) tea.Cmd {
	d.TakeVariant()
	d.Chats = append(d.Chats, c)
	return d.Show(len(d.Chats) - 1)
}

// Show goes to a conversation. Unsent text stays with the one before.
func (d *Desk) Show(index int) tea.Cmd {
	d.TakeVariant()
	if index < 0 || index >= len(d.Chats) {
		return nil
	}
	d.swap(index)
	return tea.Batch(d.focusComposer(), d.Use(d.Shown().Link))
}

// List opens the list of this launch's conversations, the newest first.
func (d *Desk) List() tea.Cmd {
	d.TakeVariant()
	items := make([]picker.Item, 0, len(d.Chats))
	for i := len(d.Chats) - 1; i >= 0; i-- {
		c := d.Chats[i]
		items = append(items, picker.Item{
			Label:  fmt.Sprintf("%d  %s", i+1, screen.Short(cmp.Or(c.Title(), c.Conv.Draft.Contents(), "(empty)"), 48)),
			Words:  c.Conv.Draft.Model(),
			Right:  cmp.Or(c.outputStatus(), c.status()),
			Choose: func() views.Intent { return views.ShowConversation{Index: i} },
		})
	}
	return d.OpenList("Conversations", items)
}

// Adopt shows a conversation that was made elsewhere, as one of this launch.
func (d *Desk) Adopt(conv *talk.Conversation) tea.Cmd {
	c := d.chatOf(conv)
	if len(d.Chats) == 1 && d.Document(d.Shown()).IsEmpty() {
		return d.showRestored([]*Chat{c}, 0)
	}
	return d.add(c)
}

func (d *Desk) chatOf(conv *talk.Conversation) *Chat {
	c := d.newChat("")
	c.Conv = conv
	c.Conv.SetHeaders(c.Headers.doc)
	c.fresh = c.Conv.Draft.Bytes()
	return c
}

// AdoptOver is Adopt with another connection than that of the shown conversation.
func (d *Desk) AdoptOver(link *screen.Link, conv *talk.Conversation) tea.Cmd {
	if link == d.Link {
		return d.Adopt(conv)
	}
	d.warnExposed(link)
	return tea.Batch(d.Use(link), d.Adopt(conv))
}

// warnExposed warns if a key would go over a link unencrypted.
func (d *Desk) warnExposed(link *screen.Link) {
	if host := link.Exposed(); host != "" {
		d.Warn("the key goes unencrypted to " + host + " (plain http); use https")
	}
}

// SendCall sends a call as it is from the shown conversation, whose next request it is.
func (d *Desk) SendCall(call client.Call) tea.Cmd {
	c := d.Shown()
	if c.Run() != nil {
		return d.notifyRunning("")
	}
	return tea.Batch(d.Do(screen.WatchAnswer{}), d.start(c, c.Conv.TurnToSend(c.Conv.Current, nil), c.Link, call),
		d.Notify("%s", screen.ResentNotice(call, c.Link)))
}

// connecting is a change of the shown conversation's connection that waits for the key.
type connecting struct {
	desk   *Desk
	chat   *Chat
	link   *screen.Link
	failed func(error) tea.Cmd // reports why there is no key; nil: a notice does
	cancel context.CancelFunc
}

// Connect has the shown conversation send its next requests over another connection; a
// running stream stays where it is. The key is fetched first, which may take as long as the
// user types a passphrase. failed reports an error; nil: a notice does.
func (d *Desk) Connect(to screen.Connection, failed func(error) tea.Cmd) tea.Cmd {
	d.StopConnecting()
	ctx, cancel := context.WithCancel(d.Life.Ctx)
	c := &connecting{d, d.Shown(), d.LinkTo(to), failed, cancel}
	d.connecting = c
	wait := func() tea.Msg {
		_, err := c.link.Client(ctx)
		return screen.EffectFunc(func() tea.Cmd { return c.connected(err) })
	}
	if to.Key.Command == nil && to.Key.Keyring == "" {
		return wait
	}
	return tea.Batch(d.Notify("asking for the key of %s", c.link.Title), wait)
}

// StopConnecting leaves the conversation with the connection that it has.
func (d *Desk) StopConnecting() {
	if d.connecting != nil {
		d.connecting.cancel()
		d.connecting = nil
	}
}

// LeaveConnecting stops waiting for a key.
func (d *Desk) LeaveConnecting() screen.Escape {
	return screen.EscapeIf(d.connecting != nil, "stop connecting", func() tea.Cmd {
		d.StopConnecting()
		return d.Notify("still connected to %s", d.Link.Title)
	})
}

// connected makes the change once the key is there; err is why it is not.
func (c *connecting) connected(err error) tea.Cmd {
	d := c.desk
	if d.connecting != c {
		return nil // it was stopped or replaced
	}
	c.cancel()
	d.connecting = nil
	switch {
	case err != nil && c.failed != nil:
		return c.failed(err)
	case err != nil:
		return d.Notify("not connected to %s: %v", c.link.Title, err)
	}
	d.setLink(c.chat, c.link)
	notice := d.Notify("this conversation now uses %s", c.link.InFull())
	if c.chat != d.Shown() {
		return notice
	}
	return tea.Batch(d.Use(c.link), notice)
}

// Reconnect has all conversations over a connection send their next requests with its new
// settings; running streams stay as they are. It reports whether there are any.
func (d *Desk) Reconnect(was, now screen.Connection) (any bool, cmd tea.Cmd) {
	if d.connecting != nil && d.connecting.link.SameTarget(was) {
		d.StopConnecting()
	}
	for _, c := range d.Chats {
		if !c.Link.SameTarget(was) {
			continue
		}
		if to := d.LinkTo(c.Link.After(was, now)); to != c.Link {
			d.setLink(c, to)
			any = true
		}
	}
	return any, d.Use(d.Shown().Link)
}

// setLink makes a link that of a conversation. Defaults of the old connection become those of
// the new one.
func (d *Desk) setLink(c *Chat, to *screen.Link) {
	from := c.Link
	c.Link = to
	d.ForgetKey(to.Key)
	d.warnExposed(to)
	c.dropDelayed()
	if asks := c.Headers.Mode() != client.MetadataOff; asks == from.Metadata && asks != to.Metadata {
		if to.Metadata {
			c.Headers.setMetadata(metadataOn)
		} else {
			c.Headers.setMetadata(metadataOff)
		}
	}
	if model := c.Conv.Draft.Model(); from.Local || model == "" || model == from.FirstModel() {
		if err := c.Conv.Draft.SetModel(to.FirstModel()); err != nil {
			d.Warn(fmt.Sprintf("the model was not set: %v", err))
		}
	}
	c.Conv.Version++ // the documents may be written differently now
}
