package edit

import "strings"

// maxWord bounds how far Word looks back, in bytes.
const maxWord = 4096

// Word returns the text between the last white space before the cursor and the
// cursor, at most 4 KiB of it. White space behind a backslash belongs to the
// word, as in a shell.
func (b *Editor) Word() string {
	s := b.lines[b.row].text[:b.off]
	low := max(len(s)-maxWord, 0)
	at := len(s)
	for at > low {
		i := strings.LastIndexAny(s[low:at], " \t")
		if i < 0 {
			at = low
			break
		}
		if i += low; i == 0 || s[i-1] != '\\' {
			at = i + 1
			break
		}
		at = i
	}
	return strings.ToValidUTF8(s[at:], "")
}

// ReplaceWord puts text in the place of Word.
func (b *Editor) ReplaceWord(text string) {
	b.cut(b.row, b.off-len(b.Word()))
	b.Insert(text)
}
