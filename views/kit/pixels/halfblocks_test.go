package pixels

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/views/kit/text"
)

func TestLinesAreAsWideAsTheImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		img := image.NewRGBA(image.Rect(0, 0, rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")))
		for i := 0; i < len(img.Pix); i += 4 {
			c := color.RGBAModel.Convert(color.NRGBA{rapid.Byte().Draw(t, "red"), 7, 9, rapid.SampledFrom([]uint8{0, 100, 200, 255}).Draw(t, "alpha")}).(color.RGBA)
			copy(img.Pix[i:], []uint8{c.R, c.G, c.B, c.A})
		}
		lines := Lines(img)
		if want := Cells(img.Rect.Size(), img.Rect.Dx(), 20); len(lines) != want.Y || img.Rect.Dx() != want.X {
			t.Fatalf("%d lines of an image of %v, want %v", len(lines), img.Rect, want)
		}
		for _, l := range lines {
			if text.Width(l) != img.Rect.Dx() || text.Guard(l) != l {
				t.Fatalf("%d cells of %d: %q", text.Width(l), img.Rect.Dx(), l)
			}
			if strings.Contains(l, "\x1b") && !strings.HasSuffix(l, "\x1b[m") {
				t.Fatalf("colours go on behind %q", l)
			}
		}
	})
}

func TestCellsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(0, 9000).Draw(t, "width"), rapid.IntRange(0, 9000).Draw(t, "height"))
		columns, rows := rapid.IntRange(-1, 100).Draw(t, "columns"), rapid.IntRange(-1, 12).Draw(t, "rows")
		at := Cells(size, columns, rows)
		if at.X > max(columns, 0) || at.Y > max(rows, 0) || (at.X == 0) != (at.Y == 0) {
			t.Fatalf("%v in %d×%d is %v", size, columns, rows, at)
		}
	})
}

func TestHalfBlocks(t *testing.T) {
	red, none := color.RGBA{255, 0, 0, 255}, color.RGBA{}
	blue := color.RGBA{0, 0, 255, 255}
	img := image.NewRGBA(image.Rect(0, 0, 5, 2))
	for x, column := range [][2]color.RGBA{{red, blue}, {red, none}, {none, blue}, {none, none}, {blue, blue}} {
		img.SetRGBA(x, 0, column[0])
		img.SetRGBA(x, 1, column[1])
	}
	const want = "\x1b[38;2;255;0;0m\x1b[48;2;0;0;255m▀" + "\x1b[m\x1b[38;2;255;0;0m▀" + "\x1b[38;2;0;0;255m▄" + " " + "\x1b[48;2;0;0;255m▀" + "\x1b[m"
	if got := Lines(img)[0]; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
