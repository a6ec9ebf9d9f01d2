package scan

import (
	"fmt"
	"unicode/utf8"
)

// SyntaxError is a place where a document is no JSON (RFC 8259).
type SyntaxError struct {
	Offset int // bytes before the fault
	Line   int // from 1
	Column int // from 1, in code points
	What   string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.What)
}

// Unfinished reports whether doc, of which e is the fault, is right as far as it goes and
// stops in its middle.
func (e *SyntaxError) Unfinished(doc []byte) bool { return e.Offset == len(doc) }

// Check reports the first place where doc is not one JSON value, as a
// *SyntaxError. It reads doc once and does not recurse.
func Check(doc []byte) error { return Scan(doc, nil) }

// Scan is Check; while it reads, it tells tokens the events of the document:
// see Tokens.
func Scan(doc []byte, t Tokens) error {
	s := scanner{doc: doc, told: t}
	if t == nil {
		s.told = silent{}
	}
	if what := s.document(); what != "" {
		return syntaxError(doc, s.at, what)
	}
	return nil
}

// Tokens is told what a scan comes by. Offsets count from the document's
// start.
type Tokens interface {
	Open(at int, object bool)  // an object or array begins
	Close()                    // it ends
	Key(at, end int)           // a member's name, with its quotes
	Value(at, end int, k Kind) // a value that is no object or array
}

type silent struct{}

func (silent) Open(int, bool)       {}
func (silent) Close()               {}
func (silent) Key(int, int)         {}
func (silent) Value(int, int, Kind) {}

func syntaxError(doc []byte, at int, what string) *SyntaxError {
	e := &SyntaxError{Offset: at, Line: 1, What: what}
	start := 0
	for i, c := range doc[:at] {
		if c == '\n' {
			e.Line++
			start = i + 1
		}
	}
	e.Column = utf8.RuneCount(doc[start:at]) + 1
	return e
}

// scanner reads a document; open holds the closing byte of each level.
type scanner struct {
	doc  []byte
	at   int
	open []byte
	told Tokens
}

// document reads the whole; it returns what is wrong at s.at, or nothing.
func (s *scanner) document() (wrong string) {
	if len(s.doc) >= 3 && string(s.doc[:3]) == "\xef\xbb\xbf" {
		return "a byte order mark, which JSON does not have"
	}
	for {
		if wrong = s.value(); wrong != "" {
			return wrong
		}
		var next bool
		if next, wrong = s.after(); wrong != "" || !next {
			return wrong
		}
	}
}

// value reads a simple value, or the beginning of an object or array down to
// its first simple value.
func (s *scanner) value() (wrong string) {
	for {
		s.at = SkipSpace(s.doc, s.at)
		if s.at >= len(s.doc) {
			return s.ended("a value")
		}
		c := s.doc[s.at]
		if c != '{' && c != '[' {
			return s.simple(kindOfByte(c))
		}
		s.told.Open(s.at, c == '{')
		s.open = append(s.open, c+2) // the closing byte of both stands two further
		s.at = SkipSpace(s.doc, s.at+1)
		if s.at < len(s.doc) && s.doc[s.at] == c+2 {
			return s.close()
		}
		if c == '{' {
			if wrong = s.key(); wrong != "" {
				return wrong
			}
		}
	}
}

func (s *scanner) close() string {
	s.told.Close()
	s.open = s.open[:len(s.open)-1]
	s.at++
	return ""
}

// after reads what follows a value: closing brackets, then a comma and for an
// object the next name. next tells that a value must follow.
func (s *scanner) after() (next bool, wrong string) {
	for {
		s.at = SkipSpace(s.doc, s.at)
		if len(s.open) == 0 {
			if s.at < len(s.doc) {
				return false, "text behind the end of the document"
			}
			return false, ""
		}
		closing := s.open[len(s.open)-1]
		if s.at >= len(s.doc) {
			return false, s.ended("a comma or " + string(closing))
		}
		switch s.doc[s.at] {
		case closing:
			s.close()
			continue
		case ',':
			s.at = SkipSpace(s.doc, s.at+1)
			if closing == '}' {
				wrong = s.key()
			} else if s.at < len(s.doc) && s.doc[s.at] == ']' {
				wrong = "a comma before ]"
			}
			return true, wrong
		}
		return false, fmt.Sprintf("%s, where a comma or %c belongs", s.found(), closing)
	}
}

// key reads a member's name and its colon.
func (s *scanner) key() string {
	if s.at >= len(s.doc) {
		return s.ended("a member's name")
	}
	if s.doc[s.at] != '"' {
		return s.found() + ", where a member's name in double quotes belongs"
	}
	from := s.at
	if wrong := s.text(); wrong != "" {
		return wrong
	}
	s.told.Key(from, s.at)
	s.at = SkipSpace(s.doc, s.at)
	if s.at >= len(s.doc) {
		return s.ended("a colon")
	}
	if s.doc[s.at] != ':' {
		return s.found() + ", where a colon belongs"
	}
	s.at++
	return ""
}

func (s *scanner) ended(missing string) string {
	s.at = len(s.doc)
	if len(s.open) == 0 {
		return "the document is empty"
	}
	return "the document ends where " + missing + " belongs"
}

// found names what stands at s.at.
func (s *scanner) found() string {
	r, size := utf8.DecodeRune(s.doc[s.at:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("byte %#02x", s.doc[s.at])
	}
	return fmt.Sprintf("%q", r)
}
