package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Sizes in pixels.
const (
	cellWidth  = 10
	cellHeight = 20
	baseline   = 15 // from the top of a cell
	margin     = 12
	fontSize   = 16.6 // of which a character is as wide as a cell
)

// pen draws cells.
type pen struct{ plain, bold font.Face }

func newPen() (*pen, error) {
	var p pen
	for _, one := range []struct {
		face *font.Face
		data []byte
	}{{&p.plain, dejavusansmono.TTF}, {&p.bold, dejavusansmonobold.TTF}} {
		parsed, err := opentype.Parse(one.data)
		if err != nil {
			return nil, err
		}
		*one.face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: fontSize, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// Colours where a cell names none.
var (
	paper = color.RGBA{0x16, 0x16, 0x1e, 0xff}
	ink   = color.RGBA{0xd0, 0xd0, 0xd8, 0xff}
)

// draw draws a screen.
func (p *pen) draw(rows [][]uv.Cell) image.Image {
	width := 2*margin + cellWidth*len(rows[0])
	img := image.NewRGBA(image.Rect(0, 0, width, 2*margin+cellHeight*len(rows)))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	for y, row := range rows {
		for x, c := range row {
			at := image.Rect(0, 0, cellWidth*max(c.Width, 1), cellHeight).Add(image.Pt(margin+x*cellWidth, margin+y*cellHeight))
			p.cell(img, at, c)
		}
	}
	return img
}

func (p *pen) cell(img *image.RGBA, at image.Rectangle, c uv.Cell) {
	front, back := orElse(c.Style.Fg, ink), orElse(c.Style.Bg, paper)
	if c.Style.Attrs&uv.AttrReverse != 0 {
		front, back = back, front
	}
	if c.Style.Attrs&uv.AttrFaint != 0 {
		front = between(front, back)
	}
	if back != paper {
		draw.Draw(img, at, image.NewUniform(back), image.Point{}, draw.Src)
	}
	if c.Content == "" || c.Content == " " {
		return
	}
	if c.Style.Underline != 0 {
		line := image.Rect(at.Min.X, at.Min.Y+baseline+2, at.Max.X, at.Min.Y+baseline+3)
		draw.Draw(img, line, image.NewUniform(front), image.Point{}, draw.Src)
	}
	if box(img, at, []rune(c.Content)[0], front) {
		return
	}
	face := p.plain
	if c.Style.Attrs&uv.AttrBold != 0 {
		face = p.bold
	}
	dot := fixed.P(at.Min.X, at.Min.Y+baseline)
	if advance := font.MeasureString(face, c.Content); advance > fixed.I(at.Dx()) {
		dot.X -= (advance - fixed.I(at.Dx())) / 2
	}
	(&font.Drawer{Dst: img, Src: image.NewUniform(front), Face: face, Dot: dot}).DrawString(c.Content)
}

func orElse(c color.Color, other color.RGBA) color.RGBA {
	if c == nil {
		return other
	}
	return color.RGBAModel.Convert(c).(color.RGBA)
}

func between(a, b color.RGBA) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round((float64(a) + float64(b)) / 2)) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}
