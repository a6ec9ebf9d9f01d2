package graphics

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi/sixel"
	"pgregory.net/rapid"
)

func env(pairs string) func(string) string {
	return func(name string) string {
		for _, pair := range strings.Fields(pairs) {
			if n, value, _ := strings.Cut(pair, "="); n == name {
				return value
			}
		}
		return ""
	}
}

func TestTheProtocolIsTheOneThatTheTerminalNamed(t *testing.T) {
	cell := image.Pt(10, 20)
	for _, c := range []struct {
		env     string
		answers Answers
		want    Protocol
	}{
		{"TERM=xterm-256color", Answers{}, None},
		{"TERM=xterm-256color", Answers{Sixel: true, Cell: cell}, Sixel},
		{"TERM=xterm-256color", Answers{Sixel: true}, None}, // it would not be known how large
		{"TERM=xterm-256color", Answers{Kitty: true, Sixel: true, Cell: cell}, Kitty},
		{"TERM=xterm-kitty KITTY_WINDOW_ID=1", Answers{}, None}, // it did not say so
		{"TERM=xterm-256color TERM_PROGRAM=iTerm.app", Answers{Sixel: true, Cell: cell}, ITerm},
		{"TERM=xterm-256color LC_TERMINAL=iTerm2", Answers{}, ITerm}, // over ssh
		{"TERM=xterm-256color TERM_PROGRAM=WezTerm", Answers{Kitty: true}, Kitty},
		{"TERM=tmux-256color TMUX=/tmp/x TERM_PROGRAM=tmux LC_TERMINAL=iTerm2", Answers{}, None},
		{"TERM=tmux-256color TMUX=/tmp/x", Answers{Sixel: true, Cell: cell}, Sixel}, // tmux draws it
		{"TERM=screen-256color LC_TERMINAL=iTerm2", Answers{}, None},                // over ssh
	} {
		if got := Choose(env(c.env), c.answers); got != c.want {
			t.Errorf("%s, %+v: %v, want %v", c.env, c.answers, got, c.want)
		}
	}
}

func TestOnlyTerminalsThatSkipItAreAskedForKitty(t *testing.T) {
	for term, asked := range map[string]bool{
		"TERM=xterm-256color": true, "TERM=xterm-kitty": true, "TERM=linux": false, "TERM=dumb": false, "": false,
		"TERM=tmux-256color": false, "TERM=screen": false, "TERM=xterm-256color STY=1": false, "TERM=vt220": false,
	} {
		if got := Query(env(term)); strings.Contains(got, "\x1b_G") != asked || !strings.HasSuffix(got, "\x1b[c") {
			t.Errorf("%s is asked %q", term, got)
		}
	}
	if !IsKittyAnswer(imageID, []byte("OK")) || IsKittyAnswer(imageID, []byte("ENOTSUPPORTED:x")) || IsKittyAnswer(31, []byte("OK")) {
		t.Error("an answer is taken for another")
	}
}

// checkers is an image of two colours.
func checkers(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, []color.RGBA{{255, 0, 0, 255}, {0, 0, 255, 255}}[(x+y)%2])
		}
	}
	return img
}

var canvas = Canvas{Area: image.Rect(0, 0, 10, 5), Cell: image.Pt(4, 8), Dark: true}

// same reports whether two images show the same.
func same(a, b image.Image) bool {
	if a.Bounds().Size() != b.Bounds().Size() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, b1, _ := a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y).RGBA()
			r2, g2, b2, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			if r>>8 != r2>>8 || g>>8 != g2>>8 || b1>>8 != b2>>8 {
				return false
			}
		}
	}
	return true
}

func pngIn(t *testing.T, base64s string) image.Image {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(base64s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestKittyDrawsTheImage(t *testing.T) {
	img := checkers(40, 40)
	got, err := Draw(Kitty, img, canvas)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`^\x1b7\x1b\[H\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\\x1b8$`).FindStringSubmatch(got)
	if found == nil {
		t.Fatalf("it writes %q", got)
	}
	for _, option := range []string{"a=T", "f=100", "i=7067", "q=2", "C=1"} {
		if !strings.Contains(","+found[1]+",", ","+option+",") {
			t.Errorf("%s is missing in %s", option, found[1])
		}
	}
	if !same(pngIn(t, found[2]), img) {
		t.Error("another image is drawn")
	}
	unknown := canvas
	unknown.Cell = image.Point{}
	if got, _ := Draw(Kitty, checkers(100, 100), unknown); !strings.Contains(got, "c=10") || !strings.Contains(got, "r=5") {
		t.Errorf("without the size of a cell it writes %.80q", got)
	}
	if Clear(Kitty) != "\x1b_Ga=d,d=I,i=7067,q=2\x1b\\" || Clear(Sixel) != "" {
		t.Errorf("it is taken away by %q", Clear(Kitty))
	}
}

func TestITermDrawsTheImage(t *testing.T) {
	got, err := Draw(ITerm, checkers(4, 8), canvas)
	if err != nil {
		t.Fatal(err)
	}
	// Four times as large: 16×32 pixels are 4×4 cells, in the middle of 10×5.
	found := regexp.MustCompile(`^\x1b7\x1b\[1;4H\x1b\]1337;File=size=\d+;width=4;height=4;inline=1;doNotMoveCursor=1:([A-Za-z0-9+/=]*)\x07\x1b8$`).FindStringSubmatch(got)
	if found == nil {
		t.Fatalf("it writes %q", got)
	}
	if !same(pngIn(t, found[1]), scale(checkers(4, 8), image.Pt(16, 32))) {
		t.Error("another image is drawn")
	}
}

func TestSixelDrawsTheImage(t *testing.T) {
	img := checkers(40, 40)
	img.SetRGBA(1, 1, color.RGBA{}) // nothing, on a dark ground
	got, err := Draw(Sixel, img, canvas)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)^\x1b7\x1b\[H\x1bP0;1q([ -~]*)\x1b\\\x1b8$`).FindStringSubmatch(got)
	if found == nil {
		t.Fatalf("it writes %q", got)
	}
	decoded, err := new(sixel.Decoder).Decode(strings.NewReader(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	img.SetRGBA(1, 1, color.RGBA{0, 0, 0, 255})
	if !same(decoded, img) {
		t.Error("another image is drawn")
	}
}

// TestNothingButOurSequencesIsWritten: whatever the image and the canvas are.
func TestNothingButOurSequencesIsWritten(t *testing.T) {
	sequences := regexp.MustCompile(`^\x1b7\x1b\[\d*(;\d+)?H((\x1b_G[!-~]*\x1b\\)+|\x1b\]1337;[!-~]*\x07|\x1bP[!-~]*\x1b\\)\x1b8$`)
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 60)
		img := image.NewRGBA(image.Rect(0, 0, side.Draw(t, "width"), side.Draw(t, "height")))
		for i := range img.Pix {
			img.Pix[i] = byte(i * i >> 3)
		}
		c := Canvas{Area: image.Rect(0, 0, rapid.IntRange(0, 30).Draw(t, "columns"), rapid.IntRange(0, 30).Draw(t, "rows"))}
		if rapid.Bool().Draw(t, "known") {
			c.Cell = image.Pt(rapid.IntRange(1, 20).Draw(t, "cell width"), rapid.IntRange(1, 40).Draw(t, "cell height"))
		}
		p := rapid.SampledFrom([]Protocol{Kitty, ITerm, Sixel}).Draw(t, "protocol")
		got, err := Draw(p, img, c)
		if err != nil {
			t.Fatal(err)
		}
		if c.Area.Empty() {
			if got != "" {
				t.Fatalf("in no cells %q is drawn", got)
			}
			return
		}
		if !sequences.MatchString(got) {
			t.Fatalf("it writes %q", got)
		}
	})
}
