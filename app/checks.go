package app

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/check"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// service is the word that stands for the service's name.
func (m *Model) service() string { return cmp.Or(m.Options.Service, check.DefaultWord) }

// checkFirst sends a request if the checks find no fault in it.
func (m *Model) checkFirst(c *chat, o outgoing) tea.Cmd {
	word, from := m.Options.Service, m.madeOf()
	found := func() tea.Msg {
		return checkedToSend{chat: c, outgoing: o, madeOf: from, report: check.For(check.ForResponses, o.body, word)}
	}
	if len(o.body) > screen.Quick {
		return tea.Batch(m.Notify("checking the request, %s", views.Size(len(o.body))), found)
	}
	return found().(checkedToSend).apply(m)
}

// checkedToSend brings what the checks found in a request that is to be sent.
type checkedToSend struct {
	chat *chat
	outgoing
	madeOf madeOf
	report check.Report
}

func (s checkedToSend) apply(m *Model) tea.Cmd {
	now := m.madeOf()
	now.text = s.madeOf.text // text that was written meanwhile stays behind
	switch {
	case s.chat != m.desk.chat():
		return m.Notify("nothing was sent: another conversation came before the request was checked")
	case s.chat.run != nil:
		return nil // it was sent meanwhile
	case s.madeOf.edit != now.edit:
		return m.Notify("nothing was sent: what is edited is another turn by now")
	case s.madeOf != now:
		return m.sendDocument(s.text, false) // a file came in, another model was set: this is no more the document
	case !s.report.OK():
		return m.listFaults(s)
	}
	if more, ok := strings.CutPrefix(m.composer.Text(), s.text); ok && more != "" && s.text != "" {
		defer m.composer.SetText(more) // written while the checks ran
		m.composer.SetText(s.text)
	}
	return m.sendBody(s.chat, s.outgoing)
}

// listFaults lists the faults of a request. When the checks took so long that
// something else is being done by now, a line must do: a list would take the
// keys that are meant for that.
func (m *Model) listFaults(s checkedToSend) tea.Cmd {
	if found := s.report.Faults; m.Overlays.Top() != nil || m.composer.Version() != s.madeOf.text {
		m.Warn(fmt.Sprintf("nothing was sent, the request has faults: %d, the first at %s; %s in %s lists them",
			len(found), found[0], m.Keys.Name(views.ActSendNow), m.screens.rows[buildScreen].name))
		return nil
	}
	m.desk.refused = s
	return m.OpenOverlay("Faults", faults.New(m.Styles, m.Keys, s.report.Faults))
}

// sendRefused sends the very request whose faults were listed, because the
// person insists.
func (m *Model) sendRefused() tea.Cmd {
	s := m.desk.refused
	m.desk.refused = checkedToSend{}
	now := m.madeOf()
	now.text = s.madeOf.text
	switch {
	case s.chat == nil: // nothing was refused: the document as it stands is meant
		return m.sendDocument(m.text(), true)
	case s.chat != m.desk.chat() || s.chat.run != nil:
		return m.Notify("nothing was sent: the faults were those of another request")
	case s.madeOf != now:
		return m.sendDocument(s.text, true) // a file came in meanwhile
	}
	return m.sendBody(s.chat, s.outgoing)
}
