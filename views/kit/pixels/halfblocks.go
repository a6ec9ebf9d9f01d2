// Package pixels draws images in cells: two pixels a cell, one above the other.
package pixels

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"gatehouse/state/share/picture"
)

// Cells returns how many of the given columns and rows an image of a size in pixels takes. Its aspect
// ratio is preserved, and it is never enlarged.
func Cells(size image.Point, columns, rows int) image.Point {
	if columns <= 0 || rows <= 0 || size.X <= 0 || size.Y <= 0 {
		return image.Point{}
	}
	fit := picture.Fit(size, image.Pt(columns, 2*rows))
	return image.Pt(fit.X, (fit.Y+1)/2)
}

// Lines draws an image whose pixels are half a cell each: a line is as many cells wide as the image
// has pixels. Transparent pixels show the background.
func Lines(img *image.RGBA) []string {
	size := img.Rect.Size()
	lines := make([]string, 0, (size.Y+1)/2)
	for y := 0; y < size.Y; y += 2 {
		lines = append(lines, line(img, y))
	}
	return lines
}

func line(img *image.RGBA, y int) string {
	var b strings.Builder
	var now pen
	for x := range img.Rect.Dx() {
		upper, lower := pixelAt(img, x, y), pixel{}
		if y+1 < img.Rect.Dy() {
			lower = pixelAt(img, x, y+1)
		}
		sign, to := "▀", pen{upper, lower}
		switch {
		case !upper.on && !lower.on:
			sign, to = " ", pen{now.ink, pixel{}} // the ink of a blank does not show
		case !upper.on:
			sign, to = "▄", pen{lower, pixel{}}
		}
		now.change(&b, to)
		b.WriteString(sign)
	}
	if now != (pen{}) {
		b.WriteString("\x1b[m")
	}
	return b.String()
}

// pixel is a colour, or none.
type pixel struct {
	on      bool
	r, g, b uint8
}

// pixelAt returns the pixel of an image; what is more than half transparent is none.
func pixelAt(img *image.RGBA, x, y int) pixel {
	c := color.NRGBAModel.Convert(img.RGBAAt(img.Rect.Min.X+x, img.Rect.Min.Y+y)).(color.NRGBA)
	if c.A < 128 {
		return pixel{}
	}
	return pixel{true, c.R, c.G, c.B}
}

// pen is the colours that cells are drawn in.
type pen struct{ ink, ground pixel }

// change writes what makes the pen another. To draw on the ground again all is reset,
// since the ground may be the theme's.
func (p *pen) change(b *strings.Builder, to pen) {
	if p.ground.on && !to.ground.on {
		b.WriteString("\x1b[m")
		*p = pen{}
	}
	if p.ink != to.ink && to.ink.on {
		fmt.Fprintf(b, "\x1b[38;2;%d;%d;%dm", to.ink.r, to.ink.g, to.ink.b)
	}
	if p.ground != to.ground {
		fmt.Fprintf(b, "\x1b[48;2;%d;%d;%dm", to.ground.r, to.ground.g, to.ground.b)
	}
	*p = to
}
