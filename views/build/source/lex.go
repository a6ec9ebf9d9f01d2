package source

import (
	"strings"

	"gatehouse/views/kit/edit"
)

// The states are where in JSON a place is. A line feed ends a string: valid JSON
// has none in one, and in broken text one missing quote should not colour all
// that follows.
const (
	outside edit.LexState = iota
	inside                // in a string
	escaped               // in a string, after a backslash
)

// lexer is the edit.Lexer of JSON.
type lexer struct{}

func (lexer) Through(st edit.LexState, s string) edit.LexState {
	if n := strings.LastIndexByte(s, '\n'); n >= 0 {
		st, s = outside, s[n+1:]
	}
	if strings.IndexByte(s, '"') < 0 && strings.IndexByte(s, '\\') < 0 {
		if st == escaped && s != "" {
			return inside
		}
		return st
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case st == escaped:
			st = inside
		case st == inside && c == '\\':
			st = escaped
		case c == '"':
			st = inside - st
		}
	}
	return st
}

// kind is what a byte is part of.
type kind uint8

const (
	punctuation kind = iota
	name             // of a member
	str
	escape // in a string
	number
	word // true, false, null
	other
	folded // what stands for a folded string
	odd    // a character made visible
	kinds
)

func (lexer) Spans(text *edit.Buffer, before edit.LexState, segments []edit.Segment) []edit.Span {
	l := lexing{text: text, state: before}
	for _, seg := range segments {
		l.segment(seg.Text, seg.From)
		if seg.Fold != nil {
			l.add(seg.Fold.To, folded)
		}
	}
	return l.spans
}

// lexing finds the kinds of the bytes of segments.
type lexing struct {
	text  *edit.Buffer
	state edit.LexState
	spans []edit.Span
	from  int // where the string at hand begins among spans
}

func (l *lexing) add(to int, k kind) {
	l.spans = append(l.spans, edit.Span{To: to, Kind: uint8(k)})
}

// segment reads s, which begins at base in the text.
func (l *lexing) segment(s string, base int) {
	for i := 0; i < len(s); {
		if s[i] == '\n' {
			l.state = outside
		}
		end, k := l.token(s, i)
		i = end
		if n := len(l.spans); n > l.from && l.spans[n-1].Kind == uint8(k) {
			l.spans[n-1].To = base + i
		} else {
			l.add(base+i, k)
		}
		if k == str && l.state == outside { // a string has ended
			if l.isName(base + i) {
				for n := l.from; n < len(l.spans); n++ {
					if l.spans[n].Kind == uint8(str) {
						l.spans[n].Kind = uint8(name)
					}
				}
			}
			l.from = len(l.spans)
		}
	}
}

// token reads one token, or the next part of a string.
func (l *lexing) token(s string, i int) (end int, k kind) {
	c := s[i]
	switch {
	case l.state == escaped:
		l.state = inside
		if c == 'u' {
			return min(i+5, len(s)), escape
		}
		return i + 1, escape
	case l.state == inside && c == '\\':
		l.state = escaped
		return i + 1, escape
	case l.state == inside:
		for ; i < len(s) && s[i] != '\\' && s[i] != '\n'; i++ {
			if s[i] == '"' {
				l.state = outside
				return i + 1, str
			}
		}
		return max(i, 1), str
	case c == '"':
		l.state, l.from = inside, len(l.spans)
		return i + 1, str
	case c == '-' || c >= '0' && c <= '9':
		return len(s) - len(strings.TrimLeft(s[i:], "+-.eE0123456789")), number
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
		end = len(s) - len(strings.TrimLeftFunc(s[i:], func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0x80 }))
		switch s[i:end] {
		case "true", "false", "null":
			return end, word
		}
		return end, other
	}
	return i + 1, punctuation
}

// isName reports whether a colon follows the string that ends at off.
func (l *lexing) isName(off int) bool {
	for n := range 64 {
		switch l.text.ByteAt(off + n) {
		case ' ', '\t', '\r', '\n':
		case ':':
			return true
		default:
			return false
		}
	}
	return false
}
