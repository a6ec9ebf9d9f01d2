package plain

import (
	"context"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/figures"
)

// kind is what a stream had of one type of event.
type kind struct {
	name        string
	count       int
	first, last int64 // arrival, in microseconds after the start of the request
}

// events says which events the last answer had, and when they came.
func (c *chat) events(context.Context, string) {
	turn, x := c.last()
	switch {
	case x == nil || turn.Capture == nil:
		c.wrong("Nothing was sent yet.")
		return
	case !x.Stream:
		c.tell("The answer was not streamed, so it has no events.")
		return
	}
	for _, k := range kindsOf(turn.Capture) {
		if k.count == 1 {
			c.tell("%s, after %s.", k.name, figures.Duration(k.first))
			continue
		}
		c.tell("%s, %d times, after %s to %s.", k.name, k.count, figures.Duration(k.first), figures.Duration(k.last))
	}
	c.tell("%s in %s.", figures.Counted(x.Frames, "event"), figures.Duration(x.LatestUS()))
}

// kindsOf counts the frames of a stream by their type, in the order of their first.
func kindsOf(capture *wire.Capture) []*kind {
	var list []*kind
	known := map[string]*kind{}
	for a := range client.Replay(capture) {
		if a.Kind != wire.ArrivedFrame {
			continue
		}
		name := frameName(&a)
		k := known[name]
		if k == nil {
			k = &kind{name: name, first: a.Frame.AtUS}
			known[name], list = k, append(list, k)
		}
		k.count, k.last = k.count+1, a.Frame.AtUS
	}
	return list
}

// frameName is the type of a frame's event, or what else it is.
func frameName(a *wire.Arrival) string {
	switch {
	case a.Frame.Kind == wire.FrameComment:
		return "A comment"
	case a.Frame.Kind == wire.FrameControl || a.Frame.Kind == wire.FrameSent:
		return "A " + a.Frame.Event
	case a.Decoded && a.Event.Type != "":
		return a.Event.Type
	case string(a.Frame.Data) == "[DONE]":
		return "[DONE]"
	}
	return "A frame that could not be read"
}
