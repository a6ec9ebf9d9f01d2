package views

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a layout as a picture: a letter an area, "-" a rule. Only one column
// in eight is drawn, so that the picture stays readable.
func drawn(l Layout) string {
	rows := make([][]byte, l.Height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", l.Width))
	}
	for letter, r := range map[byte]Rect{
		'T': l.Top, 't': l.Transcript, 'n': l.Notice, 'c': l.Composer, 'F': l.Footer,
		'i': l.Column,
	} {
		fill(rows, r, letter)
	}
	for _, r := range []Rect{l.TopRule, l.Rule, l.FootRule} {
		fill(rows, r, '-')
	}
	for _, r := range l.Bars {
		fill(rows, r, '|')
	}
	var b strings.Builder
	for _, row := range rows {
		for x := 0; x < len(row); x += 8 {
			b.WriteByte(row[x])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func fill(rows [][]byte, r Rect, letter byte) {
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			rows[y][x] = letter
		}
	}
}

func TestArrangeIsAPicture(t *testing.T) {
	cases := []struct {
		name                            string
		width, height, composer, notice int
		column                          bool
		want                            string
	}{
		{"plain", 80, 12, 1, 0, false, `
TTTTTTTTTT
----------
tttttttttt
tttttttttt
tttttttttt
tttttttttt
tttttttttt
tttttttttt
----------
cccccccccc
----------
FFFFFFFFFF
`},
		{"a notice and a composer that grew", 80, 16, 3, 2, false, `
TTTTTTTTTT
----------
tttttttttt
tttttttttt
tttttttttt
tttttttttt
tttttttttt
tttttttttt
nnnnnnnnnn
nnnnnnnnnn
----------
cccccccccc
cccccccccc
cccccccccc
----------
FFFFFFFFFF
`},
		{"the composer takes a third at most", 40, 12, 99, 0, false, `
TTTTT
ttttt
ttttt
ttttt
ttttt
ttttt
-----
ccccc
ccccc
ccccc
ccccc
FFFFF
`},
		{"the lowest there is", 24, 5, 1, 1, false, `
TTT
ttt
ttt
ccc
FFF
`},
		{"wide: text no wider than a hundred columns", 160, 7, 1, 0, false, `
TTTTTTTTTTTTTTTTTTTT
tttttttttttttt......
tttttttttttttt......
tttttttttttttt......
tttttttttttttt......
cccccccccccccc......
FFFFFFFFFFFFFFFFFFFF
`},
		{"the inspector's column beside the transcript", 143, 10, 1, 1, true, `
TTTTTTTTTTTTTTTTTT
ttttttttttttt|iiii
ttttttttttttt|iiii
ttttttttttttt|iiii
ttttttttttttt|iiii
nnnnnnnnnnnnn|iiii
-------------|iiii
ccccccccccccc|iiii
------------------
FFFFFFFFFFFFFFFFFF
`},
		{"no room for the column", 112, 7, 1, 0, true, `
TTTTTTTTTTTTTT
tttttttttttttt
tttttttttttttt
tttttttttttttt
tttttttttttttt
cccccccccccccc
FFFFFFFFFFFFFF
`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := drawn(Arrange(c.width, c.height, c.composer, c.notice, c.column))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestEveryRowBelongsToOneArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 500).Draw(t, "width"), rapid.IntRange(-2, 200).Draw(t, "height")
		l := Arrange(w, h, rapid.IntRange(-1, 300).Draw(t, "composer"), rapid.IntRange(-1, 30).Draw(t, "notice"), rapid.Bool().Draw(t, "column"))
		if l.TooSmall != (w < MinWidth || h < MinHeight) {
			t.Fatalf("%d×%d: TooSmall is %v", w, h, l.TooSmall)
		}
		if l.TooSmall {
			return
		}
		owner := make([]int, h)
		for _, r := range []Rect{l.Top, l.TopRule, l.Transcript, l.Notice, l.Rule, l.Composer, l.FootRule, l.Footer} {
			if r.X < 0 || r.X+r.W > w || r.W > MaxColumn && r.H > 1 {
				t.Fatalf("%d×%d: an area leaves the screen or is too wide: %+v", w, h, r)
			}
			for y := r.Y; y < r.Y+r.H; y++ {
				owner[y]++
			}
		}
		for y, n := range owner {
			if n != 1 {
				t.Fatalf("%d×%d: row %d belongs to %d areas", w, h, y, n)
			}
		}
		if l.Composer.H < 1 || l.Composer.H > max(h/3, 1) || l.Transcript.H < 1 {
			t.Fatalf("%d×%d: composer %d rows, transcript %d", w, h, l.Composer.H, l.Transcript.H)
		}
	})
}

func TestAnOverlayStaysOnTheScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Arrange(rapid.IntRange(0, 200).Draw(t, "width"), rapid.IntRange(0, 80).Draw(t, "height"), 1, 0, false)
		frame, content := l.Overlay(rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h"))
		for _, r := range []Rect{frame, content} {
			if r.X < 0 || r.Y < 0 || r.W < 0 || r.H < 0 || r.X+r.W > l.Width || r.Y+r.H > l.Height {
				t.Fatalf("%d×%d: %+v", l.Width, l.Height, r)
			}
		}
	})
}

func TestTheColumnTakesWhatTextLeaves(t *testing.T) {
	for _, c := range []struct {
		width              int
		wanted             bool
		transcript, column int
	}{{80, true, 80, 0}, {117, true, 106, 0}, {118, true, 79, 38}, {145, true, 106, 38}, {160, true, 106, 53}, {200, true, 106, 93}, {160, false, 106, 0}} {
		if text, column := Beside(c.width, c.wanted); text != c.transcript || column != c.column {
			t.Errorf("%d cells, %v: transcript %d, column %d", c.width, c.wanted, text, column)
		}
	}
}

func TestTheInspectorHasALineOfTabsAndTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 300).Draw(t, "width"), rapid.IntRange(-2, 100).Draw(t, "height")
		l := ArrangeInspect(w, h, rapid.IntRange(-1, 30).Draw(t, "notice"))
		if l.TooSmall {
			return
		}
		owner := make([]int, h)
		for _, r := range []Rect{l.Top, l.TopRule, l.Tabs, l.Inspect, l.Notice, l.FootRule, l.Footer} {
			for y := r.Y; y < r.Y+r.H; y++ {
				owner[y]++
			}
		}
		for y, n := range owner {
			if n != 1 && !(h >= roomy && y == l.Tabs.Y+1) {
				t.Fatalf("%d×%d: row %d belongs to %d areas: %+v", w, h, y, n, l)
			}
		}
		if l.Tabs.H != 1 || l.Inspect.H < 1 || l.Inspect.W != w {
			t.Fatalf("%d×%d: %+v", w, h, l)
		}
	})
}
