package desk

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	"gatehouse/views/kit/text"
)

// Facts are those of the shown conversation for the top line, without those of
// an exchange.
func (d *Desk) Facts() bars.Facts {
	var f bars.Facts
	c := d.Shown()
	_, f.Others = d.Running()
	f.Model = text.SanitizeLine(state.Chain(c.Conv.Draft.Bytes()))
	f.Metadata = c.Headers.Mode() != client.MetadataOff
	f.Running = c.Run != nil
	f.Title = d.Name(d.Document(c))
	if len(d.Chats) > 1 {
		f.Title = strings.TrimSpace(fmt.Sprintf("%d of %d  %s", d.shown+1, len(d.Chats), f.Title))
	}
	return f
}

// TurnFacts are Facts with the verdict of the exchange of a turn, as it was at a moment that
// is shown; nil for its end. There may be no turn.
func (d *Desk) TurnFacts(t *talk.Turn, shown *state.Exchange) bars.Facts {
	f := d.Facts()
	if t != nil && t.SentExchange() != nil {
		if shown == nil {
			shown = t.SentExchange()
		}
		f.Verdict, f.Past = shown.Verdict, shown != t.SentExchange()
		f.Blocked = shown.Failure != nil && shown.Failure.Guardrail
	}
	return f
}

// LeaveWaiting stops waiting for the time to send a request of the shown
// conversation again.
func (d *Desk) LeaveWaiting() screen.Escape {
	return screen.EscapeIf(d.Shown().Delayed != nil, "stop waiting", func() tea.Cmd {
		d.Shown().dropDelayed()
		d.Arrange()
		return nil
	})
}

// CopiedFrom notes which exchange the shown conversation was made of, until something is
// sent from it.
func (d *Desk) CopiedFrom(about history.About) { d.Shown().copied = &about }

// copiedNote reports that the next request goes to another gateway than its original: it may
// contain what this gateway must not see.
func (d *Desk) copiedNote() []string {
	c := d.Shown()
	if c.copied == nil || d.LeadsTo(c.Link.Connection, *c.copied) {
		return nil
	}
	return []string{"the original went to " + d.GatewayName(*c.copied) + "; this goes to " + c.Link.InFull() + "; " +
		d.Keys.Name(views.ActConnections) + " changes that"}
}

// Notes are the lines that stay in the notice while they are true of the shown conversation.
func (d *Desk) Notes() []string { return append(d.DelayNote(), d.copiedNote()...) }
