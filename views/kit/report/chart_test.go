package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

func chart(selected int) report.Chart {
	c := report.Chart{
		Parts: []report.ChartPart{{Label: "failed", Role: report.Bad}, {Label: "completed", Role: report.Model}},
		Low:   "p50", High: "p95", Label: "TTFT", Selected: selected, Rows: 4,
		Write: func(v float64) string { return fmt.Sprint(v, " ms") },
		Bars: []report.Bar{
			{Tick: "Mon", Counts: []int{0, 80}, Low: 100, High: 200},
			{Counts: []int{0, 0}, Low: -1, High: -1},
			{Counts: []int{40, 40}, Low: 50, High: 400},
			{Counts: []int{1, 39}, Low: 50, High: 50},
		},
	}
	return c
}

// TestAChartIsToScale: bars of counts in eighths of a line, the share of the first part below
// them, and the values below that.
func TestAChartIsToScale(t *testing.T) {
	styles := themes.Dark()
	pen := Pen{Styles: &styles, Width: 14}
	got := strings.Split(ansi.Strip(strings.Join(pen.Blocks([]report.Block{chart(-1)}), "\n")), "\n")
	want := []string{
		"    80 │█ █",
		"       │█ █",
		"       │█ ▒█",
		"       │█ ▒█",
		"  50 % │  █▁",
		"400 ms │  ░",
		"       │▄ ▂▂",
		"        Mon",
	}
	for i, line := range want {
		if got[i] != line {
			t.Errorf("line %d is %q, not %q", i, got[i], line)
		}
	}
	if last := got[len(got)-1]; !strings.HasPrefix(last, "        █ com") {
		t.Errorf("the legend is %q", last)
	}
}

// TestTextBelowChartIsSeparated from the bars if there is space: else it reads as a part of them.
func TestTextBelowChartIsSeparated(t *testing.T) {
	styles := themes.Dark()
	pen := Pen{Styles: &styles, Width: 14}
	c := chart(-1)
	c.Rows = 6
	got := strings.Split(ansi.Strip(strings.Join(pen.Blocks([]report.Block{c}), "\n")), "\n")
	for i, want := range map[int]string{5: "       │█ ▒█", 6: "       │", 7: "  50 % │  █▁", 8: "       │", 9: "400 ms │  ░"} {
		if got[i] != want {
			t.Errorf("line %d is %q, not %q", i, got[i], want)
		}
	}
}

func TestTheSelectedBarIsPointedTo(t *testing.T) {
	styles := themes.Dark()
	pen := Pen{Styles: &styles, Width: 14}
	got := ansi.Strip(strings.Join(pen.Blocks([]report.Block{chart(2)}), "\n"))
	if !strings.Contains(got, "          ▲\n") {
		t.Error(got)
	}
	for x, want := range map[int]int{0: -1, 7: -1, 8: 0, 10: 2, 11: 3, 12: -1} {
		if at := BarAt(chart(2), 14, x); at != want {
			t.Errorf("in column %d is bar %d, not %d", x, at, want)
		}
	}
}

// No line is wider than the pane, however many bars there are; the newest are drawn.
func TestAChartOfManyBarsShowsTheNewest(t *testing.T) {
	styles := themes.Dark()
	c := chart(-1)
	for range 300 {
		c.Bars = append(c.Bars, c.Bars[0])
	}
	for _, width := range []int{1, 5, 9, 30, 80} {
		for _, line := range (Pen{Styles: &styles, Width: width}).Blocks([]report.Block{c}) {
			if width > 9 && text.Width(line) > width {
				t.Errorf("at %d: %q", width, ansi.Strip(line))
			}
		}
	}
}

// Times on the axis have even distances: all of a rank are named, or none.
func TestAxisNamesAllTicksOfARank(t *testing.T) {
	styles := themes.Dark()
	c := report.Chart{Parts: []report.ChartPart{{Label: "failed", Role: report.Bad}, {Label: "completed", Role: report.Model}}, Selected: -1, Rows: 2}
	for hour := 9; hour < 9+48; hour++ {
		b := report.Bar{Counts: []int{0, 1}, Low: -1, High: -1, Rank: 4, Tick: fmt.Sprintf("%02d:00", hour%24)}
		switch {
		case hour == 9:
			b.Tick = "Nov 26 09:00"
		case hour%24 == 0:
			b.Rank, b.Tick = 0, fmt.Sprint("Nov ", 26+hour/24)
		case hour%12 == 0:
			b.Rank = 1
		case hour%6 == 0:
			b.Rank = 2
		}
		c.Bars = append(c.Bars, b)
	}
	for width, want := range map[int]string{
		54:  "Nov 26 09:00   Nov 27      12:00       Nov 28",
		103: "Nov 26 09:00      18:00       Nov 27      06:00       12:00       18:00       Nov 28      06:00",
	} {
		lines := strings.Split(ansi.Strip(strings.Join(Pen{Styles: &styles, Width: width}.Blocks([]report.Block{c}), "\n")), "\n")
		if got := strings.TrimSpace(lines[len(lines)-2]); got != want {
			t.Errorf("%d cells: %q, not %q", width, got, want)
		}
	}
}
