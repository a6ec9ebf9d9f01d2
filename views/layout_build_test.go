package views

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// across writes one row of a layout as runs of areas: their letter and width.
func across(l Layout, y int) string {
	var b strings.Builder
	for _, r := range []struct {
		name string
		Rect
	}{{"o", l.Outline}, {"|", l.Bars[0]}, {"f", l.Form}, {"|", l.Bars[1]}, {"s", l.Source}, {"n", l.Notice}} {
		if r.H > 0 && y >= r.Y && y < r.Y+r.H {
			fmt.Fprintf(&b, "%s%d@%d ", r.name, r.W, r.X)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestTheBuilderHasAsManyColumnsAsFit(t *testing.T) {
	cases := []struct {
		width         int
		focus, beside Column
		want          string
	}{
		{160, OutlineColumn, FormColumn, "o26@0 |1@26 f78@27 |1@105 s54@106"},
		{120, SourceColumn, SourceColumn, "o26@0 |1@26 f52@27 |1@79 s40@80"},
		{100, FormColumn, FormColumn, "o26@0 |1@26 f38@27 |1@65 s34@66"},
		{99, OutlineColumn, FormColumn, "o25@0 |1@25 f73@26"},
		{80, OutlineColumn, FormColumn, "o20@0 |1@20 f59@21"},
		{80, SourceColumn, SourceColumn, "o20@0 |1@20 s59@21"},
		{80, OutlineColumn, SourceColumn, "o20@0 |1@20 s59@21"},
		{59, OutlineColumn, SourceColumn, "o59@0"},
		{59, FormColumn, FormColumn, "f59@0"},
		{40, SourceColumn, SourceColumn, "s40@0"},
	}
	for _, c := range cases {
		if got := across(ArrangeBuild(c.width, 24, 0, c.focus, c.beside), 12); got != c.want {
			t.Errorf("%d, focus %d, beside %d: got %q, want %q", c.width, c.focus, c.beside, got, c.want)
		}
	}
}

func TestTheBuilderIsAPicture(t *testing.T) {
	cases := []struct {
		name                  string
		width, height, notice int
		want                  string
	}{
		{"with a notice", 120, 12, 1, `
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
		{"low", 64, 6, 0, `
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
			got := drawn(ArrangeBuild(c.width, c.height, c.notice, FormColumn, FormColumn))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTheBuildersColumnsFillTheBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 300).Draw(t, "width"), rapid.IntRange(-2, 120).Draw(t, "height")
		focus := Column(rapid.IntRange(0, 2).Draw(t, "focus"))
		beside := Column(rapid.IntRange(1, 2).Draw(t, "beside"))
		if focus != OutlineColumn {
			beside = focus
		}
		l := ArrangeBuild(w, h, rapid.IntRange(-1, 30).Draw(t, "notice"), focus, beside)
		if l.TooSmall {
			return
		}
		all := []Rect{l.Top, l.TopRule, l.Outline, l.Bars[0], l.Form, l.Bars[1], l.Source, l.FootRule, l.Footer}
		cells := 0
		for i, r := range all {
			if r.X < 0 || r.Y < 0 || r.X+r.W > w || r.Y+r.H > h || r.W < 0 || r.H < 0 {
				t.Fatalf("%d×%d: area %d leaves the screen: %+v", w, h, i, r)
			}
			cells += r.W * r.H
		}
		if l.Notice.H > 0 {
			cells += w * l.Notice.H
		}
		if cells != w*h {
			t.Fatalf("%d×%d: the areas cover %d cells of %d: %+v", w, h, cells, w*h, l)
		}
		if r := *l.column(focus); r.H < 1 || r.W < MinWidth {
			t.Fatalf("%d×%d: the column with the focus has %d×%d cells", w, h, r.W, r.H)
		}
	})
}
