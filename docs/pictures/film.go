package main

import (
	"image"
	"image/gif"
	"os"
	"slices"
	"sync"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// Times of a film.
const (
	perFrame  = 120 * time.Millisecond // how often the screen is looked at
	perLetter = 35 * time.Millisecond  // of what is typed
)

// frame is what was seen for some time: the screen, and the line below it.
type frame struct {
	rows    [][]uv.Cell
	caption string
	long    int // in hundredths of a second, as GIF counts
}

// camera looks at a terminal while a scene is played.
type camera struct {
	mu      sync.Mutex
	caption string
	frames  []frame
}

// shoot plays a scene and writes the film of it. The first step is not in it: the
// program starts.
func (s scene) shoot(t *terminal, pen *pen) error {
	if err := t.do(s.steps[0]); err != nil {
		return err
	}
	var c camera
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		c.run(t, end)
	}()
	for _, step := range s.steps[1:] {
		c.say(step.say)
		if err := t.slowly(step); err != nil {
			return err
		}
		time.Sleep(step.hold)
	}
	close(end)
	<-ended
	f, err := os.Create(s.file())
	if err != nil {
		return err
	}
	if err := gif.EncodeAll(f, c.film(pen)); err != nil {
		return err
	}
	return f.Close()
}

// slowly does what a step contains at the speed of a user.
func (t *terminal) slowly(s step) error {
	for _, letter := range s.text {
		time.Sleep(perLetter)
		if err := t.do(step{text: string(letter)}); err != nil {
			return err
		}
	}
	s.text = ""
	return t.do(s)
}

// say changes the line below the screen. An empty text changes nothing.
func (c *camera) say(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if text != "" {
		c.caption = text
	}
}

// run takes a frame of all that changes until the end.
func (c *camera) run(t *terminal, end <-chan struct{}) {
	tick := time.NewTicker(perFrame)
	defer tick.Stop()
	for {
		c.take(t.cells())
		select {
		case <-tick.C:
		case <-end:
			return
		}
	}
}

func (c *camera) take(rows [][]uv.Cell) {
	c.mu.Lock()
	defer c.mu.Unlock()
	long := int(perFrame / (10 * time.Millisecond))
	if n := len(c.frames); n > 0 && c.frames[n-1].caption == c.caption && slices.EqualFunc(c.frames[n-1].rows, rows, equalRows) {
		c.frames[n-1].long += long
		return
	}
	c.frames = append(c.frames, frame{rows, c.caption, long})
}

func equalRows(a, b []uv.Cell) bool {
	return slices.EqualFunc(a, b, func(a, b uv.Cell) bool { return a.Equal(&b) })
}

// film draws the frames: the first completely, of each other what differs from the one before.
func (c *camera) film(pen *pen) *gif.GIF {
	colours, film := newPalette(), &gif.GIF{}
	var before *image.Paletted
	for _, f := range c.frames {
		now := colours.paint(pen.drawSaying(f.rows, f.caption))
		part := now
		if before != nil {
			part = change(before, now)
		}
		film.Image, film.Delay = append(film.Image, part), append(film.Delay, f.long)
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		before = now
	}
	film.Config = image.Config{ColorModel: colours.colours, Width: before.Rect.Dx(), Height: before.Rect.Dy()}
	for _, part := range film.Image {
		part.Palette = colours.colours
	}
	return film
}

// change is the smallest part of a picture that shows it where another was drawn. It is
// seen through, which is the first colour, where the two are alike.
func change(before, now *image.Paletted) *image.Paletted {
	var area image.Rectangle
	for i := range now.Pix {
		if now.Pix[i] != before.Pix[i] {
			x, y := i%now.Stride, i/now.Stride
			area = area.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if area.Empty() {
		area = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(area, now.Palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if i := now.PixOffset(x, y); now.Pix[i] != before.Pix[i] {
				part.Pix[part.PixOffset(x, y)] = now.Pix[i]
			}
		}
	}
	return part
}
