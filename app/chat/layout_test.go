package chat

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// drawn is a layout as a picture: a letter an area, "-" a rule. Only one column
// in eight is drawn, so that the picture stays readable.
func drawn(l screen.Layout) string {
	rows := make([][]byte, l.Height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", l.Width))
	}
	for letter, r := range map[byte]views.Rect{
		'T': l.Top, 't': l.Pages[TranscriptPane], 'n': l.Notice, 'c': l.Pages[ComposerPane], 'F': l.Footer,
		'i': l.Pages[ColumnPane],
	} {
		fill(rows, r, letter)
	}
	for _, r := range []views.Rect{l.TopRule, l.Rule, l.FootRule} {
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

func fill(rows [][]byte, r views.Rect, letter byte) {
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
			got := drawn(arrange(screen.Size{Width: c.width, Height: c.height, Notice: c.notice}, c.composer, c.column))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestEveryRowBelongsToOneArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-2, 500).Draw(t, "width"), rapid.IntRange(-2, 200).Draw(t, "height")
		size := screen.Size{Width: w, Height: h, Notice: rapid.IntRange(-1, 30).Draw(t, "notice")}
		l := arrange(size, rapid.IntRange(-1, 300).Draw(t, "composer"), rapid.Bool().Draw(t, "column"))
		if l.TooSmall != (w < views.MinWidth || h < views.MinHeight) {
			t.Fatalf("%d×%d: TooSmall is %v", w, h, l.TooSmall)
		}
		if l.TooSmall {
			return
		}
		owner := make([]int, h)
		for _, r := range []views.Rect{l.Top, l.TopRule, l.Pages[TranscriptPane], l.Notice, l.Rule, l.Pages[ComposerPane], l.FootRule, l.Footer} {
			if r.X < 0 || r.X+r.W > w || r.W > views.MaxColumn && r.H > 1 {
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
		if l.Pages[ComposerPane].H < 1 || l.Pages[ComposerPane].H > max(h/3, 1) || l.Pages[TranscriptPane].H < 1 {
			t.Fatalf("%d×%d: composer %d rows, transcript %d", w, h, l.Pages[ComposerPane].H, l.Pages[TranscriptPane].H)
		}
	})
}

func TestTheColumnTakesWhatTextLeaves(t *testing.T) {
	for _, c := range []struct {
		width              int
		wanted             bool
		transcript, column int
	}{{80, true, 80, 0}, {117, true, 106, 0}, {118, true, 79, 38}, {145, true, 106, 38}, {160, true, 106, 53}, {200, true, 106, 93}, {160, false, 106, 0}} {
		if text, column := widths(c.width, c.wanted); text != c.transcript || column != c.column {
			t.Errorf("%d cells, %v: transcript %d, column %d", c.width, c.wanted, text, column)
		}
	}
}
