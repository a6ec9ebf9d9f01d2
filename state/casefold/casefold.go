// Package casefold finds words in text without regard to case, in time that grows
// with the text whatever stands in it.
package casefold

import (
	"bytes"
	"strings"
)

// Chars is text as it is kept: drawn from a string, or bytes on the wire.
type Chars interface{ string | []byte }

// window is how far ahead the next letter of either case is looked for, in
// bytes, so that one that does not occur costs nothing twice.
const window = 4 << 10

// Index is strings.Index without regard to the case of ASCII letters; -1 also
// for no words.
func Index[T Chars](s T, words string) int {
	return index(s, words, func(at T) bool { return equal(at, words) })
}

// IndexUnicode is Index without regard to the case of any letter that is as
// many bytes in both, but for the first, of which that holds in ASCII only.
func IndexUnicode(s, words string) int {
	return index(s, words, func(at string) bool { return strings.EqualFold(at, words) })
}

func index[T Chars](s T, words string, same func(T) bool) int {
	if words == "" {
		return -1
	}
	low, up := lower(words[0]), upper(words[0])
	last := len(s) - len(words)
	for at := 0; at <= last; at += window {
		end := min(at+window, last+1)
		nextLow, nextUp := at-1, at-1
		for i := at; i < end; i++ {
			if nextLow < i {
				nextLow = nextByte(s[i:end], low, i, end)
			}
			if nextUp < i {
				nextUp = nextByte(s[i:end], up, i, end)
			}
			if i = min(nextLow, nextUp); i < end && same(s[i:i+len(words)]) {
				return i
			}
		}
	}
	return -1
}

// nextByte returns where c stands next in s, which begins at base, else end.
func nextByte[T Chars](s T, c byte, base, end int) int {
	n := -1
	switch s := any(s).(type) {
	case string:
		n = strings.IndexByte(s, c)
	case []byte:
		n = bytes.IndexByte(s, c)
	}
	if n < 0 {
		return end
	}
	return base + n
}

func equal[T Chars](a T, b string) bool {
	for i := 0; i < len(b); i++ {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
