package main

import (
	"image"
	"image/color"
)

// palette are the colours of a picture or a film, in the order of their first use.
type palette struct {
	colours color.Palette
	at      map[color.RGBA]uint8
}

// newPalette has one colour that is seen through.
func newPalette() *palette {
	return &palette{colours: color.Palette{color.RGBA{}}, at: map[color.RGBA]uint8{{}: 0}}
}

// index is a colour's place. Past 256 colours it is that of the nearest.
func (p *palette) index(c color.RGBA) uint8 {
	if i, ok := p.at[c]; ok {
		return i
	}
	i := uint8(len(p.colours))
	if len(p.colours) == 256 {
		i = uint8(p.colours.Index(c))
	} else {
		p.colours = append(p.colours, c)
	}
	p.at[c] = i
	return i
}

// paint draws a picture in the colours of the palette, which get those that are new.
func (p *palette) paint(img *image.RGBA) *image.Paletted {
	painted := image.NewPaletted(img.Bounds(), nil)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			painted.Pix[y*painted.Stride+x] = p.index(img.RGBAAt(x, y))
		}
	}
	painted.Palette = p.colours
	return painted
}
