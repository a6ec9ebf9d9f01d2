package text

import (
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// joined says that the terminal draws joined characters, as an emoji of several, in the
// cells of one. It is a fact about the one terminal that the program draws on.
var joined atomic.Bool

// SetJoined sets whether the terminal counts joined characters as one (DEC mode 2027), and reports
// whether that changed. Until the terminal answers, which Bubble Tea asks, the cells of their parts are
// counted: what is measured too wide leaves a gap, what is measured too narrow is cut at the edge of the
// screen.
func SetJoined(on bool) (changed bool) { return joined.Swap(on) != on }

// method returns how cells are counted. Bubble Tea draws with the same.
func method() ansi.Method {
	if joined.Load() {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}

// Width returns how many cells a drawn line takes; escape sequences take none.
func Width(line string) int { return method().StringWidth(line) }

// Truncate cuts a drawn line to a width that includes the tail. The escape sequences after the cut
// stay: they end what was begun before it.
func Truncate(line string, cells int, tail string) string {
	m := method()
	if m.StringWidth(line) <= cells {
		return line
	}
	left := cells - m.StringWidth(tail)
	if left < 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(len(line))
	fits := true
	for line != "" {
		n, wide := 1, 1
		switch {
		case line[0] == 0x1b:
			n, wide = sequenceLen(line), 0
			b.WriteString(line[:n])
		case line[0] >= utf8.RuneSelf, len(line) > 1 && line[1] >= utf8.RuneSelf:
			var cluster string
			cluster, wide = ansi.FirstGraphemeCluster(line, m)
			n = len(cluster)
		case line[0] < ' ', line[0] == 0x7f:
			wide = 0
		}
		if fits && wide > left {
			fits = false
			b.WriteString(tail)
		}
		if fits && line[0] != 0x1b {
			b.WriteString(line[:n])
			left -= wide
		}
		line = line[n:]
	}
	return b.String()
}

// TruncateLeft replaces the first cells cells of a drawn line with head.
func TruncateLeft(line string, cells int, head string) string {
	return method().TruncateLeft(line, cells, head)
}

// Cut returns the cells of a drawn line from left up to right.
func Cut(line string, left, right int) string {
	return TruncateLeft(Truncate(line, right, ""), left, "") // ansi.CutWc cuts the beginning at its end
}

// FirstCluster returns the first character of a text, with what joins it, and its cells.
func FirstCluster(s string) (cluster string, cells int) {
	return ansi.FirstGraphemeCluster(s, method())
}
