package themes

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestOnGroundLeavesNoCellToTheTerminal: after every reset the theme's
// colours are back, and the line is as wide as it should be.
func TestOnGroundLeavesNoCellToTheTerminal(t *testing.T) {
	for _, name := range Names() {
		s, _ := ByName(name)
		line := "plain " + s.Strong.Render("bold") + " then \x1b[0mreset\x1b[1mstrong"
		got := s.OnGround(line, 40)
		if w := ansi.StringWidth(got); w != 40 {
			t.Errorf("%s: %d cells, want 40", name, w)
		}
		if plain := ansi.Strip(got); strings.TrimRight(plain, " \u00a0") != ansi.Strip(line) {
			t.Errorf("%s: the text became %q", name, plain)
		}
		inner := strings.TrimSuffix(got, ansi.ResetStyle)
		for at := 0; ; at++ {
			i := strings.Index(inner[at:], ansi.ResetStyle)
			if i < 0 {
				break
			}
			if at += i; !strings.HasPrefix(inner[at:], s.groundSGR()) {
				t.Errorf("%s: a reset to the terminal's colours in %q", name, got)
			}
		}
	}
}

func TestOnGroundOfALongerLineKeepsIt(t *testing.T) {
	s := Light()
	if got := ansi.Strip(s.OnGround("longer than it should be", 3)); got != "longer than it should be" {
		t.Errorf("got %q", got)
	}
}

// TestOnGroundWritesTheLastCell: padding within a style is erased, not
// written, just as plain blanks are.
func TestOnGroundWritesTheLastCell(t *testing.T) {
	s := Light()
	for _, line := range []string{"", "text", "text      ", s.Faint.Render("hint      "), s.Faint.Render("hint  ") + "    "} {
		got := s.OnGround(line, 10)
		if plain := ansi.Strip(got); ansi.StringWidth(plain) != 10 || !strings.HasSuffix(plain, "\u00a0") {
			t.Errorf("%q became %q", line, plain)
		}
	}
}

// TestOnGroundKeepsTheBarOfASelectedRow: its padding has a background, in every theme.
func TestOnGroundKeepsTheBarOfASelectedRow(t *testing.T) {
	for _, name := range Names() {
		s, _ := ByName(name)
		row := s.Selection.Render("row       ")
		if got := s.OnGround(row, 20); !strings.Contains(got, "row       ") {
			t.Errorf("%s: the bar was cut: %q", name, got)
		}
		if got := ansi.Strip(s.OnGround(row, 10)); got != "row      \u00a0" {
			t.Errorf("%s: the end of the bar is erased, not written: %q", name, got)
		}
	}
}
