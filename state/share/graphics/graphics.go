// Package graphics draws images in the protocols that terminals have for them: kitty's,
// iTerm2's and sixel. What it writes is made from pixels; no byte of an image's file is
// part of it.
package graphics

import (
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Protocol is a way to draw images.
type Protocol int

const (
	None  Protocol = iota
	Kitty          // https://sw.kovidgoyal.net/kitty/graphics-protocol/
	ITerm          // https://iterm2.com/documentation-images.html
	Sixel          // of the VT340
)

func (p Protocol) String() string {
	return [...]string{"none", "kitty's protocol", "iTerm2's protocol", "sixel"}[p]
}

// Answers is what a terminal has answered to Query.
type Answers struct {
	Kitty bool        // it takes kitty's protocol
	Sixel bool        // it takes sixel
	Cell  image.Point // the size of a cell in pixels; zero: not known
}

// imageID is the number that kitty's protocol knows our images by.
const imageID = 7067

// Query returns the questions to a terminal. It answers in their order, the last one
// (DA1) in any case. Kitty's is left out where something between would take it for
// a title, or write it on the screen.
func Query(getenv func(string) string) string {
	const size = "\x1b[16t" // of a cell, in pixels
	if multiplexed(getenv) || !hasStrings(getenv("TERM")) {
		return size + ansi.RequestPrimaryDeviceAttributes
	}
	return ansi.KittyGraphics([]byte("AAAA"), "i=7067", "s=1", "v=1", "a=q", "t=d", "f=24") + size + ansi.RequestPrimaryDeviceAttributes
}

// IsKittyAnswer reports whether an answer to kitty's question says yes.
func IsKittyAnswer(id int, payload []byte) bool { return id == imageID && string(payload) == "OK" }

// HasSixel reports whether the attributes of a terminal (DA1) name sixel.
func HasSixel(attributes []int) bool { return slices.Contains(attributes, 4) }

// Choose returns the protocol that a terminal supports, by its answers or its environment.
func Choose(getenv func(string) string, a Answers) Protocol {
	switch named := Named(getenv); {
	case a.Kitty:
		return Kitty
	case named == ITerm: // which has no question for it
		return ITerm
	case a.Sixel && a.Cell.X > 0 && a.Cell.Y > 0:
		return Sixel
	}
	return None
}

// Named returns the protocol of the terminal that the environment names, None for one
// that is not known and within a multiplexer.
func Named(getenv func(string) string) Protocol {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case multiplexed(getenv):
		return None
	case getenv("KITTY_WINDOW_ID") != "", strings.Contains(term, "kitty"), strings.EqualFold(program, "ghostty"):
		return Kitty
	case program == "iTerm.app", program == "WezTerm", getenv("LC_TERMINAL") == "iTerm2":
		return ITerm
	case strings.HasPrefix(term, "foot"), strings.Contains(term, "sixel"), program == "mlterm":
		return Sixel
	}
	return None
}

// multiplexed reports whether a multiplexer draws the screen, so that the terminal's
// name is no evidence.
func multiplexed(getenv func(string) string) bool {
	for _, name := range []string{"TMUX", "ZELLIJ", "STY"} {
		if getenv(name) != "" {
			return true
		}
	}
	term := getenv("TERM")
	return strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}

// hasStrings reports whether a terminal knows control strings, or at least skips them.
func hasStrings(term string) bool {
	return term != "" && term != "linux" && term != "dumb" && !strings.HasPrefix(term, "eterm") && !strings.HasPrefix(term, "vt")
}
