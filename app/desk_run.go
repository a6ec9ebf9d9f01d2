package app

import (
	"context"
	"time"

	"gatehouse/app/screen"
	"gatehouse/state/talk"
)

// run is an exchange on its way.
type run struct {
	chat   *chat
	turn   *talk.Turn
	cancel context.CancelFunc
	box    *screen.Mailbox
}

// later is a request that is sent again when the time is over that its service
// asked to wait; any other that is sent in its conversation takes its place.
type later struct {
	chat  *chat
	turn  *talk.Turn
	until time.Time
	left  time.Duration // up to then, when the clock was looked at last
}

// leaveLater ends the waiting; it reports whether anything waited.
func (c *chat) leaveLater() bool {
	waited := c.later != nil
	c.later = nil
	return waited
}
