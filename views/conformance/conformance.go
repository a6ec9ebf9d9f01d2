// Package conformance is the inspector's page of what in an answer deviates from what clients
// rely on.
package conformance

import (
	"strings"

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
		if frame, ok := m.frame(); ok {
			return views.ShowFrame{Frame: frame}, nil
		}
	case views.ActCopy:
		if m.subject.Exchange != nil {
			return views.Copy{What: "conformance", Text: m.Plain()}, nil
		}
	default:
		m.Do(action)
	}
	return nil, nil
}

// frame is the first frame of the deviation that the cursor is in, else of the first that has one.
func (m *Model) frame() (frame int, ok bool) {
	x := m.subject.Exchange
	if x == nil {
		return 0, false
	}
	r, on := m.Selected()
	rule, _, _ := strings.Cut(r.ID, "/")
	for _, f := range x.Findings() {
		if (!on || f.Rule.ID == rule) && len(f.Frames) > 0 {
			return f.Frames[0], true
		}
	}
	return 0, false
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
	if _, ok := m.frame(); ok {
		all = append(all, m.keys.Binding(views.ActReadFrame))
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst)
}
