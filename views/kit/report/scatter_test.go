package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/report"
	"gatehouse/themes"
)

func TestPointsBetweenTwoAxes(t *testing.T) {
	styles := themes.Dark()
	write := func(v float64) string { return fmt.Sprintf("%g", v) }
	s := report.Scatter{Up: "quality", Across: "price", WriteUp: write, Write: write, Points: []report.Point{
		{Mark: "A", Up: 1, Across: 2, Frontier: true}, {Mark: "B", Up: 0.5, Across: 1, Frontier: true}, {Mark: "C", Up: 0.5, Across: 1},
	}}
	lines := (Pen{Styles: &styles, Width: 45}).Blocks([]report.Block{s})
	got := ansi.Strip(strings.Join(lines, "\n"))
	first, last, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(first, "  1 │") || !strings.HasSuffix(strings.TrimSpace(first), "●A") || !strings.Contains(last, "0.5 │●B·C") || !strings.Contains(got, "up: quality, across: price") {
		t.Errorf("%s", got)
	}
	for _, width := range []int{1, 10, 20, 30, 200} {
		for _, line := range (Pen{Styles: &styles, Width: width}).Blocks([]report.Block{s}) {
			if ansi.StringWidth(line) > width {
				t.Errorf("width %d: %q", width, ansi.Strip(line))
			}
		}
	}
	for width, want := range map[int][2]int{70: {65, 8}, 160: {108, 12}, endless: {60, 8}} { // columns and rows
		lines := (Pen{Styles: &styles, Width: width}).Blocks([]report.Block{s})
		if got := [2]int{strings.Count(strings.Join(lines, "\n"), "─"), len(lines) - 3}; got != want {
			t.Errorf("width %d: %v, want %v", width, got, want)
		}
	}
	s.Points = s.Points[1:2] // all alike
	got = ansi.Strip(strings.Join((Pen{Styles: &styles, Width: 30}).Blocks([]report.Block{s}), "\n"))
	if strings.Count(got, "0.5 │") != 1 || !strings.Contains(got, "0.5 │") || !strings.Contains(got, "●B") {
		t.Errorf("one point:\n%s", got)
	}
}
