package capture

import (
	"bytes"
	"strings"
)

// maxEscape is how many bytes JSON may spell one byte with: \u0026.
const maxEscape = len(`\u0026`)

// escaped returns the positions of all secrets in p that are spelled with JSON's \u
// escapes: which characters a server escapes, and in which case, is its own choice (RFC
// 8259, section 7).
func (s *Secrets) escaped(p []byte) (found []span) {
	if len(s.texts) == 0 {
		return nil
	}
	tried := 0 // starts before it
	for from := 0; ; {
		i := bytes.Index(p[from:], []byte(`\u00`))
		if i < 0 {
			return found
		}
		escape := from + i
		for _, text := range s.texts {
			for at := max(tried, escape-maxEscape*len(text)); at <= escape; at++ {
				if n, _ := spelledAt(p[at:], text); at+n > escape {
					found = append(found, span{at, at + n})
				}
			}
		}
		from, tried = escape+1, escape+1
	}
}

// escapedPrefixLen returns the length of the longest end of p that may be the beginning of
// a secret with escapes.
func (s *Secrets) escapedPrefixLen(p []byte) int {
	longest := 0
	for _, text := range s.texts {
		for n := min(maxEscape*len(text)-1, len(p)); n > longest; n-- {
			if _, begun := spelledAt(p[len(p)-n:], text); begun {
				longest = n
			}
		}
	}
	return longest
}

// spelledAt returns how many bytes of p spell a text at its beginning, as JSON may:
// each byte as it is, escaped by a number, or a quote, a backslash or a slash behind a
// backslash; 0 when they do not. Begun tells that p ends before that can be said.
func spelledAt(p, text []byte) (n int, begun bool) {
	for _, c := range text {
		rest := p[n:]
		size := 1
		switch {
		case len(rest) > 1 && rest[0] == '\\' && rest[1] == 'u':
			size = maxEscape
			if !bytes.EqualFold(rest[:min(size, len(rest))], unicodeEscape(c)[:min(size, len(rest))]) {
				return 0, false
			}
		case len(rest) > 1 && rest[0] == '\\':
			if size = 2; rest[1] != c || !strings.ContainsRune(`"\/`, rune(c)) {
				return 0, false
			}
		case len(rest) == 1 && rest[0] == '\\':
			size = 2
		case len(rest) > 0 && rest[0] != c:
			return 0, false
		}
		if n += size; n > len(p) {
			return 0, true
		}
	}
	return n, false
}

// unicodeEscape returns the \u escape of an ASCII byte.
func unicodeEscape(c byte) []byte {
	const hex = "0123456789abcdef"
	return []byte{'\\', 'u', '0', '0', hex[c>>4], hex[c&15]}
}
