package build

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// area is a rectangle of a layout, with a letter for it.
type area struct {
	letter byte
	views.Rect
}

// areas are those of a layout that are drawn.
func areas(l screen.Layout) []area {
	all := []area{
		{'T', l.Top}, {'-', l.TopRule}, {'o', l.Pages[OutlinePane]}, {'|', l.Bars[0]}, {'f', l.Pages[FormPane]},
		{'|', l.Bars[1]}, {'s', l.Pages[SourcePane]}, {'n', l.Notice}, {'-', l.FootRule}, {'F', l.Footer},
	}
	var drawn []area
	for _, a := range all {
		if a.W*a.H > 0 {
			drawn = append(drawn, a)
		}
	}
	return drawn
}

// columns writes the areas of one row of a layout: letter, width and x.
func columns(l screen.Layout, y int) string {
	var b strings.Builder
	for _, a := range areas(l) {
		if y >= a.Y && y < a.Y+a.H {
			fmt.Fprintf(&b, "%c%d@%d ", a.letter, a.W, a.X)
		}
	}
	return strings.TrimSpace(b.String())
}

// picture draws a layout with the letters of its areas. Only one column in eight
// is drawn, so that it stays readable.
func picture(l screen.Layout) string {
	var b strings.Builder
	for y := range l.Height {
		for x := 0; x < l.Width; x += 8 {
			letter := byte('.')
			for _, a := range areas(l) {
				if a.Contains(x, y) {
					letter = a.letter
				}
			}
			b.WriteByte(letter)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestAsManyColumnsAreDrawnAsFit(t *testing.T) {
	cases := []struct {
		width         int
		focus, column screen.ID
		want          string
	}{
		{160, OutlinePane, FormPane, "o26@0 |1@26 f72@27 |1@99 s60@100"},
		{120, SourcePane, SourcePane, "o26@0 |1@26 f52@27 |1@79 s40@80"},
		{100, FormPane, FormPane, "o26@0 |1@26 f38@27 |1@65 s34@66"},
		{99, OutlinePane, FormPane, "o25@0 |1@25 f73@26"},
		{80, OutlinePane, FormPane, "o20@0 |1@20 f59@21"},
		{80, SourcePane, SourcePane, "o20@0 |1@20 s59@21"},
		{80, OutlinePane, SourcePane, "o20@0 |1@20 s59@21"},
		{59, OutlinePane, SourcePane, "o59@0"},
		{59, FormPane, FormPane, "f59@0"},
		{40, SourcePane, SourcePane, "s40@0"},
	}
	for _, c := range cases {
		if got := columns(arrange(screen.Size{Width: c.width, Height: 24}, c.focus, c.column), 12); got != c.want {
			t.Errorf("%d, focus %s, column %s: got %q, want %q", c.width, c.focus, c.column, got, c.want)
		}
	}
}

func TestTheLayoutIsAPicture(t *testing.T) {
	cases := []struct {
		name string
		size screen.Size
		want string
	}{
		{"with a notice", screen.Size{Width: 120, Height: 12, Notice: 1}, `
TTTTTTTTTTTTTTT
---------------
ooooffffffsssss
ooooffffffsssss
ooooffffffsssss
ooooffffffsssss
ooooffffffsssss
ooooffffffsssss
ooooffffffsssss
nnnnnnnnnnnnnn.
---------------
FFFFFFFFFFFFFFF
`},
		{"low", screen.Size{Width: 64, Height: 6}, `
TTTTTTTT
ooofffff
ooofffff
ooofffff
ooofffff
FFFFFFFF
`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := picture(arrange(c.size, FormPane, FormPane))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTheColumnsFillTheBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := screen.Size{
			Width: rapid.IntRange(-2, 300).Draw(t, "width"), Height: rapid.IntRange(-2, 120).Draw(t, "height"),
			Notice: rapid.IntRange(-1, 30).Draw(t, "notice"),
		}
		focus := rapid.SampledFrom([]screen.ID{OutlinePane, FormPane, SourcePane}).Draw(t, "focus")
		column := rapid.SampledFrom([]screen.ID{FormPane, SourcePane}).Draw(t, "column")
		if focus != OutlinePane {
			column = focus
		}
		w, h := size.Width, size.Height
		l := arrange(size, focus, column)
		if l.TooSmall {
			return
		}
		cells := 0
		for _, a := range areas(l) {
			if a.X < 0 || a.Y < 0 || a.X+a.W > w || a.Y+a.H > h {
				t.Fatalf("%d×%d: area %c leaves the screen: %+v", w, h, a.letter, a)
			}
			if a.letter == 'n' {
				a.W = w // nothing is drawn next to a notice
			}
			cells += a.W * a.H
		}
		if cells != w*h {
			t.Fatalf("%d×%d: the areas cover %d cells of %d: %+v", w, h, cells, w*h, l)
		}
		if r := l.Pages[focus]; r.H < 1 || r.W < views.MinWidth {
			t.Fatalf("%d×%d: the column with the focus has %d×%d cells", w, h, r.W, r.H)
		}
	})
}
