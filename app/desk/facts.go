package desk

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views/bars"
	"gatehouse/views/text"
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
	if len(d.chats) > 1 {
		f.Title = strings.TrimSpace(fmt.Sprintf("%d of %d  %s", d.shown+1, len(d.chats), f.Title))
	}
	return f
}

// TurnFacts are Facts with the verdict of the exchange of a turn; nil for no
// turn.
func (d *Desk) TurnFacts(t *talk.Turn) bars.Facts {
	f := d.Facts()
	if t != nil && t.SentExchange() != nil {
		shown := d.asShown(t)
		f.Verdict, f.Past = shown.Verdict, shown != t.SentExchange()
		f.Blocked = shown.Failure != nil && shown.Failure.Guardrail
	}
	return f
}

// LeaveWaiting stops waiting for the time to send a request of the shown
// conversation again.
func (d *Desk) LeaveWaiting() screen.Escape {
	return screen.EscapeIf(d.Shown().Delayed != nil, "stop waiting", func() tea.Cmd {
		d.DropDelayed()
		return nil
	})
}
