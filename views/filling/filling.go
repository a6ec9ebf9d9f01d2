// Package filling is the builder's page of what fills the prompt of the next request.
package filling

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

// Model is the page of one request.
type Model struct {
	*page.Sheet
	keys    *views.Keys
	told    report.Report
	changes int
	begun   bool // the cursor was put on the first piece
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the page without a request.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{keys: keys.In(views.Outline)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	m.SeekActing()
	return m
}

// Show shows what fills a request.
func (m *Model) Show(r report.Report) {
	m.told = r
	m.changes++
}

// settle makes the rows again when something else is known.
func (m *Model) settle() {
	m.Renew(nil, m.changes, func(to page.Rows) []page.Row {
		rows := reports.Rows(to, m.keys, m.told)
		for i := range rows {
			if pointer, ok := pieceOf(rows[i]); ok {
				rows[i].Of = pointer
			}
		}
		return rows
	})
	if !m.begun && !m.told.Empty() && m.Height > 0 {
		m.begun = true
		m.Do(views.ActGoTop)
		m.Scroll(0, 1)
	}
}

// pieceOf is where the piece of the prompt that a row tells of is in the request, as a JSON Pointer.
func pieceOf(row page.Row) (pointer string, ok bool) {
	path, ok := strings.CutPrefix(row.ID, report.PieceRow)
	return "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(path), ok
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	switch action := m.keys.Asked(msg, views.Outline); action {
	case views.ActOpenRow:
		if pointer, ok := m.piece(); ok {
			return views.ShowPlace{Pointer: pointer}, nil
		}
	case views.ActCopy:
		return views.Copy{What: "what fills the prompt", Text: m.Plain()}, nil
	default:
		m.Do(action)
	}
	return nil, nil
}

// piece is that of the row under the cursor.
func (m *Model) piece() (pointer string, ok bool) {
	row, _ := m.Selected()
	return pieceOf(row)
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	m.settle()
	if help := m.SearchHelp(); help != nil {
		return help
	}
	var all []key.Binding
	if _, ok := m.piece(); ok {
		all = m.keys.Renamed(views.ActOpenRow, "go to the piece")
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding { return m.keys.Full([]views.Scope{views.Outline}) }
