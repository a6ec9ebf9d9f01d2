package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

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
	fontSize   = 16.6 // at this size a character is as wide as a cell
)

// grades are the shades between a character's colour and its background. So few look
// as smooth as 256, and a picture has few enough colours for a palette.
const grades = 8

// pen draws cells.
type pen struct {
	plain, bold font.Face
	small       font.Face              // of which two characters fit a cell
	shapes      map[shape]*image.Alpha // drawn so far
}

// shape is what of a cell decides which of its pixels are covered.
type shape struct {
	text  string
	bold  bool
	width int // in pixels
}

// controls are the pictures of control characters that answers contain, which the font lacks,
// by the two letters that are drawn for each.
var controls = map[string]string{"␉": "HT", "␊": "LF", "␍": "CR"}

func newPen() (*pen, error) {
	p := pen{shapes: map[shape]*image.Alpha{}}
	for _, one := range []struct {
		face *font.Face
		data []byte
		size float64
	}{{&p.plain, dejavusansmono.TTF, fontSize}, {&p.bold, dejavusansmonobold.TTF, fontSize}, {&p.small, dejavusansmono.TTF, fontSize / 2}} {
		parsed, err := opentype.Parse(one.data)
		if err != nil {
			return nil, err
		}
		*one.face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: one.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// Colours where a cell names none.
var (
	paper   = color.RGBA{0x16, 0x16, 0x1e, 0xff}
	ink     = color.RGBA{0xd0, 0xd0, 0xd8, 0xff}
	caption = color.RGBA{0xe0, 0xaf, 0x68, 0xff} // the line below a film
)

// draw draws a screen.
func (p *pen) draw(rows [][]uv.Cell) *image.RGBA {
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

// drawSaying draws a screen with a line of text below it.
func (p *pen) drawSaying(rows [][]uv.Cell, text string) *image.RGBA {
	line := make([]uv.Cell, len(rows[0]))
	for i, r := range []rune(" " + text + " ") {
		line[i] = uv.Cell{Content: string(r), Width: 1, Style: uv.Style{Fg: paper, Bg: caption, Attrs: uv.AttrBold}}
	}
	return p.draw(append(slices.Clip(rows), make([]uv.Cell, len(line)), line))
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
	mask := p.shape(shape{c.Content, c.Style.Attrs&uv.AttrBold != 0, at.Dx()})
	draw.DrawMask(img, at, image.NewUniform(front), image.Point{}, mask, image.Point{}, draw.Over)
}

// shape draws a character as it covers its cell.
func (p *pen) shape(s shape) *image.Alpha {
	if drawn := p.shapes[s]; drawn != nil {
		return drawn
	}
	mask := p.write(s)
	for i, a := range mask.Pix {
		grade := math.Round(float64(a) * (grades - 1) / 255)
		mask.Pix[i] = uint8(math.Round(grade * 255 / (grades - 1)))
	}
	p.shapes[s] = mask
	return mask
}

// write draws a character in all shades.
func (p *pen) write(s shape) *image.Alpha {
	mask := image.NewAlpha(image.Rect(0, 0, s.width, cellHeight))
	letters := func(face font.Face, dot fixed.Point26_6, text string) {
		(&font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: dot}).DrawString(text)
	}
	if name := controls[s.text]; name != "" {
		letters(p.small, fixed.P(0, baseline-6), name[:1])
		letters(p.small, fixed.P(s.width/2, baseline), name[1:])
		return mask
	}
	face := p.plain
	if s.bold {
		face = p.bold
	}
	dot := fixed.P(0, baseline)
	if advance := font.MeasureString(face, s.text); advance > fixed.I(s.width) {
		dot.X -= (advance - fixed.I(s.width)) / 2
	}
	letters(face, dot, s.text)
	return mask
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
