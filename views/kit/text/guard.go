package text

import (
	"strings"
	"unicode/utf8"
)

// Guard returns a drawn line as it may go to the terminal: the last look, which
// finds nothing when all before it did its work. SGR and OSC 8 sequences with
// an http or https target stay; every other control character is made visible.
func Guard(line string) string {
	var b strings.Builder
	written := 0 // bytes of line
	for i := 0; i < len(line); {
		if n := allowed(line[i:]); n > 0 {
			i += n
			continue
		}
		_, size := utf8.DecodeRuneInString(line[i:])
		b.WriteString(line[written:i] + SanitizeLine(line[i:i+size]))
		i += size
		written = i
	}
	if written == 0 {
		return line
	}
	return b.String() + line[written:]
}

// allowed returns the length of the piece at the start of s that may be drawn,
// or 0 when it may not.
func allowed(s string) int {
	switch c := s[0]; {
	case c >= 0x20 && c < 0x7f:
		return 1
	case c == 0x1b:
		return allowedSequence(s)
	case c < 0x80:
		return 0
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 || r < 0xa0 {
		return 0
	}
	switch { // joiners and selectors were judged where their neighbours were known
	case r == 0x200c, r == 0x200d, r == 0xfe0e, r == 0xfe0f:
		return size
	case isUnsafe(r):
		return 0
	}
	return size
}

func allowedSequence(s string) int {
	if strings.HasPrefix(s, "\x1b[") {
		for i := 2; i < len(s); i++ {
			switch c := s[i]; {
			case c == 'm':
				return i + 1
			case c >= '0' && c <= '9' || c == ';' || c == ':':
			default:
				return 0
			}
		}
		return 0
	}
	rest, ok := strings.CutPrefix(s, "\x1b]8;")
	if !ok {
		return 0
	}
	end := strings.IndexByte(rest, '\a')
	params, url, ok := strings.Cut(rest[:max(end, 0)], ";")
	if end < 0 || !ok || strings.IndexFunc(params+url, func(r rune) bool { return r <= ' ' || r >= 0x7f }) >= 0 {
		return 0
	}
	if _, ok := LinkTarget(url); url != "" && !ok {
		return 0
	}
	return len(s) - len(rest) + end + 1
}
