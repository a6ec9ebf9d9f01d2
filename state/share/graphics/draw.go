package graphics

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"
	"github.com/charmbracelet/x/ansi/kitty"
	"github.com/charmbracelet/x/ansi/sixel"
	xdraw "golang.org/x/image/draw"

	"gatehouse/state/share/picture"
)

// usualCell is the shape of a cell if the terminal does not report it, in pixels.
var usualCell = image.Pt(10, 20)

// Canvas is where an image is drawn.
type Canvas struct {
	Area image.Rectangle // in cells, from 0
	Cell image.Point     // in pixels; zero: not known
	Dark bool            // the ground is, which shows where an image is transparent
}

// Draw returns the sequence that draws an image in the middle of a canvas, as large as it
// fits and at most four times its size. The cursor stays where it was.
func Draw(p Protocol, img image.Image, c Canvas) (string, error) {
	cell := c.Cell
	if cell.X <= 0 || cell.Y <= 0 {
		cell = usualCell
	}
	size := picture.Fit(img.Bounds().Size().Mul(enlarged), image.Pt(c.Area.Dx()*cell.X, c.Area.Dy()*cell.Y))
	if size.X <= 0 || size.Y <= 0 {
		return "", nil
	}
	scaled := scale(img, size)
	cells := image.Pt(min((size.X+cell.X-1)/cell.X, c.Area.Dx()), min((size.Y+cell.Y-1)/cell.Y, c.Area.Dy()))
	var b strings.Builder
	at := c.Area.Min.Add(c.Area.Size().Sub(cells).Div(2))
	b.WriteString(ansi.SaveCursor + ansi.CursorPosition(at.X+1, at.Y+1))
	var err error
	switch p {
	case Kitty:
		if c.Cell == cell { // it is as large as it is to be
			err = writeKitty(&b, scaled, image.Point{})
		} else {
			err = writeKitty(&b, scaled, cells)
		}
	case ITerm:
		err = writeITerm(&b, scaled, cells)
	case Sixel:
		err = writeSixel(&b, scaled, c.Dark)
	default:
		return "", nil
	}
	b.WriteString(ansi.RestoreCursor)
	return b.String(), err
}

// Clear returns the sequence that removes what Draw has drawn in addition to the cells below it;
// empty if it is a part of them.
func Clear(p Protocol) string {
	if p != Kitty {
		return ""
	}
	return ansi.KittyGraphics(nil, "a=d", "d=I", fmt.Sprintf("i=%d", imageID), "q=2")
}

// enlarged is how many times an image is drawn as large as it is, at most.
const enlarged = 4

// scale draws an image with the pixels of a size. Enlarged pixels stay squares.
func scale(img image.Image, size image.Point) *image.RGBA {
	if from := img.Bounds().Size(); size.X <= from.X && size.Y <= from.Y {
		return picture.Shrink(img, size)
	}
	scaler := xdraw.Scaler(xdraw.ApproxBiLinear)
	if size.X%img.Bounds().Dx() == 0 && size.Y%img.Bounds().Dy() == 0 {
		scaler = xdraw.NearestNeighbor
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	scaler.Scale(to, to.Rect, img, img.Bounds(), draw.Src, nil)
	return to
}

func writeKitty(b *strings.Builder, img image.Image, cells image.Point) error {
	return kitty.EncodeGraphics(b, img, &kitty.Options{
		Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, ID: imageID, Quiet: 2,
		Columns: cells.X, Rows: cells.Y, DoNotMoveCursor: true, Chunk: true,
	})
}

func writeITerm(b *strings.Builder, img image.Image, cells image.Point) error {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return err
	}
	b.WriteString(ansi.ITerm2(iterm2.File{
		Size: int64(data.Len()), Width: iterm2.Cells(cells.X), Height: iterm2.Cells(cells.Y), Inline: true, DoNotMoveCursor: true,
		Content: base64.StdEncoding.AppendEncode(nil, data.Bytes()),
	}))
	return nil
}

func writeSixel(b *strings.Builder, img *image.RGBA, dark bool) error {
	ground := color.Gray{Y: 255}
	if dark {
		ground.Y = 0
	}
	opaque := image.NewRGBA(img.Rect)
	draw.Draw(opaque, opaque.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(opaque, opaque.Rect, img, img.Rect.Min, draw.Over)
	var data bytes.Buffer
	if err := new(sixel.Encoder).Encode(&data, opaque); err != nil {
		return err
	}
	b.WriteString(ansi.SixelGraphics(0, 1, 0, data.Bytes()))
	return nil
}
