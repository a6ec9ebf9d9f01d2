package app

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/check"
	"gatehouse/views"
	"gatehouse/views/faults"
)

// quick is the size in bytes up to which a request is checked at once; the
// checks of a larger one run beside the screen.
const quick = 256 << 10

// service is the word that stands for the service's name.
func (m *Model) service() string { return cmp.Or(m.opts.Service, check.DefaultWord) }

// checkFirst sends a request if the checks find no fault in it.
func (m *Model) checkFirst(c *chat, o outgoing) tea.Cmd {
	word, from := m.opts.Service, m.madeOf()
	found := func() tea.Msg {
		return checkedToSend{chat: c, outgoing: o, madeOf: from, report: check.For(check.ForResponses, o.body, word)}
	}
	if len(o.body) > quick {
		return tea.Batch(m.notify("checking the request, %s", views.Size(len(o.body))), found)
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
		return m.notify("nothing was sent: another conversation came before the request was checked")
	case s.chat.run != nil:
		return nil // it was sent meanwhile
	case s.madeOf.edit != now.edit:
		return m.notify("nothing was sent: what is edited is another turn by now")
	case s.madeOf != now:
		return m.sendDocument(s.text, false) // a file came in, another model was set: this is no more the document
	case !s.report.OK():
		return m.open("Faults", faults.New(m.styles, m.keys, s.report.Faults))
	}
	if more, ok := strings.CutPrefix(m.composer.Text(), s.text); ok && more != "" && s.text != "" {
		defer m.composer.SetText(more) // written while the checks ran
		m.composer.SetText(s.text)
	}
	return m.sendBody(s.chat, s.outgoing)
}
