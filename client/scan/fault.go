package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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

// Unfinished reports whether doc, whose fault is e, is valid but for its missing end.
func (e *SyntaxError) Unfinished(doc []byte) bool { return e.Offset == len(doc) }

// Check reports the first place where doc is not one JSON value in UTF-8, as a
// *SyntaxError. A document may nest to any depth.
func Check(doc []byte) error {
	if _, wrong := document(doc, math.MaxInt, nil); wrong == nothing && utf8.Valid(doc) {
		return nil
	}
	return Scan(doc, silent{})
}

type silent struct{}

func (silent) Open(int, bool)       {}
func (silent) Close()               {}
func (silent) Key(int, int)         {}
func (silent) Value(int, int, Kind) {}

// Position returns the line and the column of an offset, both from 1, columns in code
// points.
func Position(doc []byte, offset int) (line, column int) {
	before := doc[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}

// fault is the result of a check.
type fault uint8

const (
	nothing fault = iota
	noValue
	noName
	noColon
	noCommaInObject
	noCommaInArray
	textAfter // the document
	tooDeep   // only for Valid and CheckValue
	badWord
	noDigits
	noFraction
	noExponent
	moreNumber // letters directly after a number
	unclosed   // string
	control
	badEscape
	badUnicode
	notUTF8
)

func syntaxError(doc []byte, at int, wrong fault) *SyntaxError {
	switch wrong {
	case noCommaInObject, noCommaInArray, textAfter:
		at, wrong = runOn(doc, at, wrong)
	}
	e := &SyntaxError{Offset: at, What: describe(doc, at, wrong)}
	e.Line, e.Column = Position(doc, at)
	return e
}

// runOn returns the fault of a word or a number that continues after the end of a valid one,
// as in truely: the word is at fault, not the letters after it. It returns any other fault
// unchanged.
func runOn(doc []byte, at int, wrong fault) (int, fault) {
	if skipWord(doc, at) == at {
		return at, wrong
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasSuffix(doc[:at], []byte(word)) {
			return at - len(word), badWord
		}
	}
	if c := doc[at-1]; c >= '0' && c <= '9' {
		return at, moreNumber
	}
	return at, wrong
}

// describe returns the message of a fault at a place.
func describe(doc []byte, at int, wrong fault) string {
	switch wrong {
	case noValue:
		return describeValue(doc, at)
	case noName:
		return missing(doc, at, "a member's name", " in double quotes")
	case noColon:
		return missing(doc, at, "a colon", "")
	case noCommaInObject:
		return missing(doc, at, "a comma or }", "")
	case noCommaInArray:
		return missing(doc, at, "a comma or ]", "")
	case textAfter:
		return "text after the end of the document"
	case badWord:
		if len(bytes.TrimSpace(doc[:at])) == 0 { // any text
			return missing(doc, at, "a value", "")
		}
		return "a word that is not " + wordOf(doc[at])
	case noDigits:
		return "a number without digits"
	case noFraction:
		return "a number without digits after its point"
	case noExponent:
		return "a number without digits in its exponent"
	case moreNumber:
		return "a number is followed by " + found(doc, at)
	case control:
		return fmt.Sprintf("control character U+%04X inside a string: write it as \\u%04x", doc[at], doc[at])
	case badEscape:
		return "an escape that JSON does not have"
	case badUnicode:
		return "\\u without four hexadecimal digits"
	case notUTF8:
		return fmt.Sprintf("byte %#02x inside a string is no UTF-8", doc[at])
	}
	return "the document ends inside a string"
}

// describeValue returns the message of a missing value.
func describeValue(doc []byte, at int) string {
	before := bytes.TrimRight(doc[:at], " \n\r\t")
	switch {
	case at == 0 && bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")):
		return "a byte order mark, which JSON does not have"
	case at == len(doc) && len(before) == 0:
		return "the document is empty"
	case at < len(doc) && doc[at] == ']' && bytes.HasSuffix(before, []byte(",")):
		return "a comma before ]"
	}
	return missing(doc, at, "a value", "")
}

// missing returns the message that something belongs at a place.
func missing(doc []byte, at int, what, how string) string {
	if at == len(doc) {
		return "the document ends where " + what + " belongs"
	}
	return found(doc, at) + ", where " + what + how + " belongs"
}

// found returns the name of the character at a place.
func found(doc []byte, at int) string {
	r, size := utf8.DecodeRune(doc[at:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("byte %#02x", doc[at])
	}
	return fmt.Sprintf("%q", r)
}

// StopsAt reports whether a JSON text is valid but for its missing end, and where it stops;
// place is "" for an empty text. If a word or an escape is cut, or a string is not UTF-8,
// Check finds a fault before the end, so encoding/json decides.
func StopsAt(body []byte) (place string, unfinished bool) {
	if wrong, ok := errors.AsType[*SyntaxError](Check(body)); ok && wrong.Unfinished(body) {
		if len(body) > 0 {
			place = wrong.Error()
		}
		return place, true
	}
	err := json.NewDecoder(bytes.NewReader(body)).Decode(new(json.RawMessage))
	return "", errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}
