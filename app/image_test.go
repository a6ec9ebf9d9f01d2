package app

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi/kitty"

	"gatehouse/views"
)

// onImage plays with an image on the whole screen of a terminal.
func onImage(t *testing.T, environ string, data []byte, play func(d *driver)) {
	bubble(t, 80, 24, func(o *Options) { o.Environ = append(strings.Fields(environ), "LANG=C.UTF-8") }, func(d *driver) {
		d.do(views.ShowImage{Title: "wall.png", Data: func() []byte { return data }})
		play(d)
	})
}

// wall is an image of one colour.
func wall(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 40, 20), color.Palette{color.RGBA{200, 0, 0, 255}})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// terminalSays is what a terminal says to our questions.
func (d *driver) terminalSays(events ...tea.Msg) {
	for _, e := range append(events, uv.CellSizeEvent{Width: 10, Height: 20}) {
		d.send(e)
	}
	d.attributes()
}

// attributes ends the answer: every terminal has them.
func (d *driver) attributes() {
	d.send(uv.PrimaryDeviceAttributesEvent{62, 22})
	d.flush()
}

func (d *driver) wrote(want string) bool {
	return strings.Contains(strings.Join(d.raw, " "), want)
}

func (d *driver) halfBlocks() bool { return strings.Contains(d.m.View().Content, "38;2;200;0;0") }

func saysKitty() tea.Msg {
	return uv.KittyGraphicsEvent{Options: kitty.Options{ID: 7067}, Payload: []byte("OK")}
}

// TestAnImageIsShownInHalfBlocks if the terminal has reported no protocol, and any key goes
// back.
func TestAnImageIsShownInHalfBlocks(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t), func(d *driver) {
		for _, answered := range []bool{false, true} {
			if answered {
				d.terminalSays()
			}
			if !d.halfBlocks() || len(d.raw) != 1 {
				t.Errorf("answered: %v: half blocks are drawn: %v, and the terminal got %q", answered, d.halfBlocks(), d.raw)
			}
		}
		d.shows("wall.png   press any key to close")
		d.exact(80, 24)
		d.keys("x")
		d.hides("wall.png")
		d.exact(80, 24)
	})
}

// TestAnImageIsDrawnByTheTerminal once the blanks for it are on its screen, again in
// another size, and removed by any key.
func TestAnImageIsDrawnByTheTerminal(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t), func(d *driver) {
		d.terminalSays(saysKitty())
		if d.halfBlocks() || d.wrote("a=T") || d.raw[len(d.raw)-1] != "\x1b[c" {
			t.Errorf("the terminal got %q before the screen was blank", d.raw)
		}
		d.attributes()
		if !d.wrote("\x1b_G") || !d.wrote("a=T") {
			t.Errorf("the terminal got %q", d.raw)
		}
		d.shows("wall.png")
		d.raw = nil
		d.send(tea.WindowSizeMsg{Width: 100, Height: 30})
		d.flush()
		if !d.wrote("a=d") || d.wrote("a=T") {
			t.Errorf("in another size the terminal got %q", d.raw)
		}
		d.terminalSays(saysKitty())
		if !d.wrote("a=T") || d.halfBlocks() {
			t.Errorf("in another size the terminal got %q", d.raw)
		}
		d.raw, d.seen = nil, nil
		d.keys("q")
		d.hides("wall.png")
		if !d.wrote("a=d,d=I") || !strings.Contains(strings.Join(d.seen, " "), "clearScreen") {
			t.Errorf("at the end the terminal got %q, and Bubble Tea %q", d.raw, d.seen)
		}
	})
}

// TestALateImageIsNotDrawn: what the terminal says when the image is gone draws nothing.
func TestALateImageIsNotDrawn(t *testing.T) {
	onImage(t, "TERM=xterm-256color TERM_PROGRAM=iTerm.app", wall(t), func(d *driver) {
		d.keys("x")
		d.terminalSays()
		d.attributes()
		if d.wrote("1337") || d.wrote("a=d") {
			t.Errorf("the terminal got %q", d.raw)
		}
	})
}

// TestAnOverlayTakesTheImageAway: the terminal would draw it over it.
func TestAnOverlayTakesTheImageAway(t *testing.T) {
	onImage(t, "TERM=xterm-256color TERM_PROGRAM=iTerm.app", wall(t), func(d *driver) {
		d.terminalSays()
		d.attributes()
		if !d.wrote("1337;File=") {
			t.Fatalf("the terminal got %q", d.raw)
		}
		d.seen = nil
		d.start(d.m.showHelp())
		d.flush()
		d.hides("wall.png")
		if !strings.Contains(strings.Join(d.seen, " "), "clearScreen") {
			t.Errorf("Bubble Tea got %q", d.seen)
		}
	})
}

func TestAnImageThatIsNotShownSaysWhy(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t)[:60], func(d *driver) {
		d.shows("The image is not shown: it cannot be decoded")
		d.terminalSays(saysKitty())
		d.shows("The image is not shown: it cannot be decoded")
		d.keys("x")
		d.hides("not shown")
	})
	onImage(t, "TERM=xterm", wall(t), func(d *driver) {
		d.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
		d.m.CloseImage()
		d.do(views.ShowImage{Title: "wall.png", Data: func() []byte { return wall(t) }})
		d.shows("Not drawn: half blocks need UTF-8 and 256 colours.")
		d.terminalSays(saysKitty()) // it can
		d.terminalSays()
		d.hides("Not drawn")
	})
}
