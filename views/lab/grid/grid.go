// Package grid is the grid of a lab: one figure of every case by every candidate, and the reports
// about all cases.
package grid

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// Choice is which grid is shown.
type Choice struct {
	Figure int // of those that there are
	Order  lab.Order
}

// Grid is what is shown.
type Grid struct {
	Figures int             // how many there are to choose from
	Title   string          // of the figure, with the order of the cases
	Order   []int           // the cases, from 0, as the rows have them
	Table   report.Table    // a row for each case, then rows with their sums
	Notes   []string        // what must be known to read it
	Details []report.Report // about all cases
}

// Of returns the grid of a figure in an order, and the reports that are not empty.
func Of(b report.Bench, f lab.Figure, order lab.Order, details ...report.Report) Grid {
	words := []string{f.Title, b.Size(), b.OrderWords(order)}
	g := Grid{Order: f.Sort(order, f.LowIsBetter()), Details: slices.DeleteFunc(details, report.Report.Empty)}
	g.Title = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " · ")
	g.Table = b.Table(f, g.Order)
	return g
}

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	scope  views.Scope
	help   []views.Action // of the grid, for the footer

	choice  Choice
	grid    Grid
	chosen  int  // selected case
	top     int  // first row that is shown
	running bool // esc stops what runs before it leads back
	details bool // the details are shown in place of the grid
	page    *page.Page

	views.Box
	changes      int
	drawn        text.Memo[drawnFor, reports.Grid]
	drawnDetails text.Memo[drawnFor, detailLines]
}

// detailLines are the details as they are drawn.
type detailLines struct {
	lines []string
	heads []int // the line with the title of each report
}

// drawnFor is what the lines depend on.
type drawnFor struct{ changes, width, style int }

// cut returns how many of the lines are shown in a number of rows: no report whose part
// would be little more than its title.
func (t detailLines) cut(rows int) int {
	const little = 3 // lines
	for _, head := range t.heads {
		if head > 0 && head < rows && head+little > rows && len(t.lines) > rows {
			return head - 1 // nor the empty line before it
		}
	}
	return min(rows, len(t.lines))
}

var _ views.Scroller = (*Model)(nil)

// New makes an empty pane with the keys of a scope; help are its actions for the footer, after that which
// opens a case.
func New(styles *themes.Styles, keys *views.Keys, scope views.Scope, help ...views.Action) *Model {
	m := &Model{styles: styles, keys: keys.In(scope), scope: scope, help: help}
	m.page = page.OfLines(func() []string { return m.detail().lines })
	return m
}

// Show shows a grid. The selected case stays selected, or the first is if it is not in the grid.
func (m *Model) Show(g Grid) {
	m.grid = g
	if len(g.Order) > 0 && !slices.Contains(g.Order, m.chosen) {
		m.chosen = g.Order[0]
	}
	m.changes++
	m.show()
}

// Choice returns which grid is to be shown.
func (m *Model) Choice() Choice { return m.choice }

// Choose chooses which grid is to be shown.
func (m *Model) Choose(c Choice) { m.choice = c }

// step chooses another figure.
func (m *Model) step(by int) views.Answer {
	if n := m.grid.Figures; n > 0 {
		m.choice.Figure = (m.choice.Figure + by + n) % n
	}
	return views.Answer{Used: true}
}

// sort chooses an order, or restores that of the set if it is chosen; the first case of that is selected.
func (m *Model) sort(o lab.Order) views.Answer {
	if m.choice.Order == o {
		o = lab.BySet
	}
	m.choice.Order, m.chosen = o, -1
	return views.Answer{Used: true}
}

// SetRunning sets whether the cases are being run, which esc stops.
func (m *Model) SetRunning(on bool) { m.running = on }

// Select selects a case, and shows the grid.
func (m *Model) Select(c int) {
	m.chosen, m.details = c, false
	m.show()
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.page.SetSize(max(m.Width-2, 0), max(m.Height-1, 1)) // the last row shows what is below
	m.show()
}

// at returns the row of the selected case.
func (m *Model) at() int { return max(slices.Index(m.grid.Order, m.chosen), 0) }

// show scrolls to the selection.
func (m *Model) show() { m.top = views.ScrolledTo(m.at(), m.top, m.rows(), len(m.grid.Order)) }

// rows returns how many cases are on the screen.
func (m *Model) rows() int {
	const heads = 2                                    // the title, and the titles of the columns
	sums := len(m.grid.Table.Rows) - len(m.grid.Order) // rows at the end that are no cases
	return max(m.Height-heads-sums-len(m.notes()), 1)
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		at := m.top + click.Y - 2
		if m.details || click.Y < 2 || at >= min(m.top+m.rows(), len(m.grid.Order)) {
			return views.Answer{}
		}
		return m.move(at - m.at())
	}
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if m.StopWord() == "" {
			return views.Ask(views.Cancel{})
		}
		m.details = false
		return views.Answer{Used: true}
	}
	return m.act(m.keys.Asked(msg, m.scope))
}

func (m *Model) StopWord() string {
	if m.details && !m.running {
		return "grid"
	}
	return ""
}

func (m *Model) act(a views.Action) views.Answer {
	if m.details {
		if answer, ok := m.page.Do(a); ok {
			return answer
		}
	} else if by, ok := views.Steps(a, m.rows()); ok {
		return m.move(by)
	}
	switch a {
	case "":
		return views.Answer{}
	case views.ActBenchFigure:
		return m.step(1)
	case views.ActBenchFigureBack:
		return m.step(-1)
	case views.ActBenchDisagree:
		return m.sort(lab.ByDisagreement)
	case views.ActBenchSort:
		return m.sort(lab.ByWorst)
	case views.ActBenchFigures:
		m.details = !m.details
		m.page.Top()
		return views.Answer{Used: true}
	case views.ActOpenRow:
		if len(m.grid.Order) == 0 || m.chosen < 0 {
			return views.Answer{}
		}
		return views.Ask(views.OpenCase{Case: m.chosen})
	case views.ActCopy:
		return views.Ask(views.Copy{What: "the grid", Text: m.Plain()})
	}
	return views.Ask(views.RunAction{Action: a})
}

// move selects another case.
func (m *Model) move(by int) views.Answer {
	was := m.chosen
	if n := len(m.grid.Order); n > 0 {
		m.chosen = m.grid.Order[max(min(m.at()+by, n-1), 0)]
	}
	m.show()
	return views.Answer{Used: m.chosen != was}
}

func (m *Model) Scroll(dx, dy int) {
	if m.details {
		m.page.Scroll(dx, dy)
		return
	}
	m.move(dy)
}

// Plain returns all of it as text.
func (m *Model) Plain() string {
	return reports.Plain(0, append([]report.Report{{Title: m.grid.Title, Blocks: []report.Block{m.grid.Table}}}, m.grid.Details...)...)
}

func (m *Model) pen(width int) reports.Pen {
	return reports.Pen{Styles: m.styles, Width: max(width, 1)}
}

func (m *Model) key(width int) drawnFor { return drawnFor{m.changes, width, m.styles.Version} }

// detail returns the details as wide as the pane.
func (m *Model) detail() detailLines {
	return m.drawnDetails.Get(m.key(m.Width), func() (t detailLines) {
		for _, r := range m.grid.Details {
			if len(t.lines) > 0 {
				t.lines = append(t.lines, "")
			}
			t.heads = append(t.heads, len(t.lines))
			t.lines = append(t.lines, m.pen(m.Width-4).Lines(r)...)
		}
		return t
	})
}

// below names the details that begin at a line or below it; more reports whether there is more at all.
func (m *Model) below(line int) (names []string, more bool) {
	t := m.detail()
	for i, head := range t.heads {
		if head >= line {
			names = append(names, strings.ToLower(strings.TrimSuffix(m.grid.Details[i].Title, "?")))
		}
	}
	return names, line < len(t.lines)
}

// notes returns the lines below the sums, as many as fit.
func (m *Model) notes() (lines []string) {
	for _, note := range m.grid.Notes {
		for _, row := range text.Rows(note, max(m.Width-3, 1)) {
			lines = append(lines, "   "+m.styles.Dim.Render(row))
		}
	}
	return lines[:min(len(lines), m.Height/4)]
}

func (m *Model) View() string {
	if m.details {
		lines := m.page.Drawn()
		for i := range lines {
			lines[i] = " " + lines[i]
		}
		return text.Rect(append(lines, m.more(" ↓ more", m.page.Here().Index()+len(lines))), m.Width, m.Height)
	}
	title := m.styles.Strong
	if m.Focused {
		title = m.styles.Accent
	}
	lines := []string{" " + title.Render(text.Truncate(text.SafeLine(m.grid.Title), max(m.Width-2, 1), "…"))}
	if len(m.grid.Order) == 0 {
		return text.Rect(append(append(lines, ""), m.notes()...), m.Width, m.Height)
	}
	grid := m.drawn.Get(m.key(m.Width), func() reports.Grid { return m.pen(m.Width - 4).Grid(m.grid.Table) })
	lines = append(lines, "   "+grid.Head())
	last := min(m.top+m.rows(), len(m.grid.Order))
	for i := m.top; i < last; i++ {
		lines = append(lines, m.row(grid.Row(i), m.grid.Order[i] == m.chosen))
	}
	for i := len(m.grid.Order); i < grid.Len(); i++ {
		lines = append(lines, "   "+grid.Row(i))
	}
	lines = append(lines, m.notes()...)
	if room := m.Height - len(lines) - 2; room > 3 { // the details have what is left
		room = m.detail().cut(room)
		lines = append(lines, "")
		for _, line := range m.detail().lines[:room] {
			lines = append(lines, "   "+line)
		}
		lines = append(lines, m.more("   "+m.keys.Name(views.ActBenchFigures)+" shows the rest", room))
	}
	return text.Rect(lines, m.Width, m.Height)
}

// more returns the line that names the details below, after a lead; empty where there are none.
func (m *Model) more(lead string, line int) string {
	names, more := m.below(line)
	switch {
	case !more:
		return ""
	case len(names) > 0:
		lead += ": " + strings.Join(names, ", ")
	}
	return m.styles.Dim.Render(text.Truncate(lead, max(m.Width-2, 1), "…"))
}

// row draws a case.
func (m *Model) row(drawn string, selected bool) string {
	if !selected {
		return "   " + drawn
	}
	line := text.Fit(" ▸ "+drawn, m.Width, "…")
	if m.Focused {
		return m.styles.Selection.Render(ansi.Strip(line))
	}
	return line
}

func (m *Model) ShortHelp() []key.Binding {
	if m.details {
		all := append(m.keys.Renamed(views.ActBenchFigures, "grid"), m.keys.Bindings(views.ActBenchFigure, views.ActRankRunAll)...)
		if slices.Contains(m.help, views.ActRankGrid) {
			all = append(all, m.keys.Binding(views.ActRankGrid))
		}
		return all
	}
	return m.keys.Bindings(append([]views.Action{views.ActOpenRow}, m.help...)...)
}
