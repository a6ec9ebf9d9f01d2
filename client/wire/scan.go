package wire

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how deep JSON may nest. It is the limit of encoding/json, so that
// whatever passes here can be read by every other reader in the program.
const maxDepth = 10000

// bad is the place that the skip functions return for text that is no JSON.
const bad = -1

// Valid reports whether data is exactly one JSON value (RFC 8259) nested at
// most 10,000 deep, with white space around it. Bytes in strings that are no
// UTF-8 pass: what came is shown as it came. It does not recurse.
func Valid(data []byte) bool {
	end := skipValue(data, skipSpace(data, 0), maxDepth)
	return end != bad && skipSpace(data, end) == len(data)
}

// skipSpace returns the place of the next byte that is no white space.
func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t') {
		i++
	}
	return i
}

// skipValue returns the place behind the value that begins at i and is nested
// at most deep. Open objects and arrays are kept on a stack of their closing
// brackets.
func skipValue(data []byte, i, deep int) int {
	if i < len(data) && data[i] != '{' && data[i] != '[' {
		return skipScalar(data, i)
	}
	var small [64]byte
	open := small[:0]
	for {
		var opened bool
		i, open, opened = skipOpening(data, i, open, deep)
		if i == bad {
			return bad
		}
		if opened {
			continue
		}
		for {
			if len(open) == 0 {
				return i
			}
			i = skipSpace(data, i)
			if i == len(data) {
				return bad
			}
			closing := open[len(open)-1]
			if data[i] == closing {
				open, i = open[:len(open)-1], i+1
				continue
			}
			if data[i] != ',' {
				return bad
			}
			i = skipSpace(data, i+1)
			if closing == '}' {
				_, i = skipKey(data, i)
			}
			break
		}
		if i == bad {
			return bad
		}
	}
}

// skipOpening skips a scalar or an empty container, or opens one: then opened
// is true and the place is that of its first value.
func skipOpening(data []byte, i int, open []byte, deep int) (next int, stack []byte, opened bool) {
	if i >= len(data) {
		return bad, open, false
	}
	var closing byte
	switch data[i] {
	case '{':
		closing = '}'
	case '[':
		closing = ']'
	default:
		return skipScalar(data, i), open, false
	}
	if len(open) == deep {
		return bad, open, false
	}
	i = skipSpace(data, i+1)
	if i < len(data) && data[i] == closing {
		return i + 1, open, false
	}
	if closing == '}' {
		_, i = skipKey(data, i)
	}
	return i, append(open, closing), i != bad
}

// skipKey skips a member's name and its colon. The key is returned between its
// quotes, as it is spelled; next is the place of the member's value.
func skipKey(data []byte, i int) (key []byte, next int) {
	if i >= len(data) || data[i] != '"' {
		return nil, bad
	}
	end := skipString(data, i)
	if end == bad {
		return nil, bad
	}
	key = data[i+1 : end-1]
	if i = skipSpace(data, end); i >= len(data) || data[i] != ':' {
		return nil, bad
	}
	return key, skipSpace(data, i+1)
}

func skipScalar(data []byte, i int) int {
	switch c := data[i]; {
	case c == '"':
		return skipString(data, i)
	case c == '-' || c >= '0' && c <= '9':
		return skipNumber(data, i)
	case c == 't':
		return skipWord(data, i, "true")
	case c == 'f':
		return skipWord(data, i, "false")
	case c == 'n':
		return skipWord(data, i, "null")
	}
	return bad
}

func skipWord(data []byte, i int, word string) int {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return bad
	}
	return i + len(word)
}

// Masks for looking at eight bytes at once.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks the bytes of x that a string cannot hold plainly: control
// characters, the quote and the backslash. The lowest mark is exact; those
// above it may be false, because a subtraction borrows upwards only.
func special(x uint64) uint64 {
	quote, slash := x^(ones*'"'), x^(ones*'\\')
	return ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs
}

// skipString skips the string whose opening quote is at i.
func skipString(data []byte, i int) int {
	i++
	for {
		i = plain(data, i)
		if i >= len(data) || data[i] < 0x20 {
			return bad
		}
		if data[i] == '"' {
			return i + 1
		}
		if i = skipEscape(data, i); i == bad {
			return bad
		}
	}
}

// plain returns the place of the next quote, backslash or control character.
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

// skipEscape skips the escape whose backslash is at i.
func skipEscape(data []byte, i int) int {
	if i+1 >= len(data) {
		return bad
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if _, ok := hex4(data, i+2); ok {
			return i + 6
		}
	}
	return bad
}

// skipNumber skips a number by the grammar of RFC 8259, section 6.
func skipNumber(data []byte, i int) int {
	if data[i] == '-' {
		i++
	}
	switch {
	case i < len(data) && data[i] == '0':
		i++
	default:
		if i = skipDigits(data, i); i == bad {
			return bad
		}
	}
	if i < len(data) && data[i] == '.' {
		if i = skipDigits(data, i+1); i == bad {
			return bad
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		return skipDigits(data, i)
	}
	return i
}

// skipDigits skips one digit or more.
func skipDigits(data []byte, i int) int {
	start := i
	for i < len(data) && data[i] >= '0' && data[i] <= '9' {
		i++
	}
	if i == start {
		return bad
	}
	return i
}
