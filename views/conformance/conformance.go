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
type Model struct{ *page.Tab }

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Figures, Name: "conformance", Rows: m.settle, Does: m.does, Help: m.help,
		Idle: []views.Action{views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst},
	})
	return m
}

// settle makes the rows again when something was found.
func (m *Model) settle() {
	x := m.Subject.Exchange
	version := uint64(0)
	if x != nil {
		version = x.Version
	}
	m.Renew(x, version, func(rows page.Rows) []page.Row {
		return reports.Rows(rows, m.Keys, report.Conformance(x))
	})
}

func (m *Model) does(action views.Action, _ tea.Msg) (views.Intent, bool) {
	switch action {
	case views.ActOpenRow, views.ActReadFrame:
		if frame, ok := m.frame(); ok {
			return views.ShowFrame{Frame: frame}, true
		}
		return nil, true
	}
	return nil, false
}

// frame is the first frame of the deviation that the cursor is in, else of the first that has one.
func (m *Model) frame() (frame int, ok bool) {
	x := m.Subject.Exchange
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

func (m *Model) help() []key.Binding {
	if _, ok := m.frame(); ok {
		return []key.Binding{m.Keys.Binding(views.ActReadFrame)}
	}
	return nil
}
