package composer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const tabWidth = 4 // cells from one tab stop to the next

// cell is one grapheme cluster of a line as it is drawn.
type cell struct {
	size    int    // bytes of the line that it covers
	width   int    // cells
	text    string // what is drawn; empty: the bytes themselves
	special bool   // a control character made visible
}

// cellAt reads the cluster at the start of s, which is not empty, for column
// col. A tab becomes spaces; what a terminal would obey or hide is shown.
func cellAt(s string, col int) cell {
	c := s[0]
	if c >= 0x20 && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return cell{size: 1, width: 1}
	}
	if c == '\t' {
		n := tabWidth - col%tabWidth
		return cell{size: 1, width: n, text: strings.Repeat(" ", n)}
	}
	r, size := utf8.DecodeRuneInString(s)
	if text, bad := visible(r); bad {
		return cell{size: size, width: ansi.StringWidth(text), text: text, special: true}
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if text, bad := hidden(cluster); bad {
		return cell{size: size, width: width, text: text}
	}
	return cell{size: len(cluster), width: width}
}

// visible returns a picture of a character that a terminal would obey, reorder
// text by, or draw as nothing at the start of a cluster.
func visible(r rune) (string, bool) {
	switch {
	case r < 0x20:
		return string(0x2400 + r), true
	case r == 0x7f:
		return "\u2421", true
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), r == 0x2028, r == 0x2029, unicode.Is(unicode.Mn, r):
		return codePoint(r), true
	}
	return "", false
}

// hidden handles a cluster that begins well but carries a control character
// that is no joiner: only its first rune is drawn, the rest comes after it.
func hidden(cluster string) (string, bool) {
	for i, r := range cluster {
		if i == 0 || r == 0x200c || r == 0x200d || unicode.Is(unicode.Mn, r) || r >= 0xe0020 && r <= 0xe007f {
			continue
		}
		if _, bad := visible(r); bad {
			_, size := utf8.DecodeRuneInString(cluster)
			return cluster[:size], true
		}
	}
	return "", false
}

func codePoint(r rune) string {
	const hex = "0123456789ABCDEF"
	digits := ""
	for n := uint32(r); n > 0 || len(digits) < 4; n >>= 4 {
		digits = string(hex[n&15]) + digits
	}
	return "\u2039U+" + digits + "\u203a"
}

// clean prepares text that comes in, from a key, a paste or an editor: line
// ends become LF and invalid UTF-8 becomes U+FFFD, because JSON can carry
// nothing else. All other characters stay, and are drawn safely.
func clean(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
