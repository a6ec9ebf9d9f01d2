package redact

import (
	"bytes"
	"unicode/utf8"
)

// minBase64 is the shortest run of base64 that is decoded, in characters: fewer encode at most
// eleven bytes.
const minBase64 = 16

// digit returns the value of a character of base64, of either alphabet (RFC 4648, sections
// 4 and 5); 64 for any other.
func digit(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A'
	case c >= 'a' && c <= 'z':
		return c - 'a' + 26
	case c >= '0' && c <= '9':
		return c - '0' + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return 64
}

// base64 is a text that is spelled in base64.
type base64 struct {
	parent text
	at     []int32 // where each character is in the parent; nil: without gaps
	values []byte  // of the characters
	plain  []byte  // the bytes, masked as they are written
	tail   byte    // the bits after the last byte, which stay
	copied bool    // plain no longer shares its bytes with the text that is searched
	url    bool    // 62 and 63 are spelled - and _
	steps  *int    // counts the characters that are written
}

func (b *base64) place(i int) int {
	if b.at == nil {
		return i
	}
	return int(b.at[i])
}

// write implements spelling: it spells the characters of the bytes again, in runs of those
// that change.
func (b *base64) write(at int, to []byte) (changed bool) {
	if !b.copied {
		b.plain, b.copied = bytes.Clone(b.plain), true
	}
	copy(b.plain[at:], to)
	var run []byte
	from := 0 // of the run
	first, last := at*8/6, ((at+len(to))*8-1)/6
	*b.steps += last + 1 - first
	for i := first; i <= last; i++ {
		v := b.sextet(i)
		if len(run) > 0 && (v == b.values[i] || b.place(i) != from+len(run)) {
			changed = b.parent.write(from, run) || changed
			run = run[:0]
		}
		if v == b.values[i] {
			continue
		}
		if len(run) == 0 {
			from = b.place(i)
		}
		b.values[i] = v
		run = append(run, b.spell(v))
	}
	if len(run) > 0 {
		changed = b.parent.write(from, run) || changed
	}
	return changed
}

// sextet returns the value of character i for the plain bytes.
func (b *base64) sextet(i int) byte {
	first, shift := i*6/8, i*6%8
	second := b.tail
	if first+1 < len(b.plain) {
		second = b.plain[first+1]
	}
	return byte((uint16(b.plain[first])<<8|uint16(second))>>(10-shift)) & 63
}

func (b *base64) spell(v byte) byte {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	if b.url && v >= 62 {
		return "-_"[v-62]
	}
	return letters[v]
}

// decodeBase64 decodes the characters [from, to) of a text, skipping line ends.
func (s *search) decodeBase64(t text, from, to int) text {
	run := t.cut(from, to)
	s.spend(len(run.b))
	b := &base64{parent: run, values: make([]byte, len(run.b)), steps: &s.steps}
	n := 0
	for i, c := range run.b {
		v := digit(c)
		if v == 64 {
			if b.at == nil {
				b.at = make([]int32, i, len(run.b))
				for n := range i {
					b.at[n] = int32(n)
				}
			}
			continue
		}
		b.url = b.url || c == '-' || c == '_'
		b.values[n] = v
		n++
		if b.at != nil {
			b.at = append(b.at, int32(i))
		}
	}
	b.values = b.values[:n]
	plain := make([]byte, 0, n/4*3+3)
	v := b.values
	for ; len(v) >= 4; v = v[4:] {
		plain = append(plain, v[0]<<2|v[1]>>4, v[1]<<4|v[2]>>2, v[2]<<6|v[3])
	}
	if len(v) >= 2 {
		plain, b.tail = append(plain, v[0]<<2|v[1]>>4), v[1]<<4
	}
	if len(v) == 3 {
		plain, b.tail = append(plain, v[1]<<4|v[2]>>2), v[2]<<6
	}
	b.plain = plain
	return text{b: plain, in: b}
}

// runs64 calls f with every run of base64 of at least minBase64 characters. A line end between two
// of its lines belongs to it (RFC 2045, section 6.8).
func runs64(b []byte, f func(from, to int)) {
	for i := 0; i < len(b); {
		if digit(b[i]) == 64 {
			i++
			continue
		}
		from, end := i, i
		for {
			line := i
			for i < len(b) && digit(b[i]) < 64 {
				i++
			}
			end = i
			next := i
			if next < len(b) && b[next] == '\r' {
				next++
			}
			if i-line < 48 || next+1 >= len(b) || b[next] != '\n' || digit(b[next+1]) == 64 {
				break
			}
			i = next + 1
		}
		if end-from >= minBase64 {
			f(from, end)
		}
	}
}

// readable calls f with the parts of decoded bytes that are text: all of it, or in other bytes every
// run of text that is too long to be chance.
func readable(b []byte, f func(from, to int, all bool)) {
	if n := textLen(b); n == len(b) {
		f(0, n, true)
		return
	}
	const minText = 12
	for i := 0; i < len(b); i++ {
		n := textLen(b[i:])
		if n >= minText {
			f(i, i+n, false)
		}
		i += n
	}
}

// textLen returns how many bytes read as text: UTF-8 without control characters but those
// of lines. The end may be cut inside a character.
func textLen(b []byte) int {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7F {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 && (len(b)-i >= utf8.UTFMax || utf8.FullRune(b[i:])) {
			return i
		}
		i += size
	}
	return len(b)
}
