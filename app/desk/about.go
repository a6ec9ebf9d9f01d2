package desk

import (
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/talk"
)

// abouts is what is known of exchanges that were not made in this run.
type abouts map[*wire.Capture]history.About

// Know notes what is known of an exchange that was not made in this run.
func (c *Chat) Know(of *wire.Capture, about history.About) {
	if c.abouts == nil {
		c.abouts = abouts{}
	}
	c.abouts[of] = about
}

// know notes what a file says of its exchanges.
func (c *Chat) know(entries []har.Entry) {
	for _, e := range entries {
		c.Know(e.Capture, export.AboutOf(e))
	}
}

// sent notes how the exchange of a turn is sent.
func (c *Chat) sent(t *talk.Turn, about history.About) {
	if c.sentAs == nil {
		c.sentAs = map[*talk.Turn]history.About{}
	}
	c.sentAs[t] = about
}

// AboutOf is what there is to say of the exchange of a turn: how it was sent in this run,
// or what is known of one from before. Of most files nothing is known.
func (c *Chat) AboutOf(t *talk.Turn) history.About {
	if about, ok := c.abouts[t.Capture]; ok && t.Capture != nil {
		return about
	}
	if about, ok := c.sentAs[t]; ok {
		return about
	}
	if t.Recorded() || t.Exchange != nil && t.SentExchange() == nil {
		return history.About{}
	}
	return c.Link.About(c.ID, t.ID, state.Responses)
}
