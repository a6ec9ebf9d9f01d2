package source

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

const tabWidth = 4

// cellAt reads the cluster at the start of s, which is not empty. What a
// terminal would obey or hide is shown as JSON would escape it.
func cellAt(s string, _ int) edit.Cell {
	c := s[0]
	switch {
	case c == '\t':
		return edit.Cell{Size: 1, Width: tabWidth, Drawn: true, Text: strings.Repeat(" ", tabWidth)}
	case c == '\r' && len(s) > 1 && s[1] == '\n':
		return edit.Cell{Size: 1, Drawn: true} // the half of a line end
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size <= 1 {
		return oddCell(1, fmt.Sprintf("‹%02X›", c))
	}
	if _, bad := text.Visible(r); bad || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
		return oddCell(size, escapeOf(r))
	}
	cluster, width := text.FirstCluster(s)
	if n := edit.SafeCluster(cluster); n < len(cluster) {
		return edit.Cell{Size: n, Width: text.Width(cluster[:n])}
	}
	return edit.Cell{Size: len(cluster), Width: width}
}

func oddCell(size int, drawn string) edit.Cell {
	return edit.Cell{Size: size, Width: text.Width(drawn), Drawn: true, Text: drawn, Odd: true}
}

// escapeOf spells a character as a JSON string would escape it.
func escapeOf(r rune) string {
	if strings.ContainsRune("\n\r\b\f", r) { // which Go escapes as JSON does
		return strings.Trim(strconv.QuoteRune(r), "'")
	}
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
