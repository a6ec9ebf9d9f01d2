package desk

import (
	"gatehouse/client/har"
	"gatehouse/client/wire"
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

// AboutPast is what there is to say of the exchange of a turn that was not made in this
// run; ok is false for one that was. Of most files nothing is known.
func (c *Chat) AboutPast(t *talk.Turn) (about history.About, ok bool) {
	if about, ok = c.abouts[t.Capture]; ok && t.Capture != nil {
		return about, true
	}
	return history.About{}, t.Recorded() || t.Exchange != nil && t.SentExchange() == nil
}
