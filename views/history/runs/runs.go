// Package runs draws the runs of what the filter of the history matches, and a page of one: its
// exchanges on one axis of time.
package runs

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// Model is the pane.
type Model struct {
	styles   *themes.Styles
	keys     *views.Keys
	status   string // why there are no rows
	runs     []waterfall.Run
	page     int64     // the run that is open, by the key of its first exchange: its number may change; 0: none
	hidden   int       // single exchanges that are not listed
	complete bool      // there are no older ones
	asked    bool      // for more
	now      time.Time // when they were read

	lines []line
	views.Rows
	views.Box
	version int
	grid    text.Memo[drawnFor, reports.Grid]
	bars    map[int64]*text.Memo[drawnFor, reports.Bars]
}

// line is a row of the pane: of a run, what its caches lost, its legend, or one of its exchanges.
type line struct {
	run int
	row int // in the run; ofRun, lost or legend
}

const (
	ofRun  = -1
	legend = -2
	lost   = -3
)

func (l line) selectable() bool { return l.row >= ofRun }

type drawnFor struct{ version, width, style int }

var _ views.Scroller = (*Model)(nil)

// New makes the pane without runs.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Runs), status: "loading …", bars: map[int64]*text.Memo[drawnFor, reports.Bars]{}}
}

// SetStatus drops the rows and sets the reason why there are none.
func (m *Model) SetStatus(status string) {
	m.status, m.runs = status, nil
	m.changed()
}

// SetNone sets the words for a list without rows.
func (m *Model) SetNone(words string) { m.status = words }

// SetHidden sets how many single exchanges are not listed.
func (m *Model) SetHidden(n int) {
	m.hidden = n
	m.changed()
}

// SetRuns replaces the rows as they are at a time; complete means that there are no more. What was
// unfolded stays so, and the selection stays on its exchange.
func (m *Model) SetRuns(list []waterfall.Run, complete bool, now time.Time) {
	was, row := m.at()
	had := m.runs
	m.runs, m.complete, m.asked, m.now = slices.Clone(list), complete, false, now
	for i := range m.runs {
		r := &m.runs[i]
		if at := slices.IndexFunc(had, func(h waterfall.Run) bool {
			return h.Sum.First.ID == r.Sum.First.ID && h.Sum.Exchanges == r.Sum.Exchanges
		}); at >= 0 && len(r.Rows) == 0 {
			r.Rows = had[at].Rows
		}
	}
	m.changed()
	m.find(was, row)
}

// SetRun opens the page of a run, with its exchanges.
func (m *Model) SetRun(r waterfall.Run) {
	for i := range m.runs {
		if m.runs[i].Number == r.Number {
			m.page, m.runs[i] = r.Sum.First.Key, r
		}
	}
	was, row := m.at()
	m.changed()
	m.find(was, row)
}

// Close shows the runs again, with that of the page selected.
func (m *Model) Close() {
	was, _ := m.at()
	m.page = 0
	m.changed()
	m.find(was, "")
}

// IsPage reports whether the page of a run is open.
func (m *Model) IsPage() bool { return m.page != 0 }

// Unfolded returns the runs that are open, by their numbers: what is new of them is to be read.
func (m *Model) Unfolded() (numbers []int64) {
	for i := range m.runs {
		if m.unfolded(&m.runs[i]) {
			numbers = append(numbers, m.runs[i].Number)
		}
	}
	return numbers
}

func (m *Model) unfolded(r *waterfall.Run) bool { return m.page != 0 && r.Sum.First.Key == m.page }

// Len returns how many runs there are.
func (m *Model) Len() int { return len(m.runs) }

// Runs returns the runs that are loaded; they must not be written to.
func (m *Model) Runs() []waterfall.Run { return m.runs }

// Entry returns an exchange that is shown, by its key; ok is false where it is not.
func (m *Model) Entry(key int64) (e history.Entry, ok bool) {
	for i := range m.runs {
		if m.runs[i].Sum.First.Key == key {
			return m.runs[i].Sum.First, true
		}
		for _, r := range m.runs[i].Rows {
			if r.Key == key {
				return *r.Entry, true
			}
		}
	}
	return e, false
}

// Selected returns the selected exchange, of a run the first; ok is false where there is none.
func (m *Model) Selected() (e *history.Entry, ok bool) {
	if m.Row >= len(m.lines) {
		return nil, false
	}
	l := m.lines[m.Row]
	if l.row >= 0 {
		return m.runs[l.run].Rows[l.row].Entry, true
	}
	return &m.runs[l.run].Sum.First, true
}

// at returns what is selected: the first exchange of its run, and the exchange; empty for the run.
func (m *Model) at() (first, id string) {
	if m.Row >= len(m.lines) {
		return "", ""
	}
	l := m.lines[m.Row]
	if l.row >= 0 {
		id = m.runs[l.run].Rows[l.row].ID
	}
	return m.runs[l.run].Sum.First.ID, id
}

// find selects an exchange again, or its run.
func (m *Model) find(first, id string) {
	for i, l := range m.lines {
		if m.runs[l.run].Sum.First.ID != first || !l.selectable() {
			continue
		}
		if l.row == ofRun || m.runs[l.run].Rows[l.row].ID == id {
			m.Row = i
		}
	}
	m.show()
}

func (m *Model) changed() {
	m.version++
	m.lines = m.lines[:0]
	if !slices.ContainsFunc(m.runs, func(r waterfall.Run) bool { return m.unfolded(&r) }) {
		m.page = 0
	}
	for i := range m.runs {
		r := &m.runs[i]
		if m.page != 0 && !m.unfolded(r) {
			continue
		}
		m.lines = append(m.lines, line{i, ofRun})
		if !m.unfolded(r) || len(r.Rows) == 0 {
			continue
		}
		if r.Sum.Lost > 0 {
			m.lines = append(m.lines, line{i, lost})
		}
		m.lines = append(m.lines, line{i, legend})
		for n := range r.Rows {
			m.lines = append(m.lines, line{i, n})
		}
	}
	m.show()
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.show()
}

func (m *Model) rows() int {
	if m.notes() {
		return max(m.Height-2, 1)
	}
	return max(m.Height-1, 1)
}

// notes reports whether the last line is about exchanges that are not listed.
func (m *Model) notes() bool { return m.hidden > 0 && m.page == 0 }

func (m *Model) show() { m.Reveal(m.rows(), len(m.lines)) }

// move selects another line that can be.
func (m *Model) move(by int) {
	to := min(max(m.Row+by, 0), max(len(m.lines)-1, 0))
	step := 1
	if by < 0 {
		step = -1
	}
	for to < len(m.lines) && !m.lines[to].selectable() { // a run is before these, and an exchange after
		to += step
	}
	m.Row = to
	m.show()
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		at := m.Top + click.Y - 1
		switch {
		case click.Y <= 0 || at >= len(m.lines) || !m.lines[at].selectable():
			return views.Answer{}
		case at == m.Row:
			return m.act(views.ActOpenRow)
		}
		m.Row = at
		return views.Answer{Used: true}
	}
	action := m.keys.Asked(msg, views.Runs)
	if action == views.ActHistoryView {
		return views.Ask(views.ChooseView{Index: views.ViewNumber(msg)})
	}
	if by, ok := views.Steps(action, m.rows()); ok {
		was := m.Rows
		m.move(by)
		return views.AnswerOf(m.more(), nil, m.Rows != was)
	}
	return m.act(action)
}

func (m *Model) act(a views.Action) views.Answer {
	switch a {
	case views.ActHistoryFigures, views.ActHistoryRuns, views.ActHistoryTeam, views.ActPreviewPlace, views.ActRunsSingles:
		return views.Ask(views.RunAction{Action: a})
	}
	if m.Row >= len(m.lines) {
		return views.Answer{}
	}
	l := m.lines[m.Row]
	r := &m.runs[l.run]
	e, _ := m.Selected()
	switch {
	case a == views.ActOpenRow && l.row == ofRun && r.Number != 0:
		return m.fold(r)
	case a == views.ActHistoryExport && l.row == ofRun && r.Number != 0:
		return views.Ask(views.ShareRun{Number: r.Number})
	case a == views.ActOpenRow, a == views.ActHistoryExport, a == views.ActAsideUp, a == views.ActAsideDown:
		return views.Ask(views.HistoryDo{Action: a, Key: e.Key})
	case a == views.ActCopy && l.row == ofRun && r.Number != 0:
		return views.Ask(views.Copy{What: "filter for the run", Text: "run:" + r.Sum.First.RunName()})
	case a == views.ActCopy:
		return views.Ask(views.Copy{What: e.WordIs(), Text: e.Word()})
	}
	return views.Answer{}
}

// fold asks for the page of a run, or for the runs again.
func (m *Model) fold(r *waterfall.Run) views.Answer {
	if m.unfolded(r) {
		return views.Ask(views.UnfoldRun{})
	}
	return views.Ask(views.UnfoldRun{Number: r.Number})
}

// more asks for older runs a screen before the last is reached.
func (m *Model) more() views.Intent {
	if m.complete || m.asked || m.page != 0 || len(m.lines) == 0 || max(m.Row, m.Top)+2*m.rows() < len(m.lines) {
		return nil
	}
	m.asked = true
	return views.MoreRuns{}
}

func (m *Model) Scroll(_, dy int) { m.Rows.Scroll(dy, m.rows(), len(m.lines)) }

func (m *Model) ShortHelp() []key.Binding {
	if m.Row >= len(m.lines) {
		return m.keys.Bindings(views.ActHistoryFigures, views.ActHistoryRuns)
	}
	open := m.keys.Binding(views.ActOpenRow)
	switch r := &m.runs[m.lines[m.Row].run]; {
	case m.lines[m.Row].row != ofRun || r.Number == 0:
	case m.unfolded(r):
		open = m.keys.As(views.ActOpenRow, "all runs")
	default:
		open = m.keys.As(views.ActOpenRow, "open run")
	}
	return append([]key.Binding{open}, m.keys.Bindings(views.ActHistoryFigures, views.ActHistoryExport, views.ActCopy, views.ActHistoryRuns)...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return [][]key.Binding{append(m.ShortHelp(), m.keys.Bindings(views.ActGoTop, views.ActGoEnd)...)}
}
