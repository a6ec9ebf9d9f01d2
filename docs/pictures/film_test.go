package main

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

// rowsOf are the cells of some lines of text.
func rowsOf(lines ...string) (rows [][]uv.Cell) {
	for _, line := range lines {
		var row []uv.Cell
		for _, r := range line {
			row = append(row, uv.Cell{Content: string(r), Width: 1})
		}
		rows = append(rows, row)
	}
	return rows
}

// TestAFilmShowsWhatWasSeen: after each of its frames, a viewer that draws one over the
// other sees what that frame shows.
func TestAFilmShowsWhatWasSeen(t *testing.T) {
	pen, err := newPen()
	if err != nil {
		t.Fatal(err)
	}
	var c camera
	c.say("one")
	c.take(rowsOf("❯ ab     ", "─────────"))
	c.take(rowsOf("❯ ab     ", "─────────"))
	c.take(rowsOf("❯ abc    ", "─────────"))
	c.say("two")
	c.take(rowsOf("❯ abc    ", "█████████"))
	if len(c.frames) != 3 || c.frames[0].long != 2*c.frames[1].long {
		t.Fatalf("%d frames, want 3, of which the first is twice as long", len(c.frames))
	}
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, c.film(pen)); err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(&file)
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, part := range film.Image {
		draw.Draw(screen, part.Rect, part, part.Rect.Min, draw.Over)
		if want := pen.drawSaying(c.frames[i].rows, c.frames[i].caption); !bytes.Equal(screen.Pix, want.Pix) {
			t.Errorf("frame %d shows something else than what was seen", i)
		}
	}
	if film.Image[1].Rect.Dx() > cellWidth {
		t.Errorf("one letter was typed, and %v is drawn again", film.Image[1].Rect)
	}
}
