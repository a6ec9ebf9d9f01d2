package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

func TestRowsAreCutAtPipes(t *testing.T) {
	cases := []struct {
		row  string
		want []string
	}{
		{"| a | b |", []string{"a", "b"}},
		{"a | b", []string{"a", "b"}},
		{`| a \| b | c |`, []string{"a | b", "c"}},
		{"|  |x|", []string{"", "x"}},
		{"| a | b", []string{"a", "b"}},
		{"", nil},
		{`| \\| b |`, []string{`\\`, "b"}},
	}
	for _, c := range cases {
		if got := splitRow(c.row); !slices.Equal(got, c.want) {
			t.Errorf("%q is cut into %q, want %q", c.row, got, c.want)
		}
	}
}

func TestDelimiterRows(t *testing.T) {
	cases := []struct {
		row  string
		want []align
		ok   bool
	}{
		{"|---|:-:|--:|", []align{alignLeft, alignCenter, alignRight}, true},
		{"--- | :--", []align{alignLeft, alignLeft}, true},
		{"| - |", []align{alignLeft}, true},
		{"---", nil, false}, // a rule or an underline
		{"|--- x|", nil, false},
		{"|::|", nil, false},
		{"| |", nil, false},
		{"|" + strings.Repeat("-|", maxColumns+1), nil, false},
	}
	for _, c := range cases {
		got, ok := parseDelimiterRow(c.row)
		if ok != c.ok || !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %v %v, want %v %v", c.row, got, ok, c.want, c.ok)
		}
	}
}

func TestColumnsShareTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := table{widths: rapid.SliceOfN(rapid.IntRange(0, 300), 1, 12).Draw(t, "widths")}
		width := rapid.IntRange(1, 120).Draw(t, "room")
		got := tab.fit(width)
		space := max(width-3*(len(got)-1), len(got))
		for i, w := range got {
			if w < 1 || w > max(tab.widths[i], 1) {
				t.Fatalf("column %d of %v is %d wide in %v", i, tab.widths, w, got)
			}
		}
		if sum := limitedWidth(got, 300); sum > space {
			t.Fatalf("%v takes %d of %d cells", got, sum, space)
		}
		// A column is cut only if it is among the widest: none that was left uncut is wider than one that
		// was cut, except for the last cell.
		cut := 0
		for i, w := range got {
			if w < tab.widths[i] {
				cut = max(cut, w)
			}
		}
		for i, w := range got {
			if cut > 0 && w == tab.widths[i] && w > cut+1 {
				t.Fatalf("%v of %v: a column of %d stays whole beside one cut to %d", got, tab.widths, w, cut)
			}
		}
	})
}

func TestTheWidthOfColumnsIsFoundInAFewSteps(t *testing.T) {
	widths := slices.Repeat([]int{text.PieceSize}, maxColumns)
	asked := 0
	level := largestFitting(text.PieceSize, func(level int) bool {
		asked++
		return limitedWidth(widths, level) <= 640
	})
	if level != 10 || asked > 12 {
		t.Errorf("columns are cut to %d cells after %d steps, want 10 after some eleven", level, asked)
	}
}

func TestTableStaysAlignedWhileStreaming(t *testing.T) {
	styles := themes.Dark()
	src := "| name | price |\n|---|--:|\n| `a/b` | 1 |\n| **a longer name** | 1200 |\n| c | [x](https://e.org/) |\n"
	m := New(&styles, NewLexers())
	m.SetWidth(70)
	for n := strings.Index(src, "| `a"); n <= len(src); n++ {
		m.Update(src[:n])
		bar := -1
		for i := range m.Len() {
			for _, line := range m.Lines(i) {
				at := strings.IndexAny(ansi.Strip(line), "│┼")
				if at < 0 {
					continue
				}
				at = text.Width(ansi.Strip(line)[:at])
				if bar >= 0 && at != bar {
					t.Fatalf("after %q the bar stands at %d and at %d:\n%s", src[:n], bar, at, plain(screen(m, 70)))
				}
				bar = at
			}
		}
	}
}

func TestEstimatesAreNear(t *testing.T) {
	styles := themes.Dark()
	src := strings.Repeat("Some words that go on for a while, as words do in answers that models write. ", 12) + "\n\n"
	m := New(&styles, NewLexers())
	m.Update(strings.Repeat(src, 20))
	for _, width := range []int{30, 60, 100} {
		m.SetWidth(width)
		guess, real := 0, 0
		for i := range m.Len() {
			guess += m.Height(i)
		}
		for i := range m.Len() {
			real += len(m.Lines(i))
		}
		if guess*10 < real*7 || guess*10 > real*14 {
			t.Errorf("at %d columns %d lines were guessed, %d drawn", width, guess, real)
		}
	}
}

func TestHeightsAreFactsOnceDrawn(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		m := New(&styles, NewLexers())
		m.Update(document(t))
		m.SetWidth(rapid.IntRange(1, 80).Draw(t, "width"))
		for i := range m.Len() {
			lines := len(m.Lines(i))
			if i < m.Len()-1 && m.Height(i) != lines {
				t.Fatalf("block %d has %d lines and a height of %d", i, lines, m.Height(i))
			}
		}
	})
}

// TestAHeadWithoutWordsIsNotDrawn: the first row becomes the head; until it arrives a rule is drawn.
func TestAHeadWithoutWordsIsNotDrawn(t *testing.T) {
	styles := themes.Dark()
	head := "Above:\n\n|  | |\n|---|---|\n"
	for _, c := range [][2]string{
		{head, "Above:\n\n──┼──"},
		{head + "| a | b |\n| c | d |\n", "Above:\n\na │ b\nc │ d"},
		{"> |  | |\n> |---|---|\n> | a | b |\n", "▎ a │ b"},
		{"| x | |\n|---|---|\n| a | b |\n", "x │ \n──┼──\na │ b"},
	} {
		if got := plain(drawAll(&styles, c[0], 30)); got != c[1] {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", c[0], got, c[1])
		}
	}
}
