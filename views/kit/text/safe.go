package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TabStop is the distance of the columns at which a tab ends, in cells.
const TabStop = 4

// MaxMarks is the longest run of combining marks that is drawn as it is; more
// would pile up over the lines above.
const MaxMarks = 8

// Sanitize returns s with everything that a terminal would obey or hide made
// visible: C0 and C1 controls, DEL, carriage returns, invalid UTF-8, bidi
// controls (UAX #9), zero-width and filler characters, tags and
// noncharacters. Line feeds stay, CR LF becomes LF, tabs become spaces.
func Sanitize(s string) string { return clean(s, "", "") }

// SanitizeLine is Sanitize for text that has to stay on one line: a line feed
// is made visible too.
func SanitizeLine(s string) string {
	return strings.ReplaceAll(clean(s, "", ""), "\n", "␊")
}

func clean(s, on, off string) string {
	at := firstUnsafe(s)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:at])
	column, marks := 0, 0
	prev, _ := utf8.DecodeLastRuneInString(s[:at])
	if nl := strings.LastIndexByte(s[:at], '\n'); nl >= 0 {
		column = at - nl - 1
	} else {
		column = at
	}
	for i := at; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r == '\n':
			b.WriteByte('\n')
			column = -1
		case r == '\r' && next == '\n':
		case r == '\t':
			n := TabStop - column%TabStop
			b.WriteString("    "[:n])
			column += n - 1
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "%s‹%02X›%s", on, s[i], off)
		case isUnsafe(r) && !joins(r, prev, next) || marks > MaxMarks:
			b.WriteString(on + visibleForm(r) + off)
		default:
			b.WriteString(s[i : i+size])
		}
		column++
		prev = r
		i += size
	}
	return b.String()
}

// firstUnsafe returns the place of the first character that clean has to look at
// closer, or len(s).
func firstUnsafe(s string) int {
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f || c == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isUnsafe(r) || unicode.Is(unicode.Mn, r) || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(s)
}

// visibleForm returns what is drawn for an unsafe character.
func visibleForm(r rune) string {
	switch {
	case r < 0x20:
		return string('\u2400' + r)
	case r == 0x7f:
		return "␡"
	}
	return fmt.Sprintf("‹U+%04X›", r)
}

// isUnsafe reports whether a character must not reach the terminal as it is.
func isUnsafe(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0: // C0, DEL, C1
		return true
	case r < 0x300:
		return r == 0xad // soft hyphen
	case r >= 0xe000 && r <= 0xf8ff:
		return false // private use: icons of patched fonts, one cell each
	case r == 0x34f, r == 0x61c, r == 0x180e, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0,
		r == 0x17b4, r == 0x17b5:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb:
		return true
	case r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe: // noncharacters
		return true
	case r >= 0xe0000 && r <= 0xe0fff, r >= 0xf0000: // tags, selectors, private planes
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // they take the cell after them
		return true
	}
	return r >= 0x1bca0 && r <= 0x1bca3 || r >= 0x1d173 && r <= 0x1d17a
}

// joins reports whether an invisible character does honest work at its place: a joiner between letters
// of a script that needs it or between emoji, a variation selector after a character that has one.
func joins(r, prev, next rune) bool {
	switch r {
	case 0x200c, 0x200d:
		return prev > 0x2ff && next > 0x2ff && !isUnsafe(next) && (!isUnsafe(prev) || prev == 0xfe0f)
	case 0xfe0e, 0xfe0f:
		return prev > 0x20 && prev != utf8.RuneError && !isUnsafe(prev)
	}
	return false
}

// maxMessage is how long a line that describes an event may be, in bytes: the longest of our texts,
// with what they quote.
const maxMessage = 1000

// Shortened drops the middle of a long line that describes an event: an error quotes a file or the
// wire, and may be of any length.
func Shortened(line string) string {
	if len(line) <= maxMessage {
		return line
	}
	return strings.ToValidUTF8(line[:maxMessage*2/3], "") + " … " + strings.ToValidUTF8(line[len(line)-maxMessage/4:], "")
}

// MarkOn and MarkOff surround a character that was made visible, until the line is drawn in the Escape
// style. They are noncharacters (Unicode 23.7), which text from the wire cannot contain: they are made
// visible like the rest.
const (
	MarkOn  = "\uFDD1"
	MarkOff = "\uFDD2"
)

// Marked is Sanitize with the visible stand-ins between MarkOn and MarkOff.
func Marked(s string) string { return clean(s, MarkOn, MarkOff) }

// Visible returns what is drawn for a character that must not reach the terminal as it is, for panes
// that draw typed text character by character; ok is false for all others. The caller must judge what
// a joiner or a selector does to its neighbours.
func Visible(r rune) (picture string, ok bool) {
	if !isUnsafe(r) {
		return "", false
	}
	return visibleForm(r), true
}
