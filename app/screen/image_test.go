package screen_test

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

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/views"
)

// onImage plays with an image on the whole screen of a terminal.
func onImage(t *testing.T, environ string, data []byte, play func(d *apptest.Driver)) {
	apptest.Run(t, 80, 24, func(o *app.Options) { o.Environ = append(strings.Fields(environ), "LANG=C.UTF-8") }, func(d *apptest.Driver) {
		d.Do(views.ShowImage{Title: "wall.png", Data: func() []byte { return data }})
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
func terminalSays(d *apptest.Driver, events ...tea.Msg) {
	for _, e := range append(events, uv.CellSizeEvent{Width: 10, Height: 20}) {
		d.Send(e)
	}
	attributes(d)
}

// attributes ends the answer: every terminal has them.
func attributes(d *apptest.Driver) {
	d.Send(uv.PrimaryDeviceAttributesEvent{62, 22})
	d.Flush()
}

func wrote(d *apptest.Driver, want string) bool {
	return strings.Contains(strings.Join(d.Raw, " "), want)
}

func halfBlocks(d *apptest.Driver) bool { return strings.Contains(d.View().Content, "38;2;200;0;0") }

func saysKitty() tea.Msg {
	return uv.KittyGraphicsEvent{Options: kitty.Options{ID: 7067}, Payload: []byte("OK")}
}

// TestAnImageIsShownInHalfBlocks if the terminal has reported no protocol, and any key goes
// back.
func TestAnImageIsShownInHalfBlocks(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t), func(d *apptest.Driver) {
		for _, answered := range []bool{false, true} {
			if answered {
				terminalSays(d)
			}
			if !halfBlocks(d) || len(d.Raw) != 1 {
				t.Errorf("answered: %v: half blocks are drawn: %v, and the terminal got %q", answered, halfBlocks(d), d.Raw)
			}
		}
		d.Shows("wall.png   press any key to close")
		d.CheckScreen(80, 24)
		d.Press("x")
		d.Hides("wall.png")
		d.CheckScreen(80, 24)
	})
}

// TestAnImageIsDrawnByTheTerminal once the blanks for it are on its screen, again in
// another size, and removed by any key.
func TestAnImageIsDrawnByTheTerminal(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t), func(d *apptest.Driver) {
		terminalSays(d, saysKitty())
		if halfBlocks(d) || wrote(d, "a=T") || d.Raw[len(d.Raw)-1] != "\x1b[c" {
			t.Errorf("the terminal got %q before the screen was blank", d.Raw)
		}
		attributes(d)
		if !wrote(d, "\x1b_G") || !wrote(d, "a=T") {
			t.Errorf("the terminal got %q", d.Raw)
		}
		d.Shows("wall.png")
		d.Raw = nil
		d.Send(tea.WindowSizeMsg{Width: 100, Height: 30})
		d.Flush()
		if !wrote(d, "a=d") || wrote(d, "a=T") {
			t.Errorf("in another size the terminal got %q", d.Raw)
		}
		terminalSays(d, saysKitty())
		if !wrote(d, "a=T") || halfBlocks(d) {
			t.Errorf("in another size the terminal got %q", d.Raw)
		}
		d.Raw, d.ForTerminal = nil, nil
		d.Press("q")
		d.Hides("wall.png")
		if !wrote(d, "a=d,d=I") || !strings.Contains(strings.Join(d.ForTerminal, " "), "clearScreen") {
			t.Errorf("at the end the terminal got %q, and Bubble Tea %q", d.Raw, d.ForTerminal)
		}
	})
}

// TestALateImageIsNotDrawn: what the terminal says when the image is gone draws nothing.
func TestALateImageIsNotDrawn(t *testing.T) {
	onImage(t, "TERM=xterm-256color TERM_PROGRAM=iTerm.app", wall(t), func(d *apptest.Driver) {
		d.Press("x")
		terminalSays(d)
		attributes(d)
		if wrote(d, "1337") || wrote(d, "a=d") {
			t.Errorf("the terminal got %q", d.Raw)
		}
	})
}

// TestAnOverlayTakesTheImageAway: the terminal would draw it over it.
func TestAnOverlayTakesTheImageAway(t *testing.T) {
	onImage(t, "TERM=xterm-256color TERM_PROGRAM=iTerm.app", wall(t), func(d *apptest.Driver) {
		terminalSays(d)
		attributes(d)
		if !wrote(d, "1337;File=") {
			t.Fatalf("the terminal got %q", d.Raw)
		}
		d.ForTerminal = nil
		d.Start(d.Run(views.ActHelp))
		d.Flush()
		d.Hides("wall.png")
		if !strings.Contains(strings.Join(d.ForTerminal, " "), "clearScreen") {
			t.Errorf("Bubble Tea got %q", d.ForTerminal)
		}
	})
}

func TestAnImageThatIsNotShownSaysWhy(t *testing.T) {
	onImage(t, "TERM=xterm-256color", wall(t)[:60], func(d *apptest.Driver) {
		d.Shows("The image is not shown: it cannot be decoded")
		terminalSays(d, saysKitty())
		d.Shows("The image is not shown: it cannot be decoded")
		d.Press("x")
		d.Hides("not shown")
	})
	onImage(t, "TERM=xterm", wall(t), func(d *apptest.Driver) {
		d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
		d.CloseImage()
		d.Do(views.ShowImage{Title: "wall.png", Data: func() []byte { return wall(t) }})
		d.Shows("Not drawn: half blocks need UTF-8 and 256 colours.")
		terminalSays(d, saysKitty()) // it can
		terminalSays(d)
		d.Hides("Not drawn")
	})
}
