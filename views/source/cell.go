package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views/text"
)

const tabWidth = 4

// cell is one grapheme cluster of a line as it is drawn.
type cell struct {
	size  int    // bytes of the text that it covers
	width int    // cells
	drawn bool   // text is drawn in its place
	text  string // what is drawn
	odd   bool   // a character made visible
}

// cellAt reads the cluster at the start of s, which is not empty. What a
// terminal would obey or hide is shown as JSON would escape it.
func cellAt(s string) cell {
	c := s[0]
	switch {
	case c >= 0x20 && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf):
		return cell{size: 1, width: 1}
	case c == '\t':
		return cell{size: 1, width: tabWidth, drawn: true, text: strings.Repeat(" ", tabWidth)}
	case c == '\r' && len(s) > 1 && s[1] == '\n':
		return cell{size: 1, drawn: true} // the half of a line end
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size <= 1 {
		return oddCell(1, fmt.Sprintf("‹%02X›", c))
	}
	if _, bad := text.Visible(r); bad || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
		return oddCell(size, escapeOf(r))
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if n := safe(cluster); n < len(cluster) {
		return cell{size: n, width: ansi.StringWidth(cluster[:n])}
	}
	return cell{size: len(cluster), width: width}
}

func oddCell(size int, text string) cell {
	return cell{size: size, width: ansi.StringWidth(text), drawn: true, text: text, odd: true}
}

// escapeOf spells a character as a JSON string would escape it.
func escapeOf(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// maxMarks is the longest run of combining marks that is drawn as it is; more
// would pile up over the lines above.
const maxMarks = 8

// safe returns how much of a cluster can be drawn as it is: all but what
// follows a character that must not be and is no joiner, or a pile of marks.
// Its first rune is known to be safe.
func safe(cluster string) int {
	marks := 0
	for i, r := range cluster {
		if i == 0 || r == 0x200c || r == 0x200d || r == 0xfe0e || r == 0xfe0f {
			continue // joiners and selectors do honest work within a cluster
		}
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			marks++
		}
		torn := r == utf8.RuneError && !strings.HasPrefix(cluster[i:], "\ufffd")
		if _, bad := text.Visible(r); bad || torn || marks > maxMarks {
			return i
		}
	}
	return len(cluster)
}
