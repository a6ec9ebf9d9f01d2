package transcript

import (
	"bytes"
	"strings"
)

// chars is text as it is kept: drawn from a string, or bytes on the wire.
type chars interface{ string | []byte }

// matchesIn calls visit for each match in s, which begins at base in its
// source, from the byte from on. It returns the place in the source behind the
// last match, 0 when there is none, and -1 when visit has enough.
func matchesIn[T chars](s T, from, base int, words string, visit func(offset int) bool) int {
	behind := 0
	for at := from; at < len(s); {
		i := indexFold(s[at:], words)
		if i < 0 {
			break
		}
		if !visit(base + at + i) {
			return -1
		}
		at += i + len(words)
		behind = base + at
	}
	return behind
}

// foldWindow is how far ahead the next letter of either case is looked for, in
// bytes, so that one that does not occur costs nothing twice.
const foldWindow = 4 << 10

// indexFold is strings.Index without regard to the case of ASCII letters.
func indexFold[T chars](s T, words string) int {
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
func nextByte[T chars](s T, c byte, base, end int) int {
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

func equalFold[T chars](a T, b string) bool {
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
