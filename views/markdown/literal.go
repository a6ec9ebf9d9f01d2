package markdown

import (
	"html"
	"strings"
)

// longestEntity is the length of the longest named character reference of
// HTML, with & and semicolon.
const longestEntity = 33

// literal returns the characters that a piece of markdown stands for: escapes
// and character references are decoded, once (CommonMark 2.4 and 2.5). Raw
// text stands for itself.
func literal(src []byte, raw bool) string {
	s := string(src)
	if raw || !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && punctuation(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '&':
			if end := strings.IndexByte(s[i:min(len(s), i+longestEntity)], ';'); end > 1 {
				ref := s[i : i+end+1]
				if decoded := html.UnescapeString(ref); decoded != ref && !strings.HasSuffix(decoded, ";") {
					b.WriteString(decoded)
					i += end
					continue
				}
			}
			b.WriteByte('&')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// punctuation reports whether c is ASCII punctuation, which a backslash
// escapes.
func punctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
