package scan

import (
	"fmt"
	"unicode/utf8"
)

// simple reads a string, a number, true, false or null.
func (s *scanner) simple(k Kind) string {
	from, wrong := s.at, ""
	switch k {
	case String:
		wrong = s.text()
	case Number:
		wrong = s.number()
	case Bool:
		word := "true"
		if s.doc[s.at] == 'f' {
			word = "false"
		}
		wrong = s.word(word)
	case Null:
		wrong = s.word("null")
	default:
		wrong = s.found() + ", where a value belongs"
	}
	if wrong == "" {
		s.told.Value(from, s.at, k)
	}
	return wrong
}

func (s *scanner) word(word string) string {
	end := skipWord(s.doc, s.at)
	if string(s.doc[s.at:min(end, s.at+len(word)+1)]) != word {
		return fmt.Sprintf("a word that is not %s", word)
	}
	s.at = end
	return ""
}

// number reads a number by the grammar of RFC 8259, section 6.
func (s *scanner) number() string {
	if s.doc[s.at] == '-' {
		s.at++
	}
	if s.byte() == '0' {
		s.at++
	} else if !s.digits() {
		return "a number without digits"
	}
	if s.byte() == '.' {
		s.at++
		if !s.digits() {
			return "a number without digits behind its point"
		}
	}
	if c := s.byte(); c == 'e' || c == 'E' {
		s.at++
		if c = s.byte(); c == '+' || c == '-' {
			s.at++
		}
		if !s.digits() {
			return "a number without digits in its exponent"
		}
	}
	if end := skipWord(s.doc, s.at); end != s.at {
		return "a number is followed by " + s.found()
	}
	return ""
}

func (s *scanner) byte() byte {
	if s.at < len(s.doc) {
		return s.doc[s.at]
	}
	return 0
}

func (s *scanner) digits() bool {
	from := s.at
	for c := s.byte(); c >= '0' && c <= '9'; c = s.byte() {
		s.at++
	}
	return s.at > from
}

// text reads a string with its quotes: no control characters, known escapes,
// valid UTF-8.
func (s *scanner) text() string {
	for s.at++; s.at < len(s.doc); {
		c := s.doc[s.at]
		switch {
		case c == '"':
			s.at++
			return ""
		case c == '\\':
			if wrong := s.escape(); wrong != "" {
				return wrong
			}
		case c < 0x20:
			return fmt.Sprintf("control character U+%04X inside a string: write it as \\u%04x", c, c)
		case c < utf8.RuneSelf:
			s.at++
		default:
			_, size := utf8.DecodeRune(s.doc[s.at:])
			if size == 1 {
				return fmt.Sprintf("byte %#02x inside a string is no UTF-8", c)
			}
			s.at += size
		}
	}
	return "the document ends inside a string"
}

func (s *scanner) escape() string {
	if s.at+1 >= len(s.doc) {
		s.at = len(s.doc)
		return "the document ends inside a string"
	}
	switch s.doc[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return ""
	case 'u':
		for i := s.at + 2; i < s.at+6; i++ {
			if i >= len(s.doc) || !isHex(s.doc[i]) {
				return "\\u without four hexadecimal digits"
			}
		}
		s.at += 6
		return ""
	}
	return "an escape that JSON does not have"
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
