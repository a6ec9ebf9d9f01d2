package grid_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/lab/grid"
)

// pane is a grid of that many queries by two models.
func pane(queries, width, height int) *grid.Model {
	styles := themes.Dark()
	m := grid.New(&styles, views.NewKeys(views.DefaultCommands()), views.Bench)
	m.SetSize(width, height)
	m.SetFocus(true)
	g := grid.Grid{Title: "nDCG@10", Notes: []string{"2 documents unjudged"}, Details: []report.Report{{Title: "MORE THAN CHANCE?", Blocks: []report.Block{report.Span{Text: "too few queries"}}}}}
	g.Table.Columns = []report.Column{{Right: true}, {Title: "query"}, {Title: "sim/bm25", Right: true}, {Title: "sim/trigram", Right: true}}
	row := func(number, query string) report.Row {
		return report.Row{Cells: []report.Span{{Text: number}, {Text: query}, {Text: "0.812 ▆"}, {Text: "–"}}}
	}
	for q := range queries {
		g.Order = append(g.Order, queries-1-q) // the last query first
		g.Table.Rows = append(g.Table.Rows, row(fmt.Sprint(queries-q), fmt.Sprintf("what is in chapter %d of the book?", queries-q)))
	}
	g.Table.Rows = append(g.Table.Rows, row("", "mean"))
	m.Show(g)
	return m
}

func TestGridAtSeveralSizes(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {20, 5}, {40, 8}, {80, 24}, {160, 45}} {
		m := pane(30, size[0], size[1])
		lines := strings.Split(m.View(), "\n")
		if size[0] > 0 && len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if w := ansi.StringWidth(line); w != size[0] {
				t.Errorf("%v: %d cells in %q", size, w, line)
			}
		}
	}
	m := pane(3, 60, 12)
	if got := ansi.Strip(m.View()); !strings.Contains(got, "chapter 3") || !strings.Contains(got, "mean") || !strings.Contains(got, "2 documents unjudged") || strings.Index(got, "chapter 3") > strings.Index(got, "chapter 1") {
		t.Errorf("%s", got)
	}
}

func press(m *grid.Model, keys ...rune) (last views.Intent) {
	for _, k := range keys {
		msg := tea.KeyPressMsg{Code: k}
		if k != tea.KeyEnter {
			msg.Text = string(k)
		}
		last = m.Update(msg).Intent
	}
	return last
}

func TestQueryIsChosenInTheOrderOfTheRows(t *testing.T) {
	m := pane(30, 80, 12)
	m.Select(29)
	if got := press(m, 'j', 'j', tea.KeyEnter); got != (views.OpenCase{Case: 27}) {
		t.Errorf("%v", got)
	}
	if got := press(m, 'G', tea.KeyEnter); got != (views.OpenCase{Case: 0}) || !strings.Contains(m.View(), "chapter 1 ") {
		t.Errorf("%v\n%s", got, m.View())
	}
	if press(m, 'o'); m.Choice().Order != lab.ByWorst {
		t.Errorf("%v", m.Choice())
	}
	m.Show(grid.Grid{Order: []int{5, 4}, Table: report.Table{Rows: make([]report.Row, 2)}})
	if got := press(m, tea.KeyEnter); got != (views.OpenCase{Case: 5}) {
		t.Errorf("%v", got)
	}
	if got := press(m, 'R'); got != (views.RunAction{Action: views.ActRankRunAll}) {
		t.Errorf("%v", got)
	}
}

func TestDetailsTakeThePlaceOfTheGrid(t *testing.T) {
	m := pane(30, 80, 12)
	if strings.Contains(m.View(), "MORE THAN CHANCE?") {
		t.Errorf("%s", m.View())
	}
	press(m, '=')
	if got := ansi.Strip(m.View()); !strings.Contains(got, "MORE THAN CHANCE?") || strings.Contains(got, "chapter") {
		t.Errorf("%s", got)
	}
	press(m, '=')
	if got := ansi.Strip(m.View()); !strings.Contains(got, "chapter") {
		t.Errorf("%s", got)
	}
	if got := ansi.Strip(pane(2, 80, 30).View()); !strings.Contains(got, "MORE THAN CHANCE?") {
		t.Errorf("there is room for the details:\n%s", got)
	}
}

// What is below the last row is named, in the details as under the grid.
func TestWhatIsBelowIsNamed(t *testing.T) {
	m := pane(2, 60, 14)
	g := grid.Grid{Order: []int{0}, Table: report.Table{Columns: []report.Column{{}}, Rows: make([]report.Row, 2)}}
	for _, title := range []string{"OVER ALL QUERIES", "MORE THAN CHANCE?", "TIME AND COST"} {
		r := report.Report{Title: title}
		for range 5 {
			r.Blocks = append(r.Blocks, report.Span{Text: "words"})
		}
		g.Details = append(g.Details, r)
	}
	m.Show(g)
	last := func() string {
		lines := strings.Split(ansi.Strip(m.View()), "\n")
		return strings.TrimSpace(lines[len(lines)-1])
	}
	if got := ansi.Strip(m.View()); !strings.Contains(got, "   = shows the rest: more than chance, time and cost ") || strings.Contains(got, "MORE THAN") { // not a title alone
		t.Errorf("%s", got)
	}
	press(m, '=')
	for _, want := range []string{"↓ more: time and cost", "↓ more: time and cost", "↓ more", "↓ more", "↓ more", "↓ more", "↓ more", ""} {
		if got := last(); got != want {
			t.Errorf("%q, want %q\n%s", got, want, ansi.Strip(m.View()))
		}
		press(m, 'j')
	}
}
