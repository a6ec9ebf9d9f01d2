package edit

import "strings"

// maxWord bounds how far Word looks back, in bytes.
const maxWord = 4096

// Word returns the text between the last white space before the cursor and the
// cursor, at most 4 KiB of it. White space behind a backslash belongs to the
// word, as in a shell.
func (e *Editor) Word() string {
	start := e.text.LineStart(e.cursor)
	low := max(start, e.cursor-maxWord)
	s := e.text.Slice(low, e.cursor)
	at := len(s)
	for at > 0 {
		i := strings.LastIndexAny(s[:at], " \t")
		if i < 0 {
			at = 0
			break
		}
		if e.text.ByteAt(low+i-1) != '\\' {
			at = i + 1
			break
		}
		at = i
	}
	return strings.ToValidUTF8(s[at:], "")
}

// ReplaceWord puts text in the place of Word.
func (e *Editor) ReplaceWord(text string) {
	e.Remove(e.cursor-len(e.Word()), e.cursor)
	e.Insert(text)
}
