// Package caching is the inspector's page of what a provider read of a prompt from its cache, and
// why no more.
package caching

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Tab
	told    report.Caching // of the exchange id
	of      string
	problem string // why nothing is told; empty: it is being worked out
	changes int
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Figures, Name: "cache", Rows: m.settle, Does: m.does, Help: m.help,
		Idle: []views.Action{views.ActReadFrame, views.ActReadFirst, views.ActReadEdit, views.ActReadMetadata, views.ActReadLoosen},
	})
	return m
}

// Show tells what was found of the exchange with an id, or why nothing can be.
func (m *Model) Show(id string, told report.Caching, problem string) {
	m.of, m.told, m.problem = id, told, problem
	m.changes++
}

// Of is the id of the exchange that is told of; empty for none.
func (m *Model) Of() string { return m.of }

// made is what the rows were made for.
type made struct {
	changes int
	running bool
}

// settle makes the rows again when something else is known.
func (m *Model) settle() {
	x := m.Subject.Exchange
	m.Renew(x, made{m.changes, x != nil && x.Running()}, func(rows page.Rows) []page.Row {
		return reports.Rows(rows, m.Keys, m.report(x))
	})
}

func (m *Model) report(x *state.Exchange) report.Report {
	quiet := func(words string) report.Report {
		return report.Report{Title: "CACHE", Sum: report.Span{Text: words, Role: report.Quiet}}
	}
	switch {
	case x == nil:
		return report.Report{}
	case x.Running():
		return quiet("Known when the answer has ended.")
	case m.problem != "":
		return quiet(m.problem)
	case m.told.Now == nil:
		return quiet("comparing with the exchanges before …")
	}
	told := m.told
	told.Of = x
	return report.Cache(told)
}

func (m *Model) does(action views.Action, _ tea.Msg) (views.Intent, bool) {
	if at, ok := m.piece(); ok && action == views.ActOpenRow {
		return views.ShowSent{Offset: at}, true
	}
	return nil, false
}

// piece is where the piece of the prompt under the cursor is in the request, in bytes.
func (m *Model) piece() (at int, ok bool) {
	row, _ := m.Selected()
	path, is := strings.CutPrefix(row.ID, report.PieceRow)
	if !is || m.told.Now == nil {
		return 0, false
	}
	for _, p := range m.told.Now.Prompt.Pieces {
		if p.Path == path {
			return p.At, true
		}
	}
	return 0, false
}

// Verdict is that of the exchange; empty where it is not known.
func (m *Model) Verdict() cache.Verdict { return m.told.Found.Verdict }

func (m *Model) help() []key.Binding {
	if _, ok := m.piece(); ok {
		return m.Keys.Renamed(views.ActOpenRow, "show in request")
	}
	return nil
}
