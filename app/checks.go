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
func (m *Model) checkFirst(c *chat, text string, body []byte) tea.Cmd {
	word := m.opts.Service
	found := func() tea.Msg {
		return checkedToSend{chat: c, text: text, body: body, report: check.For(check.ForResponses, body, word)}
	}
	if len(body) > quick {
		return tea.Batch(m.notify("checking the request, %s", views.Size(len(body))), found)
	}
	return found().(checkedToSend).apply(m)
}

// checkedToSend brings what the checks found in a request that is to be sent.
type checkedToSend struct {
	chat   *chat
	text   string
	body   []byte
	report check.Report
}

func (s checkedToSend) apply(m *Model) tea.Cmd {
	switch {
	case s.chat != m.desk.chat() || s.chat.run != nil:
		return nil // meanwhile something else was asked for
	case !s.report.OK():
		return m.open("Faults", faults.New(m.styles, m.keys, s.report.Faults))
	}
	if more, ok := strings.CutPrefix(m.composer.Text(), s.text); ok && more != "" && s.text != "" {
		defer m.composer.SetText(more) // written while the checks ran
		m.composer.SetText(s.text)
	}
	return m.sendBody(s.chat, s.text, s.body)
}
