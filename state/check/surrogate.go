package check

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// loneSurrogate finds the first escape in a JSON document that is half of a
// character, \ud800 alone. The grammar allows it, but it stands for no text:
// RFC 8259, section 8.2, warns of what receivers make of it, and strict ones
// refuse the document. It returns -1 when there is none.
func loneSurrogate(doc []byte) int {
	for at := 0; ; {
		next := bytes.IndexByte(doc[at:], '\\')
		if next < 0 {
			return -1
		}
		at += next
		r := escaped(doc[at:])
		switch {
		case !utf16.IsSurrogate(r):
			at += 2 // what follows of \u0041 is no escape
		case utf16.DecodeRune(r, escaped(doc[at+6:])) == utf8.RuneError:
			return at
		default:
			at += 12
		}
	}
}

// escaped is the code unit of the \uXXXX that a text begins with, 0 without one.
func escaped(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(n)
}

// position tells a place as people count it, from 1.
func position(doc []byte, at int) string {
	before := doc[:at]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}
