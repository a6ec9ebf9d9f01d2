package plain

import (
	"context"
	"crypto/rand"
	"strings"

	"gatehouse/app/effect/answer"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
)

func (c *chat) send(ctx context.Context, message string) {
	body, err := c.conv.Body(message, c.bodyOptions())
	if err != nil {
		c.wrong("Not sent: %v.", err)
		return
	}
	if found := report.Checked(validate.For(validate.ForResponses, body, validate.Service{Word: c.Connection.Client.Service()})); len(report.Faults(found)) > 0 {
		for _, f := range report.Faults(found) {
			c.wrong("Not sent: %s.", strings.TrimSuffix(f.Words(), "."))
		}
		return
	}
	c.exchange(ctx, c.conv.TurnToSend(c.conv.Current, c.conv.ComposedItems(message)), body)
}

// exchange makes the exchange of a turn, prints it as it arrives, and saves it.
func (c *chat) exchange(ctx context.Context, turn *talk.Turn, body []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	call := client.Call{
		Path: "/responses", Body: body, ID: strings.ToLower(rand.Text()), Metadata: client.MetadataOff,
		Stream: string(scan.Get(body, "stream")) == "true",
	}
	if c.Connection.Metadata {
		call.Metadata = client.MetadataOn
	}
	about := c.Connection.About
	about.Session, about.Turn = c.id, turn.ID
	save := func(*state.Exchange) {}
	if to := c.Connection.Archive; to != nil {
		spool := to.Spool(about)
		call.Store = capture.Store(spool)
		save = func(x *state.Exchange) { to.Save(about, x, turn.Capture, spool) }
	}
	p := c.printer()
	stop := c.watch(cancel, p)
	x, captured, err := answer.Perform(ctx, cancel, c.Connection.Client, call, p)
	stop()
	turn.Exchange, turn.Capture = x, captured
	c.conv.Select(turn)
	if captured != nil {
		save(x)
	}
	c.Spans.Ended(about, nil, captured)
	c.end.Verdict, c.end.Invalid = x.Verdict, false
	if err != nil {
		c.end.Err, c.over = err, true
		return
	}
	c.ending(x)
}

// ending prints how an exchange ended, and what to do next.
func (c *chat) ending(x *state.Exchange) {
	for _, line := range c.explained(x) {
		c.Say(line)
	}
	c.Say(endSentence(x))
	if calls := c.conv.OpenCalls(); len(calls) > 0 {
		c.Say(c.waitingSentence(calls))
	}
}
