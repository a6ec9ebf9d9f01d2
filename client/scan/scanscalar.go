package scan

import (
	"encoding/binary"
	"math/bits"
)

// skipScalar skips a string, number, true, false or null.
func checkScalar(data []byte, i int) int {
	switch c := data[i]; {
	case c == '"':
		return checkString(data, i)
	case c == '-' || c >= '0' && c <= '9':
		return checkNumber(data, i)
	case c == 't':
		return checkWord(data, i, "true")
	case c == 'f':
		return checkWord(data, i, "false")
	case c == 'n':
		return checkWord(data, i, "null")
	}
	return Bad
}

func checkWord(data []byte, i int, word string) int {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return Bad
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
func checkString(data []byte, i int) int {
	i++
	for {
		i = plain(data, i)
		if i >= len(data) || data[i] < 0x20 {
			return Bad
		}
		if data[i] == '"' {
			return i + 1
		}
		if i = checkEscape(data, i); i == Bad {
			return Bad
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
func checkEscape(data []byte, i int) int {
	if i+1 >= len(data) {
		return Bad
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if _, ok := hex4(data, i+2); ok {
			return i + 6
		}
	}
	return Bad
}

// skipNumber skips a number by the grammar of RFC 8259, section 6.
func checkNumber(data []byte, i int) int {
	if data[i] == '-' {
		i++
	}
	switch {
	case i < len(data) && data[i] == '0':
		i++
	default:
		if i = checkDigits(data, i); i == Bad {
			return Bad
		}
	}
	if i < len(data) && data[i] == '.' {
		if i = checkDigits(data, i+1); i == Bad {
			return Bad
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		return checkDigits(data, i)
	}
	return i
}

// skipDigits skips one digit or more.
func checkDigits(data []byte, i int) int {
	start := i
	for i < len(data) && data[i] >= '0' && data[i] <= '9' {
		i++
	}
	if i == start {
		return Bad
	}
	return i
}
