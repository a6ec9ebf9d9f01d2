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
	*page.Tab
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
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Outline, Name: "what fills the prompt", Rows: m.settle, Does: m.does, Help: m.help,
		Has: func() bool { return true },
	})
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
		rows := reports.Rows(to, m.Keys, m.told)
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

func (m *Model) does(action views.Action, _ tea.Msg) (views.Intent, bool) {
	if action != views.ActOpenRow {
		return nil, false
	}
	if pointer, ok := m.piece(); ok {
		return views.ShowPlace{Pointer: pointer}, true
	}
	return nil, true
}

// piece is that of the row under the cursor.
func (m *Model) piece() (pointer string, ok bool) {
	row, _ := m.Selected()
	return pieceOf(row)
}

func (m *Model) help() []key.Binding {
	if _, ok := m.piece(); ok {
		return m.Keys.Renamed(views.ActOpenRow, "go to the piece")
	}
	return nil
}
