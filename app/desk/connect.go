package desk

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
)

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
		return screen.Landing(func() tea.Cmd { return c.connected(err) })
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
	d.move(c.chat, c.link)
	notice := d.Notify("this conversation now uses %s", c.link.InFull())
	if c.chat != d.Shown() {
		return notice
	}
	return tea.Batch(d.Use(c.link), notice)
}

// Reconnect has all conversations over a connection send their next requests with its new
// settings; running streams stay as they are. It reports whether there are any.
func (d *Desk) Reconnect(was, now screen.Connection) (any bool, cmd tea.Cmd) {
	if d.connecting != nil && d.connecting.link.Leads(was) {
		d.StopConnecting()
	}
	for _, c := range d.Chats {
		if !c.Link.Leads(was) {
			continue
		}
		if to := d.LinkTo(c.Link.After(was, now)); to != c.Link {
			d.move(c, to)
			any = true
		}
	}
	return any, d.Use(d.Shown().Link)
}

// move makes a link that of a conversation. Defaults of the old connection become those of
// the new one.
func (d *Desk) move(c *Chat, to *screen.Link) {
	from := c.Link
	c.Link = to
	d.ForgetKey(to.Key)
	if host := to.Exposed(); host != "" {
		d.Warn("the key goes unencrypted to " + host + " (plain http); use https")
	}
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
