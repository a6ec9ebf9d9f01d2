package scan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// simple checks a string, a number, true, false or null.
func simple(data []byte, i int) (at int, wrong fault) {
	switch c := data[i]; {
	case c == '"':
		return text(data, i)
	case c == '-' || c >= '0' && c <= '9':
		return number(data, i)
	case c == 't' || c == 'f' || c == 'n':
		return word(data, i)
	}
	return i, noValue
}

// pass is simple; it passes a valid value to l, which may be nil.
func pass(data []byte, i int, l *checker) (at int, wrong fault) {
	at, wrong = simple(data, i)
	if l == nil {
		return at, wrong
	}
	kind := kindOfByte(data[i])
	if kind == String && l.utf8 < at {
		return l.utf8, notUTF8
	}
	// In a number or a word that continues, as in truely, next finds a fault.
	if wrong == nothing && (kind == String || skipWord(data, at) == at) {
		l.tokens.Value(i, at, kind)
	}
	return at, wrong
}

// word checks true, false or null.
func word(data []byte, i int) (at int, wrong fault) {
	word := wordOf(data[i])
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return i, badWord
	}
	return i + len(word), nothing
}

// wordOf returns the word of JSON that begins with c.
func wordOf(c byte) string {
	switch c {
	case 't':
		return "true"
	case 'f':
		return "false"
	}
	return "null"
}

// validUTF8 returns the offset of the first byte of s that is no UTF-8; the length
// of s when there is none.
func validUTF8(s []byte) int {
	if utf8.Valid(s) {
		return len(s)
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// text checks the string whose opening quote is at i.
func text(data []byte, i int) (at int, wrong fault) {
	i++
	for {
		i = plain(data, i)
		if i >= len(data) {
			return i, unclosed
		}
		switch data[i] {
		case '"':
			return i + 1, nothing
		case '\\':
			if i, wrong = escape(data, i); wrong != nothing {
				return i, wrong
			}
		default:
			return i, control
		}
	}
}

// Masks for looking at eight bytes at once.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks the bytes of x that a string must escape: control characters, the quote and
// the backslash. The lowest mark is exact; those above it may be false, because a
// subtraction borrows upwards only.
func special(x uint64) uint64 {
	quote, slash := x^(ones*'"'), x^(ones*'\\')
	return ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs
}

// plain returns the offset of the next quote, backslash or control character.
func plain(data []byte, i int) int {
	for len(data)-i >= 8 {
		if m := special(binary.LittleEndian.Uint64(data[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
		i += 8
	}
	for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= 0x20 {
		i++
	}
	return i
}

// escape checks the escape whose backslash is at i.
func escape(data []byte, i int) (at int, wrong fault) {
	if i+1 >= len(data) {
		return len(data), unclosed
	}
	switch c := data[i+1]; {
	case unescaped(c) != 0:
		return i + len(`\n`), nothing
	case c != 'u':
		return i, badEscape
	}
	if _, ok := hex4(data, i+2); !ok {
		return i, badUnicode
	}
	return i + len(`\u0000`), nothing
}

// number checks a number by the grammar of RFC 8259, section 6.
func number(data []byte, i int) (at int, wrong fault) {
	if data[i] == '-' {
		i++
	}
	if i < len(data) && data[i] == '0' {
		i++
	} else if at = digits(data, i); at == i {
		return i, noDigits
	} else {
		i = at
	}
	if i < len(data) && data[i] == '.' {
		if at = digits(data, i+1); at == i+1 {
			return at, noFraction
		}
		i = at
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if at = digits(data, i); at == i {
			return i, noExponent
		}
		i = at
	}
	return i, nothing
}

// digits returns the offset after the digits at i.
func digits(data []byte, i int) int {
	for i < len(data) && data[i] >= '0' && data[i] <= '9' {
		i++
	}
	return i
}
