// Package scan is the JSON scanner: it reads JSON in place, so that every value is a slice
// of its document, as spelled. Nothing here recurses.
//
// The functions that check (Valid, Check, Scan, CheckObject, CheckValue) accept any bytes
// and report whether they are JSON; Check and Scan also report where they are not. All
// other functions expect valid JSON and are faster for it; their result for anything else
// is incomplete, but they never panic.
//
// The standard jsontext is slower: it checks a document at 340 MB/s (Check: 470), reads a
// member of a small event in 1.7 µs with two allocations (Get: 0.7 µs without), and a figure
// after a megabyte of text in 3.3 ms (At: 0.12 ms).
package scan

import "math"

// MaxDepth is how many objects and arrays JSON may nest for Valid: the limit of
// encoding/json, so that every other reader accepts what Valid accepts.
const MaxDepth = 10_000

// Valid reports whether data is exactly one JSON value (RFC 8259), nested at
// most MaxDepth deep, with white space around it. Strings need not be UTF-8: they are shown
// as received.
func Valid(data []byte) bool {
	_, wrong := document(data, MaxDepth, nil)
	return wrong == nothing
}

// CheckValue checks the value that begins at i and is nested at most deep levels, and
// returns the offset after it. ok is false if no valid value begins there.
func CheckValue(data []byte, i, deep int) (end int, ok bool) {
	var wrong fault
	if i < len(data) && data[i] != '{' && data[i] != '[' {
		end, wrong = simple(data, i) // as most members of an event are
	} else {
		end, wrong = value(data, i, deep, nil)
	}
	return end, wrong == nothing
}

// CheckObject checks the object that begins at i and returns the offset after it. It calls
// member with each name, as spelled between its quotes, and the offset of the value; member
// checks the value and returns the offset after it. ok is false if there is no valid object,
// or if member returned false.
func CheckObject(data []byte, i int, member func(name []byte, at int) (end int, ok bool)) (end int, ok bool) {
	if i >= len(data) || data[i] != '{' {
		return i, false
	}
	if i = SkipSpace(data, i+1); i < len(data) && data[i] == '}' {
		return i + 1, true
	}
	for {
		name := i + 1
		nameEnd, at, wrong := memberName(data, i)
		if wrong != nothing {
			return at, false
		}
		if i, ok = member(data[name:nameEnd-1], at); !ok {
			return i, false
		}
		if i = SkipSpace(data, i); i < len(data) && data[i] == '}' {
			return i + 1, true
		}
		if i >= len(data) || data[i] != ',' {
			return i, false
		}
		i = SkipSpace(data, i+1)
	}
}

// Tokens receives what Scan reads, in the document's order. Offsets count from
// the document's start.
type Tokens interface {
	Open(at int, object bool)  // an object or array begins
	Close()                    // it ends
	Key(at, end int)           // a member's name, with its quotes
	Value(at, end int, k Kind) // a value that is no object or array
}

// Scan reports the first fault of doc as Check does, and passes the tokens before the fault
// to t.
func Scan(doc []byte, t Tokens) error {
	l := &checker{tokens: t, utf8: validUTF8(doc)}
	if at, wrong := document(doc, math.MaxInt, l); wrong != nothing {
		return syntaxError(doc, at, wrong)
	}
	return nil
}

// checker receives the tokens of a document that is checked. Without one, strings need not
// be UTF-8.
type checker struct {
	tokens Tokens
	utf8   int // offset of the first byte of the document that is no UTF-8; its length without one
}

// document checks a document and returns the first fault and its offset. l may be nil.
func document(data []byte, deep int, l *checker) (at int, wrong fault) {
	if at, wrong = value(data, SkipSpace(data, 0), deep, l); wrong != nothing {
		return at, wrong
	}
	if at = SkipSpace(data, at); at < len(data) {
		return at, textAfter
	}
	return at, nothing
}

// value checks the value that begins at i and returns the offset after it, or that of the
// fault.
func value(data []byte, i, deep int, l *checker) (at int, wrong fault) {
	var buf [64]byte
	open := buf[:0]
	for more := true; more && wrong == nothing; {
		if i, open, wrong = first(data, i, open, deep, l); wrong == nothing {
			i, open, more, wrong = next(data, i, open, l)
		}
	}
	return i, wrong
}

// first checks a value down to the end of its first simple value, or to the bracket that
// closes an empty object or array. open has the closing brackets of the open ones, the
// innermost last; first returns it with those that it adds.
func first(data []byte, i int, open []byte, deep int, l *checker) (at int, opened []byte, wrong fault) {
	for {
		if i == len(data) {
			return i, open, noValue
		}
		opening := data[i]
		if opening != '{' && opening != '[' {
			at, wrong = pass(data, i, l)
			return at, open, wrong
		}
		if len(open) == deep {
			return i, open, tooDeep
		}
		if l != nil {
			l.tokens.Open(i, opening == '{')
		}
		closing := opening + 2 // in ASCII, of both
		open = append(open, closing)
		i = SkipSpace(data, i+1)
		if i < len(data) && data[i] == closing {
			return i, open, nothing
		}
		if opening == '{' {
			if i, wrong = passName(data, i, l); wrong != nothing {
				return i, open, wrong
			}
		}
	}
}

// next checks the tokens after a value: closing brackets, then a comma and, in an object,
// the next name. It returns open without the brackets that it found; more is true if a value
// must follow.
func next(data []byte, i int, open []byte, l *checker) (at int, left []byte, more bool, wrong fault) {
	for len(open) > 0 {
		i = SkipSpace(data, i)
		switch closing := open[len(open)-1]; {
		case i < len(data) && data[i] == closing:
			if l != nil {
				l.tokens.Close()
			}
			open, i = open[:len(open)-1], i+1
		case i < len(data) && data[i] == ',':
			i = SkipSpace(data, i+1)
			if closing == '}' {
				i, wrong = passName(data, i, l)
			}
			return i, open, true, wrong
		case closing == '}':
			return i, open, false, noCommaInObject
		default:
			return i, open, false, noCommaInArray
		}
	}
	return i, open, false, nothing
}

// passName is memberName; it passes a valid name to l, which may be nil.
func passName(data []byte, i int, l *checker) (next int, wrong fault) {
	end, next, wrong := memberName(data, i)
	if l == nil {
		return next, wrong
	}
	if l.utf8 < end {
		return l.utf8, notUTF8
	}
	if wrong == nothing || wrong == noColon {
		l.tokens.Key(i, end)
	}
	return next, wrong
}

// memberName checks a member's name and its colon. It returns the offset after the name, and
// that of the value or of the fault.
func memberName(data []byte, i int) (end, next int, wrong fault) {
	if i >= len(data) || data[i] != '"' {
		return i, i, noName
	}
	if end, wrong = text(data, i); wrong != nothing {
		return end, end, wrong
	}
	if next = SkipSpace(data, end); next >= len(data) || data[next] != ':' {
		return end, next, noColon
	}
	return end, SkipSpace(data, next+1), nothing
}
