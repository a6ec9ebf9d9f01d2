package main

import (
	"image"
	"image/color"
	"image/draw"
)

// The sides of a cell that a line leaves it by.
const (
	up = 1 << iota
	down
	left
	right
)

// lines are the box characters by the sides that their lines reach.
var lines = map[rune]int{
	'─': left | right, '│': up | down, '╌': left | right, '┌': down | right, '┐': down | left, '└': up | right, '┘': up | left,
	'╭': down | right, '╮': down | left, '╰': up | right, '╯': up | left,
	'├': up | down | right, '┤': up | down | left, '┬': down | left | right, '┴': up | left | right, '┼': up | down | left | right,
}

// box draws the characters that must meet those of the next cell, which those of a font
// do in cells of one size only: lines and blocks. It reports whether it drew one.
func box(img *image.RGBA, at image.Rectangle, r rune, c color.RGBA) bool {
	fill := func(from, to image.Point) {
		draw.Draw(img, image.Rectangle{at.Min.Add(from), at.Min.Add(to)}, image.NewUniform(c), image.Point{}, draw.Src)
	}
	w, h := at.Dx(), at.Dy()
	if sides, ok := lines[r]; ok {
		x, y := w/2, h/2
		for side, area := range map[int][2]image.Point{
			up: {{X: x}, {X: x + 1, Y: y + 1}}, down: {{X: x, Y: y}, {X: x + 1, Y: h}},
			left: {{Y: y}, {X: x + 1, Y: y + 1}}, right: {{X: x, Y: y}, {X: w, Y: y + 1}},
		} {
			if sides&side != 0 {
				fill(area[0], area[1])
			}
		}
		if r == '╌' {
			draw.Draw(img, image.Rectangle{at.Min.Add(image.Pt(x-1, y)), at.Min.Add(image.Pt(x+2, y+1))}, image.NewUniform(paper), image.Point{}, draw.Src)
		}
		return true
	}
	switch {
	case r >= '▁' && r <= '█': // eighths from below
		fill(image.Pt(0, h-h*int(r-'▁'+1)/8), image.Pt(w, h))
	case r >= '▉' && r <= '▏': // eighths from the left, from seven down
		fill(image.Pt(0, 0), image.Pt(max(w*(7-int(r-'▉'))/8, 1), h))
	case r == '▌':
		fill(image.Pt(0, 0), image.Pt(w/2, h))
	case r >= '░' && r <= '▓': // one, two or three of four dots
		shade(img, at, int(r-'░')+1, c)
	default:
		return false
	}
	return true
}

// shade colours some of every four pixels.
func shade(img *image.RGBA, at image.Rectangle, of4 int, c color.RGBA) {
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if []int{0, 2, 3, 1}[x%2+y%2*2] < of4 {
				img.SetRGBA(x, y, c)
			}
		}
	}
}
