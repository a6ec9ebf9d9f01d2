package report

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
)

// Tab is a tab that only draws a report of an exchange.
type Tab struct {
	*page.Tab
	source Source
}

// Source is what a tab draws, and what can be done there.
type Source struct {
	Name    string // of what is copied
	Make    func(views.Subject) report.Report
	Depends func(views.Subject) any // all that the report is made of; comparable

	// Open returns what enter asks for on the selected row, which is empty where there is
	// none; nil for nothing. A nil Open unfolds rows only.
	Open   func(views.Subject, page.Row) views.Intent
	Action views.Action   // another key that does what enter does; empty: there is none
	Word   string         // what enter does, for the footer, where Action is empty
	Idle   []views.Action // keys of the figures that do nothing here
}

var (
	_ views.Inspector = (*Tab)(nil)
	_ views.Scroller  = (*Tab)(nil)
)

// NewTab makes a tab without an exchange.
func NewTab(styles *themes.Styles, keys *views.Keys, s Source) *Tab {
	t := &Tab{source: s}
	t.Tab = page.NewTab(styles, keys, page.Own{Scope: views.Figures, Name: s.Name, Rows: t.refresh, Does: t.does, Help: t.help, Idle: s.Idle})
	return t
}

// refresh makes the rows again if something that the report is made of has changed.
func (t *Tab) refresh() {
	t.Renew(t.Subject.Exchange, t.source.Depends(t.Subject), func(rows page.Rows) []page.Row {
		return Rows(rows, t.Keys, t.source.Make(t.Subject))
	})
}

func (t *Tab) does(action views.Action, _ tea.Msg) (views.Intent, bool) {
	if action != views.ActOpenRow && (action == "" || action != t.source.Action) {
		return nil, false
	}
	intent := t.opens()
	return intent, intent != nil
}

// opens returns what enter asks for on the selected row; nil for nothing.
func (t *Tab) opens() views.Intent {
	if t.source.Open == nil || t.Subject.Exchange == nil {
		return nil
	}
	row, _ := t.Selected()
	return t.source.Open(t.Subject, row)
}

func (t *Tab) help() []key.Binding {
	switch {
	case t.opens() == nil:
		return nil
	case t.source.Action != "":
		return []key.Binding{t.Keys.Binding(t.source.Action)}
	}
	return t.Keys.Renamed(views.ActOpenRow, t.source.Word)
}
