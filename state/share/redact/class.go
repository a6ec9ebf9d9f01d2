package redact

import (
	"bytes"
	"slices"
	"strings"
)

// class is a set of bytes that a run consists of.
type class uint8

const (
	ofKey class = iota
	ofWord
	ofUpper // capital letters and digits
	ofUnder // letters, digits and _
	ofJWT
	ofToken
	ofSecret
	ofParameter // of an address's parameter
	ofAWS
	ofHex
	ofPath // of an address
	ofCookies
	numClasses
)

var classes = [numClasses]func(b byte) bool{
	ofKey: isKey, ofWord: isWord, ofToken: isToken, ofSecret: isSecret,
	ofUpper:     func(b byte) bool { return isDigit(b) || b >= 'A' && b <= 'Z' },
	ofUnder:     func(b byte) bool { return isWord(b) || b == '_' },
	ofJWT:       func(b byte) bool { return isKey(b) || b == '.' },
	ofParameter: func(b byte) bool { return b > ' ' && strings.IndexByte(`&#;"'<>)]}\`+"`", b) < 0 },
	ofAWS:       func(b byte) bool { return isWord(b) || b == '/' || b == '+' },
	ofHex:       func(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' },
	ofPath:      func(b byte) bool { return isToken(b) || b == '@' || b == '%' },
	ofCookies:   func(b byte) bool { return b >= ' ' && strings.IndexByte(`"'\`+"`", b) < 0 },
}

type span struct{ from, to int }

// end returns the end of the longest run of a class from i. It remembers its last run, so all calls
// together read the text about once.
func (f *finder) end(i int, c class) int {
	last := &f.spans[c]
	if i >= last.from && i < last.to {
		return last.to
	}
	n := len(f.b)
	if i < last.from && last.from < last.to {
		n = last.from - i
	}
	to := f.run(i, n, classes[c])
	if to == last.from && i < to {
		to = last.to
	}
	if to > i {
		*last = span{i, to}
	}
	return to
}

// next returns the place of the first byte from i for which is holds, or the text's length. last is
// the part that the previous call read.
func (f *finder) next(last *span, i int, is func(byte) bool) int {
	if i >= last.from && i <= last.to && last.to > 0 {
		return last.to
	}
	to := i
	for to < len(f.b) && !is(f.b[to]) {
		f.steps++
		if to++; to == last.from && last.to > 0 {
			to = last.to
		}
	}
	*last = span{i, to}
	return to
}

func (f *finder) hasDigit(from, to int) bool { return f.next(&f.digit, from, isDigit) < to }

// mixed reports whether a part of the text has a digit and a letter, as keys have and words have
// not.
func (f *finder) mixed(from, to int) bool {
	return f.hasDigit(from, to) && f.next(&f.letter, from, isLetter) < to
}

// hasPrefix reports whether bytes begin with one of some texts.
func hasPrefix(b []byte, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return bytes.HasPrefix(b, []byte(p)) })
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isWord(c byte) bool   { return isDigit(c) || isLetter(c) }
func isKey(c byte) bool    { return isWord(c) || c == '-' || c == '_' }
func isToken(c byte) bool {
	return isKey(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='
}
func isSecret(c byte) bool {
	return isToken(c) || c == '@' || c == '!' || c == '#' || c == '%' || c == '^' || c == '$'
}

func hasDigit(b []byte) bool { return bytes.ContainsAny(b, "0123456789") }
