// Package stats draws the figures of what the filter of the history matches: over time, and by
// group.
package stats

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/history/stats"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// maxGroups is how many groups are listed; what has more is looked at by another dimension.
const maxGroups = 1000

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	report report.Statistics // without a table: nothing was computed yet
	status string            // why there is none
	more   int               // groups that are not listed
	order  int               // of report.StatisticsOrders

	views.Rows        // groups
	onTime     bool   // the span of time was moved last, not the group
	marked     string // name of the group that is to be compared; only where isMarked
	isMarked   bool

	views.Box
	version int
	grid    text.Memo[drawnFor, reports.Grid]
	chart   text.Memo[drawnFor, []string]
}

type drawnFor struct{ version, width, height, style, bin int }

var _ views.Scroller = (*Model)(nil)

// New makes the pane without figures.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Statistics), status: "working out …", report: report.Statistics{Selected: -1}}
}

// SetStatus removes the figures, and shows why there are none.
func (m *Model) SetStatus(status string) {
	m.status, m.report.Table = status, nil
	m.version++
}

// Show shows figures as they are at a time. The selected group stays selected, and the selected
// span of time where there is still one like it.
func (m *Model) Show(t *stats.Table, now time.Time) {
	was := m.name()
	by := ""
	if m.report.Table != nil {
		by = m.report.By.Name
	}
	bin, isBin := m.bar()
	m.report.Table, m.report.Now = t, now
	if by != t.By.Name {
		m.isMarked = false
	}
	m.report.Selected = slices.IndexFunc(t.Bins, func(b stats.Bin) bool { return isBin && b.From.Equal(bin.From) && b.To.Equal(bin.To) })
	m.onTime = m.onTime && m.report.Selected >= 0
	m.sort()
	if m.Row = slices.IndexFunc(m.groups(), func(c stats.Compared) bool { return c.Now.Name == was }); m.Row < 0 || by != t.By.Name {
		m.Row, m.Top = 0, 0
	}
	m.show()
}

func (m *Model) sort() {
	m.report.Sorted = report.StatisticsOrders()[m.order]
	m.report.Table.Sort(m.report.Sorted, m.report.Reversed)
	m.more = max(len(m.report.Table.Groups)-maxGroups, 0)
	m.version++
}

func (m *Model) groups() []stats.Compared {
	if m.report.Table == nil {
		return nil
	}
	return m.report.Table.Groups[:min(len(m.report.Table.Groups), maxGroups)]
}

func (m *Model) name() string {
	if groups := m.groups(); m.Row < len(groups) {
		return groups[m.Row].Now.Name
	}
	return ""
}

// bar returns the selected span of time.
func (m *Model) bar() (span stats.Span, ok bool) {
	if m.report.Table == nil || m.report.Selected < 0 || m.report.Selected >= len(m.report.Bins) {
		return span, false
	}
	return m.report.Bins[m.report.Selected].Span, true
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.show()
}

func (m *Model) show() { m.Reveal(m.rows(), len(m.groups())) }

// chartRows returns how many lines the counts of the chart have; 0: there is no room for a chart.
func (m *Model) chartRows() int {
	switch {
	case m.Height < 14:
		return 0
	case m.Height < 24:
		return 3
	case m.Height < 34:
		return 6
	}
	return 8
}

func (m *Model) rows() int { return max(m.Height-len(m.head())-len(m.foot()), 1) }

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		return m.click(click.X, click.Y)
	}
	action := m.keys.Asked(msg, views.Statistics)
	if action == views.ActHistoryView {
		return views.Ask(views.ChooseView{Index: views.ViewNumber(msg)})
	}
	if by, ok := views.Steps(action, m.rows()); ok {
		was, onTime := m.Rows, m.onTime
		m.Row, m.onTime = m.Row+by, false
		m.show()
		return views.Answer{Used: m.Rows != was || onTime}
	}
	return m.act(action)
}

func (m *Model) act(a views.Action) views.Answer {
	switch a {
	case views.ActHistoryFigures, views.ActHistoryRuns, views.ActHistoryTeam:
		return views.Ask(views.RunAction{Action: a})
	case views.ActStatsBy:
		return views.Ask(views.GroupBy{})
	case views.ActStatsAgainst:
		return views.Ask(views.Against{})
	}
	if m.report.Table == nil {
		return views.Answer{}
	}
	switch a {
	case views.ActOpenRow:
		return views.Ask(m.narrow())
	case views.ActGoLeft:
		return m.moveBin(-1)
	case views.ActGoRight:
		return m.moveBin(1)
	case views.ActStatsOrder:
		m.order = (m.order + 1) % len(report.StatisticsOrders())
		m.sort()
	case views.ActStatsTurn:
		m.report.Reversed = !m.report.Reversed
		m.sort()
	case views.ActStatsValues:
		m.report.Values = (m.report.Values + 1) % report.Measure(report.Measures)
		m.version++
	case views.ActHistoryMark:
		return m.mark()
	case views.ActCopy:
		return views.Ask(views.Copy{What: "figures", Text: reports.Plain(0, m.report.Report())})
	default:
		return views.Answer{}
	}
	m.show()
	return views.Answer{Used: true}
}

// moveBin selects another span of time; the first move selects the newest in which something
// happened.
func (m *Model) moveBin(by int) views.Answer {
	n, was, onTime := len(m.report.Bins), m.report.Selected, m.onTime
	switch {
	case n == 0:
		return views.Answer{}
	case m.report.Selected < 0:
		m.report.Selected = n - 1
		for at, b := range slices.Backward(m.report.Bins) {
			if b.Count > 0 {
				m.report.Selected = at
				break
			}
		}
	case m.onTime:
		m.report.Selected = min(max(m.report.Selected+by, 0), n-1)
	}
	m.onTime = true
	return views.Answer{Used: m.report.Selected != was || !onTime}
}

func (m *Model) narrow() views.Intent {
	if m.onTime && m.report.Selected >= 0 {
		return views.NarrowHistory{Terms: m.report.Bins[m.report.Selected].Filter()}
	}
	if len(m.groups()) == 0 {
		return nil
	}
	return views.NarrowHistory{Terms: m.report.By.Filter(m.name())}
}

// mark marks the selected group; a second one is compared with it.
func (m *Model) mark() views.Answer {
	name, was := m.name(), m.marked
	if len(m.groups()) == 0 {
		return views.Answer{}
	}
	m.isMarked = !m.isMarked
	if m.isMarked {
		m.marked = name
	} else if was != name {
		return views.Ask(views.CompareGroups{A: was, B: name})
	}
	return views.Answer{Used: true}
}

// click selects a group or a span of time; a second click narrows to it.
func (m *Model) click(x, y int) views.Answer {
	head := m.head()
	if at := m.Top + y - len(head); y >= len(head) && at < len(m.groups()) {
		if at == m.Row && !m.onTime {
			return views.Ask(m.narrow())
		}
		m.Row, m.onTime = at, false
		return views.Answer{Used: true}
	}
	if m.chartRows() == 0 || y <= 0 || y >= len(head)-2 {
		return views.Answer{}
	}
	switch at := reports.BarAt(m.report.Chart(), m.Width-1, x-1); {
	case at < 0:
		return views.Answer{}
	case at == m.report.Selected && m.onTime:
		return views.Ask(m.narrow())
	default:
		m.report.Selected, m.onTime = at, true
		return views.Answer{Used: true}
	}
}

func (m *Model) Scroll(_, dy int) { m.Rows.Scroll(dy, m.rows(), len(m.groups())) }

func (m *Model) ShortHelp() []key.Binding {
	if m.isEmpty() {
		return m.keys.Bindings(views.ActStatsBy, views.ActHistoryRuns) // esc leads back to the list
	}
	what := "group"
	if m.onTime {
		what = "time"
	}
	return append(m.keys.Renamed(views.ActOpenRow, "narrow to the "+what), // esc leads back to the list
		m.keys.Bindings(views.ActStatsBy, views.ActStatsOrder, views.ActStatsValues, views.ActStatsAgainst, views.ActHistoryMark)...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Statistics})
}
