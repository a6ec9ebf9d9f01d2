// Package conformance is the inspector's page of what in an answer deviates from what clients
// rely on.
package conformance

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

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

// settle makes the rows again when something was found.
func (m *Model) settle() {
	x := m.subject.Exchange
	version := uint64(0)
	if x != nil {
		version = x.Version
	}
	m.Renew(x, version, func(rows page.Rows) []page.Row {
		return reports.Rows(rows, m.keys, report.Conformance(x))
	})
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	switch action := m.keys.Asked(msg, views.Figures); action {
	case views.ActOpenRow, views.ActReadFrame:
		if way, leads := reports.Way(m.Sheet); leads {
			return views.ShowFrame{Frame: way.Frame}, nil
		}
		m.Do(action)
	case views.ActCopy:
		if m.subject.Exchange != nil {
			return views.Copy{What: "conformance", Text: m.Plain()}, nil
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
	var all []key.Binding
	if _, leads := reports.Way(m.Sheet); leads {
		all = append(all, m.keys.Binding(views.ActReadFrame))
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst)
}
