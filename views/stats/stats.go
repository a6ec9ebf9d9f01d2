// Package stats draws the figures of what the filter of the history matches: over time, and by
// group.
package stats

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/state/stats"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/report"
	"gatehouse/views/text"
)

// mostGroups is how many groups are listed; what has more is looked at by another dimension.
const mostGroups = 1000

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	told   report.Statistics // without a table: nothing was worked out yet
	status string            // why there is none
	more   int               // groups that are not listed
	order  int               // column, of stats.Columns

	onTime   bool // the span of time was moved last, not the group
	selected int  // group
	top      int
	marked   string // name of the group that is to be compared; only where isMarked
	isMarked bool

	focus         bool
	width, height int
	version       int
	grid          text.Memo[drawnFor, reports.Grid]
	chart         text.Memo[drawnFor, []string]
}

// drawnFor is what the lines depend on.
type drawnFor struct{ version, width, height, style, bin int }

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the pane without figures.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Statistics), status: "working out …", told: report.Statistics{Selected: -1}}
}

// SetStatus says why there are no figures; those that were shown go.
func (m *Model) SetStatus(status string) {
	m.status, m.told.Table = status, nil
	m.version++
}

// Show shows figures as they are at a time. The selected group stays selected, and the selected
// span of time where there is still one like it.
func (m *Model) Show(t *stats.Table, now time.Time) {
	was := m.name()
	by := ""
	if m.told.Table != nil {
		by = m.told.By.Name
	}
	bin, isBin := m.bar()
	m.told.Table, m.told.Now = t, now
	if by != t.By.Name {
		m.isMarked = false
	}
	m.told.Selected = slices.IndexFunc(t.Bins, func(b stats.Bin) bool { return isBin && b.From.Equal(bin.From) && b.To.Equal(bin.To) })
	m.onTime = m.onTime && m.told.Selected >= 0
	m.sort()
	if at := m.find(was); at >= 0 && by == t.By.Name {
		m.selected = at
	} else {
		m.selected, m.top = 0, 0
	}
	m.show()
}

// sort puts the groups in order.
func (m *Model) sort() {
	column := stats.Columns()[m.order]
	m.told.Sorted = column.Name
	m.told.Table.Sort(column, m.told.Reversed)
	m.more = max(len(m.told.Table.Groups)-mostGroups, 0)
	m.version++
}

// groups are those that are listed.
func (m *Model) groups() []stats.Compared {
	if m.told.Table == nil {
		return nil
	}
	return m.told.Table.Groups[:min(len(m.told.Table.Groups), mostGroups)]
}

func (m *Model) find(name string) int {
	return slices.IndexFunc(m.groups(), func(c stats.Compared) bool { return c.Now.Name == name })
}

// name is that of the selected group.
func (m *Model) name() string {
	if groups := m.groups(); m.selected < len(groups) {
		return groups[m.selected].Now.Name
	}
	return ""
}

// bar is the selected span of time.
func (m *Model) bar() (span stats.Span, ok bool) {
	if m.told.Table == nil || m.told.Selected < 0 || m.told.Selected >= len(m.told.Bins) {
		return span, false
	}
	return m.told.Bins[m.told.Selected].Span, true
}

func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.show()
}

func (m *Model) SetFocus(on bool) tea.Cmd { m.focus = on; return nil }

// show scrolls to the selection.
func (m *Model) show() {
	n := len(m.groups())
	m.selected = min(max(m.selected, 0), max(n-1, 0))
	m.top = views.ScrolledTo(m.selected, m.top, m.rows(), n)
}

// chartRows is how many lines the counts of the chart have; 0: there is no room for a chart.
func (m *Model) chartRows() int {
	switch {
	case m.height < 14:
		return 0
	case m.height < 24:
		return 3
	case m.height < 34:
		return 6
	}
	return 8
}

// rows is how many groups are on the screen.
func (m *Model) rows() int { return max(m.height-len(m.head())-len(m.foot()), 1) }

// position is all that a message can change.
type position struct {
	selected, top, version, bin int
	onTime                      bool
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	return views.AnswerTo(msg, m.handle, func() position { return position{m.selected, m.top, m.version, m.told.Selected, m.onTime} })
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		a := m.keys.Asked(msg, views.Statistics)
		if n := msg.String(); a == views.ActHistoryView && n >= "1" && n <= "9" {
			return views.ChooseView{Index: int(n[0] - '1')}, nil
		}
		return m.act(a), nil
	case views.Perform:
		return m.act(msg.Action), nil
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y), nil
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			m.Scroll(0, -views.WheelLines)
		case tea.MouseWheelDown:
			m.Scroll(0, views.WheelLines)
		}
	}
	return nil, nil
}

// act does an action of the key table.
func (m *Model) act(a views.Action) views.Intent {
	if by, ok := views.Steps(a, m.rows()); ok {
		m.selected, m.onTime = m.selected+by, false
		m.show()
		return nil
	}
	switch a {
	case views.ActHistoryView:
		return views.ChooseView{Index: -1}
	case views.ActHistoryFigures, views.ActHistoryRuns, views.ActHistoryTeam:
		return views.RunAction{Action: a}
	case views.ActStatsBy:
		return views.GroupBy{}
	case views.ActStatsAgainst:
		return views.Against{}
	}
	if m.told.Table == nil {
		return nil
	}
	switch a {
	case views.ActOpenRow:
		return m.narrow()
	case views.ActGoLeft:
		m.moveBin(-1)
	case views.ActGoRight:
		m.moveBin(1)
	case views.ActStatsOrder:
		m.order = (m.order + 1) % len(stats.Columns())
		m.sort()
		m.show()
	case views.ActStatsTurn:
		m.told.Reversed = !m.told.Reversed
		m.sort()
		m.show()
	case views.ActStatsValues:
		m.told.Values = (m.told.Values + 1) % report.Measure(report.Measures)
		m.version++
	case views.ActHistoryMark:
		return m.mark()
	case views.ActCopy:
		return views.Copy{What: "figures", Text: reports.Plain(0, m.told.Report())}
	}
	return nil
}

// moveBin selects another span of time; the first move selects the newest in which something
// happened.
func (m *Model) moveBin(by int) {
	n := len(m.told.Bins)
	switch {
	case n == 0:
		return
	case m.told.Selected < 0:
		m.told.Selected = n - 1
		for at, b := range slices.Backward(m.told.Bins) {
			if b.Count > 0 {
				m.told.Selected = at
				break
			}
		}
	case m.onTime:
		m.told.Selected = min(max(m.told.Selected+by, 0), n-1)
	}
	m.onTime = true
}

// narrow narrows the filter to what was moved last.
func (m *Model) narrow() views.Intent {
	if m.onTime && m.told.Selected >= 0 {
		return views.NarrowHistory{Terms: m.told.Bins[m.told.Selected].Filter()}
	}
	if len(m.groups()) == 0 {
		return nil
	}
	return views.NarrowHistory{Terms: m.told.By.Filter(m.name())}
}

// mark marks the selected group; a second one is compared with it.
func (m *Model) mark() views.Intent {
	name := m.name()
	m.version++
	if !m.isMarked || len(m.groups()) == 0 {
		m.marked, m.isMarked = name, len(m.groups()) > 0
		return nil
	}
	m.isMarked = false
	if m.marked == name {
		return nil
	}
	return views.CompareGroups{A: m.marked, B: name}
}

// click selects a group or a span of time; a second click narrows to it.
func (m *Model) click(x, y int) views.Intent {
	head := m.head()
	if at := m.top + y - len(head); y >= len(head) && at < len(m.groups()) {
		if at == m.selected && !m.onTime {
			return m.narrow()
		}
		m.selected, m.onTime = at, false
		return nil
	}
	if m.chartRows() > 0 && y > 0 && y < len(head)-2 {
		if at := reports.BarAt(m.told.Chart(), m.width-1, x-1); at >= 0 {
			if at == m.told.Selected && m.onTime {
				return m.narrow()
			}
			m.told.Selected, m.onTime = at, true
		}
	}
	return nil
}

func (m *Model) Scroll(_, dy int) {
	n := len(m.groups())
	m.top = min(max(m.top+dy, 0), max(n-m.rows(), 0))
	m.selected = max(min(max(m.selected, m.top), min(m.top+m.rows(), n)-1), 0)
}

func (m *Model) ShortHelp() []key.Binding {
	if m.told.Table == nil || m.told.All.Count == 0 {
		return m.bindings(views.ActStatsBy, views.ActHistoryRuns) // esc leads back to the list
	}
	narrow := m.keys.Binding(views.ActOpenRow)
	what := "group"
	if m.onTime {
		what = "time"
	}
	narrow.SetHelp(narrow.Help().Key, "narrow to the "+what)
	return append([]key.Binding{narrow}, // esc leads back to the list
		m.bindings(views.ActStatsBy, views.ActStatsOrder, views.ActStatsValues, views.ActStatsAgainst, views.ActHistoryMark)...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Statistics})
}

func (m *Model) bindings(actions ...views.Action) []key.Binding {
	var all []key.Binding
	for _, a := range actions {
		all = append(all, m.keys.Binding(a))
	}
	return all
}
