// Package checks is the overlay that tells what came of a run of checks. A row of what was not
// met leads to its exchange.
package checks

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the report of a run.
type Model struct {
	*page.Sheet
	keys    *views.Keys
	shown   report.Report
	results []expect.Result

	changes int // of what is shown
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the overlay of a run.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{keys: keys.In(views.Figures, views.Overlay, views.Transcript)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	return m
}

// Show shows a report; results are what it was made of, nil where nothing was checked.
func (m *Model) Show(r report.Report, results []expect.Result) {
	m.shown, m.results = r, results
	m.changes++
}

func (m *Model) settle() {
	m.Renew(nil, m.changes, func(rows page.Rows) []page.Row { return reports.Rows(rows, m.keys, m.shown) })
}

// Wanted returns the size that shows most of it.
func (m *Model) Wanted() (width, height int) { return 110, 40 }

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch m.keys.Asked(msg, views.Overlay) {
	case views.ActListClose:
		return views.Close{}, nil
	case views.ActListChoose:
		if f, ok := m.failure(); ok {
			return views.ShowChecked{Exchange: f.Run.Exchange, Frame: f.Frame}, nil
		}
		return nil, nil
	}
	if m.keys.Asked(msg, views.Transcript) == views.ActTurnResend {
		return views.RunChecks{}, nil
	}
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	switch action := m.keys.Asked(msg, views.Figures, views.Overlay); action {
	case views.ActCopy:
		return views.Copy{What: "report", Text: reports.Plain(0, report.Report{Blocks: append([]report.Block{m.shown.Sum}, m.shown.Blocks...)})}, nil
	default:
		m.Do(action)
	}
	return nil, nil
}

// failure is what the selected row tells of, where that leads to an exchange.
func (m *Model) failure() (f expect.Failure, ok bool) {
	m.settle()
	r, on := m.Selected()
	if !on {
		return f, false
	}
	f, ok = report.FailureAt(m.results, r.ID)
	return f, ok && f.Run.Exchange != ""
}

func (m *Model) ShortHelp() []key.Binding {
	var all []key.Binding
	if f, ok := m.failure(); ok {
		word := "show exchange"
		if f.Frame >= 0 {
			word = "show frame"
		}
		all = m.keys.Renamed(views.ActListChoose, word)
	}
	copied := m.keys.Binding(views.ActCopy)
	copied.SetHelp(copied.Help().Key, "copy")
	return append(append(all, m.keys.Renamed(views.ActTurnResend, "run again")...), copied, m.keys.Binding(views.ActListClose))
}
