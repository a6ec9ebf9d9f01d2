package spelling

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chars is text as it is stored: drawn from a string, or bytes on the wire.
type Chars interface{ string | []byte }

// foldWindow is how far ahead the next letter of either case is looked for, in
// bytes, so that one that does not occur costs nothing twice.
const foldWindow = 4 << 10

// IndexFold is strings.Index without regard to the case of ASCII letters; -1 also
// for no words.
func IndexFold[T Chars](s T, words string) int { return indexFold(s, words, false) }

// IndexFoldUnicode is IndexFold without regard to the case of any letter of equal length in both
// cases; the first letter must be ASCII for that.
func IndexFoldUnicode(s, words string) int { return indexFold(s, words, true) }

// indexFold tries the places of the first letter. If words nearly match at too many of them, it
// searches byte by byte from there on.
func indexFold[T Chars](s T, words string, wide bool) int {
	if words == "" {
		return -1
	}
	low, up := lower(words[0]), upper(words[0])
	last, spent := len(s)-len(words), 0
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
			if i = min(nextLow, nextUp); i == end {
				break
			}
			n, same := equalFold(s[i:i+len(words)], words, wide)
			if same {
				return i
			}
			if spent += n; spent > 8*(i+foldWindow) {
				if n := byByte(s[i+1:], words, wide); n >= 0 {
					return i + 1 + n
				}
				return -1
			}
		}
	}
	return -1
}

// byByte is indexFold by the algorithm of Knuth, Morris and Pratt: no byte is looked at
// twice.
func byByte[T Chars](s T, words string, wide bool) int {
	folded := make([]byte, 0, len(words))
	for i := 0; i < len(words); {
		var to [utf8.UTFMax]byte
		n := foldRune(words[i:], wide, &to)
		folded = append(folded, to[:n]...)
		i += n
	}
	back := make([]int, len(folded)+1) // length of the match that remains after a mismatch
	back[0] = -1
	for i, n := 0, -1; i < len(folded); {
		for n >= 0 && folded[i] != folded[n] {
			n = back[n]
		}
		i, n = i+1, n+1
		back[i] = n
	}
	matched := 0
	for i := 0; i < len(s); {
		var to [utf8.UTFMax]byte
		n := foldRune(s[i:], wide, &to)
		for _, c := range to[:n] {
			for matched >= 0 && folded[matched] != c {
				matched = back[matched]
			}
			i, matched = i+1, matched+1
			if matched < len(folded) {
				continue
			}
			if at := i - len(folded); lower(s[at]) == lower(words[0]) {
				return at
			}
			matched = back[matched]
		}
	}
	return -1
}

// equalFold compares as many bytes, and returns how many it has looked at.
func equalFold[T Chars](s T, words string, wide bool) (n int, same bool) {
	for n < len(words) {
		if c, d := s[n], words[n]; !wide || c < utf8.RuneSelf && d < utf8.RuneSelf {
			if lower(c) != lower(d) {
				return n + 1, false
			}
			n++
			continue
		}
		var a, b [utf8.UTFMax]byte
		size := foldRune(s[n:], wide, &a)
		if foldRune(words[n:], wide, &b) != size || a != b {
			return n + 1, false
		}
		n += size
	}
	return n, true
}

// foldRune writes the first letter of s in one of its cases, with wide also one after ASCII, and
// returns its number of bytes, which is unchanged.
func foldRune[T Chars](s T, wide bool, to *[utf8.UTFMax]byte) int {
	if to[0] = lower(s[0]); s[0] < utf8.RuneSelf || !wide {
		return 1
	}
	r, size := utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)]))
	if size == 1 {
		return 1
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if utf8.RuneLen(f) == size {
			least = min(least, f)
		}
	}
	return utf8.EncodeRune(to[:], least)
}

// nextByte returns where c is next in s, which begins at base, else end.
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

// LowerASCII returns s with ASCII letters in lower case.
func LowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return rune(lower(byte(r)))
		}
		return r
	}, s)
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
