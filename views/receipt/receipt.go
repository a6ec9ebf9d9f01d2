// Package receipt is the inspector's page of what an exchange costs, line by line, and what it
// would have cost otherwise.
package receipt

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/prices"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Sheet
	keys    *views.Keys
	subject views.Subject
}

// made is what the rows were made for.
type made struct {
	verdict state.Verdict
	version uint64 // once it has ended: what is reported may still come
	prices  *prices.Book
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{keys: keys.In(views.Figures)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	return m
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) { m.subject = s }

// settle makes the rows again when the exchange has ended, or other prices are known.
func (m *Model) settle() {
	x := m.subject.Exchange
	now := made{prices: m.subject.Prices}
	if x != nil {
		if now.verdict = x.Verdict; !x.Running() {
			now.version = x.Version
		}
	}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		return reports.Rows(rows, m.keys, report.Receipt(reports.Told(m.subject)))
	})
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	switch action := m.keys.Asked(msg, views.Figures); action {
	case views.ActCopy:
		if m.subject.Exchange != nil {
			return views.Copy{What: "receipt", Text: m.Plain()}, nil
		}
	default:
		m.Do(action)
	}
	return nil, nil
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	m.settle()
	switch help := m.SearchHelp(); {
	case help != nil:
		return help
	case m.subject.Exchange == nil:
		return nil
	}
	return []key.Binding{m.keys.Binding(views.ActCopy)}
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst, views.ActReadFrame, views.ActOpenRow)
}
