package foreign

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ansiQuoted reads a $'…' of bash (Bash Reference Manual, "ANSI-C Quoting").
func (l *lexer) ansiQuoted() error {
	begin := l.line
	l.take("", 2)
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '\'':
			l.at++
			return nil
		case rest[0] == '\\' && len(rest) > 1:
			text, size := ansiEscape(rest[1:])
			l.take(text, 1+size)
		default:
			l.take(rest[:1], 1)
		}
	}
	return at(begin, "a $' is never closed")
}

// ansiEscape reads what follows a backslash: what it stands for, and how many bytes it
// takes. An escape that there is not stands for itself.
func ansiEscape(s string) (text string, size int) {
	const names, stand = `abefnrtvE\'"?`, "\a\b\x1b\f\n\r\t\v\x1b\\'\"?"
	if i := strings.IndexByte(names, s[0]); i >= 0 {
		return stand[i : i+1], 1
	}
	switch s[0] {
	case 'x':
		return ansiNumber(s, 1, 16, 2, false)
	case 'u':
		return ansiUnit(s)
	case 'U':
		return ansiNumber(s, 1, 16, 8, true)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return ansiNumber(s, 0, 8, 3, false)
	case 'c':
		if len(s) > 1 {
			return string(rune(s[1] & 0x1f)), 2
		}
	}
	return `\` + s[:1], 1
}

// ansiUnit reads \uHHHH. Browsers write characters beyond the first 65,536 as two of them.
func ansiUnit(s string) (text string, size int) {
	text, size = ansiNumber(s, 1, 16, 4, true)
	high, err := strconv.ParseUint(s[1:size], 16, 32)
	if err != nil || !utf16.IsSurrogate(rune(high)) || !strings.HasPrefix(s[size:], `\u`) {
		return text, size
	}
	_, more := ansiNumber(s[size+1:], 1, 16, 4, true)
	low, err := strconv.ParseUint(s[size+2:size+1+more], 16, 32)
	if both := utf16.DecodeRune(rune(high), rune(low)); err == nil && both != utf8.RuneError {
		return string(both), size + 1 + more
	}
	return text, size
}

// ansiNumber reads up to so many digits behind a prefix: a byte, or a character.
func ansiNumber(s string, prefix, base, digits int, character bool) (text string, size int) {
	end := prefix
	for end < len(s) && end-prefix < digits {
		if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
			break
		}
		end++
	}
	n, err := strconv.ParseUint(s[prefix:end], base, 32)
	if err != nil {
		return `\` + s[:1], 1
	}
	if !character {
		return string([]byte{byte(n)}), end
	}
	if n > utf8.MaxRune {
		n = utf8.RuneError
	}
	return string(rune(n)), end
}
