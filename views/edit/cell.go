package edit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/views/text"

	"github.com/charmbracelet/x/ansi"
)

// editCell is one grapheme cluster of a line as it is drawn.
type editCell struct {
	size    int    // bytes of the line that it covers
	width   int    // cells
	text    string // what is drawn; empty: the bytes themselves
	special bool   // a control character made visible
}

// editCellAt reads the cluster at the start of s, which is not empty, for column
// col. A tab becomes spaces; what a terminal would obey or hide is shown.
func editCellAt(s string, col int) editCell {
	c := s[0]
	if c >= 0x20 && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return editCell{size: 1, width: 1}
	}
	if c == '\t' {
		n := text.TabStop - col%text.TabStop
		return editCell{size: 1, width: n, text: strings.Repeat(" ", n)}
	}
	r, size := utf8.DecodeRuneInString(s)
	if text, bad := editVisible(r); bad {
		return editCell{size: size, width: ansi.StringWidth(text), text: text, special: true}
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if text, bad := editHidden(cluster); bad {
		return editCell{size: size, width: ansi.StringWidth(text), text: text}
	}
	return editCell{size: len(cluster), width: width}
}

// editVisible returns a picture of a character that a terminal would obey, reorder
// text by, or draw as nothing at the start of a cluster. What is unsafe is for
// text to say, so that the guard of the finished screen finds nothing here and
// the cursor stays where the text is.
func editVisible(r rune) (string, bool) {
	if unicode.Is(unicode.Mn, r) { // it would fall on the prompt or on a line end
		return fmt.Sprintf("‹U+%04X›", r), true
	}
	return text.Visible(r)
}

// editHidden handles a cluster that begins well but carries a character that must
// not be drawn and is no joiner, or a pile of marks: only its first rune is
// drawn, the rest comes after it.
func editHidden(cluster string) (string, bool) {
	marks := 0
	for i, r := range cluster {
		if i == 0 {
			continue
		}
		switch r {
		case 0x200c, 0x200d, 0xfe0e, 0xfe0f: // they join and select here
			continue
		}
		if unicode.Is(unicode.Mn, r) {
			marks++
		}
		if _, bad := text.Visible(r); bad || marks > text.MaxMarks {
			_, size := utf8.DecodeRuneInString(cluster)
			return cluster[:size], true
		}
	}
	return "", false
}

// typed prepares text that comes in, from a key, a paste or an editor: line
// ends become LF and invalid UTF-8 becomes U+FFFD, because JSON can carry
// nothing else. All other characters stay, and are drawn safely.
func typed(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
