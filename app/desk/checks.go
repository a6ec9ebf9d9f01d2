package desk

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// checkFirst sends a request if the checks find no fault in it. Those of a large
// one run in the background.
func (d *Desk) checkFirst(c *Chat, r request) tea.Cmd {
	service, of := c.Link.Known(), d.Version()
	check := func() tea.Msg {
		return checked{desk: d, chat: c, request: r, of: of, found: report.Checked(validate.For(validate.ForResponses, r.body, service))}
	}
	if len(r.body) > screen.Quick {
		return tea.Batch(d.Notify("checking the request, %s", figures.Size(len(r.body))), check)
	}
	return check().(checked).Land()
}

// checked is the result of checking a request that is to be sent.
type checked struct {
	desk *Desk
	chat *Chat
	request
	of    Version // of the document
	found []report.Finding
}

// stale reports whether the document has changed since. Text that was written
// meanwhile stays in the composer.
func (s checked) stale() bool {
	now := s.desk.Version()
	now.text = s.of.text
	return s.of != now
}

func (s checked) Land() tea.Cmd {
	d := s.desk
	switch {
	case s.chat != d.Shown():
		return d.Notify("not sent: you switched conversations before the check finished")
	case s.chat.Run != nil:
		return nil // it was sent meanwhile
	case s.of.Editing != s.chat.Editing:
		return d.Notify("not sent: you are editing another turn now")
	case s.stale():
		return d.sendDocument(s.text, false) // a file was attached, or another model was set
	case len(report.Faults(s.found)) > 0:
		return d.listFaults(s)
	}
	if more, ok := strings.CutPrefix(d.Composer.Text(), s.text); ok && more != "" && s.text != "" {
		defer d.Composer.SetText(more) // written while the checks ran
		d.Composer.SetText(s.text)
	}
	return d.sendRequest(s.chat, s.request)
}

// listFaults lists the faults of a request. If the user does something else by
// now, it only shows a line: a list would take the keys that are meant for that.
func (d *Desk) listFaults(s checked) tea.Cmd {
	if found := report.Faults(s.found); d.Overlays.Top() != nil || d.Composer.Version() != s.of.text {
		d.Warn(fmt.Sprintf("not sent: %s in the request, the first at %s; %s in Build lists them",
			report.Counted(found).Text, found[0].Words(), d.Keys.Name(views.ActSendNow)))
		return nil
	}
	d.refused = s
	return d.OpenOverlay("Faults", reports.NewFaults(d.Styles, d.Keys, s.found))
}

// SendRefused sends the very request whose faults were listed, because the
// user insists.
func (d *Desk) SendRefused() tea.Cmd {
	s := d.refused
	d.refused = checked{}
	switch {
	case s.chat == nil: // nothing was refused: the document as it is now is meant
		return d.sendDocument(d.Text(), true)
	case s.chat != d.Shown() || s.chat.Run != nil:
		return d.Notify("not sent: the faults belong to another request")
	case s.stale():
		return d.sendDocument(s.text, true) // a file was attached meanwhile
	}
	return d.sendRequest(s.chat, s.request)
}
