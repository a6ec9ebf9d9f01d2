package edit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/views/kit/text"
)

// Cell is one grapheme cluster of a line as it is drawn.
type Cell struct {
	Size  int    // bytes of the text that it covers
	Width int    // cells
	Drawn bool   // Text is drawn instead of the bytes
	Text  string // may be empty
	Odd   bool   // a character made visible
}

// cell reads the cluster at the start of s.
func (e *Editor) cell(s string, col int) Cell {
	if c := s[0]; c >= 0x20 && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return Cell{Size: 1, Width: 1}
	}
	return e.kind.Cell(s, col)
}

// plainCell reads the cluster at the start of s, which is not empty, for column
// col. A tab becomes spaces; what a terminal would obey or hide is shown.
func plainCell(s string, col int) Cell {
	if s[0] == '\t' {
		n := text.TabStop - col%text.TabStop
		return Cell{Size: 1, Width: n, Drawn: true, Text: strings.Repeat(" ", n)}
	}
	r, size := utf8.DecodeRuneInString(s)
	if picture, bad := visible(r); bad {
		return Cell{Size: size, Width: text.Width(picture), Drawn: true, Text: picture, Odd: true}
	}
	cluster, width := text.FirstCluster(s)
	if SafeCluster(cluster) < len(cluster) {
		// Only its first character is drawn, the rest comes after it.
		return Cell{Size: size, Width: text.Width(s[:size]), Drawn: true, Text: s[:size]}
	}
	return Cell{Size: len(cluster), Width: width}
}

// visible returns a picture of a character that a terminal would obey, reorder
// text by, or draw as nothing at the start of a cluster. What is unsafe is for
// text to say, so that the guard of the finished screen finds nothing here and
// the cursor stays where the text is.
func visible(r rune) (string, bool) {
	if unicode.Is(unicode.Mn, r) { // it would fall on the prompt or on a line end
		return fmt.Sprintf("‹U+%04X›", r), true
	}
	return text.Visible(r)
}

// SafeCluster returns how many bytes of a cluster can be drawn as they are: all but what
// follows a character that must not be and is no joiner, bytes that are no UTF-8, or a
// pile of marks. Its first rune is known to be safe.
func SafeCluster(cluster string) int {
	marks := 0
	for i, r := range cluster {
		if i == 0 || r == 0x200c || r == 0x200d || r == 0xfe0e || r == 0xfe0f {
			continue // joiners and selectors do honest work within a cluster
		}
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			marks++
		}
		torn := r == utf8.RuneError && !strings.HasPrefix(cluster[i:], "\ufffd")
		if _, bad := text.Visible(r); bad || torn || marks > text.MaxMarks {
			return i
		}
	}
	return len(cluster)
}

// Clean prepares text from a key, a paste or an editor: line ends become LF and invalid UTF-8
// becomes U+FFFD, because JSON can carry nothing else. All other characters stay, and are drawn
// safely.
func Clean(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
