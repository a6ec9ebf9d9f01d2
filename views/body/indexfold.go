package body

import (
	"bytes"
	"strings"
)

// Chars is text as it is kept: drawn from a string, or bytes on the wire.
type Chars interface{ string | []byte }

// foldWindow is how far ahead the next letter of either case is looked for, in
// bytes, so that one that does not occur costs nothing twice.
const foldWindow = 4 << 10

// IndexFold is strings.Index without regard to the case of ASCII letters.
func IndexFold[T Chars](s T, words string) int {
	if words == "" {
		return -1
	}
	low, up := lower(words[0]), upper(words[0])
	last := len(s) - len(words)
	for at := 0; at <= last; at += foldWindow {
		end := min(at+foldWindow, last+1)
		nextLow, nextUp := at-1, at-1
		for i := at; i < end; i++ {
			if nextLow < i {
				nextLow = nextByte(s[i:end], low, i, end)
			}
			if nextUp < i {
				nextUp = nextByte(s[i:end], up, i, end)
			}
			if i = min(nextLow, nextUp); i < end && equalFold(s[i:i+len(words)], words) {
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

func equalFold[T Chars](a T, b string) bool {
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
