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

// base64Text is a text that is spelled in base64.
type base64Text struct {
	parent  text
	offsets []int32 // of each character in the parent; nil: without gaps
	values  []byte  // of the characters
	plain   []byte  // the bytes, masked as they are written
	tail    byte    // the bits after the last byte, which stay
	copied  bool    // plain no longer shares its bytes with the text that is searched
	url     bool    // 62 and 63 are spelled - and _
	steps   *int    // counts the characters that are written
}

// parentOffset returns where character i is in the parent.
func (b *base64Text) parentOffset(i int) int {
	if b.offsets == nil {
		return i
	}
	return int(b.offsets[i])
}

// write implements spelling: it replaces plain[at:] by to, re-encodes the characters that
// changed in the parent, and reports whether any did.
func (b *base64Text) write(at int, to []byte) (changed bool) {
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
		if len(run) > 0 && (v == b.values[i] || b.parentOffset(i) != from+len(run)) {
			changed = b.parent.write(from, run) || changed
			run = run[:0]
		}
		if v == b.values[i] {
			continue
		}
		if len(run) == 0 {
			from = b.parentOffset(i)
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
func (b *base64Text) sextet(i int) byte {
	first, shift := i*6/8, i*6%8
	second := b.tail
	if first+1 < len(b.plain) {
		second = b.plain[first+1]
	}
	return byte((uint16(b.plain[first])<<8|uint16(second))>>(10-shift)) & 63
}

func (b *base64Text) spell(v byte) byte {
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
	b := &base64Text{parent: run, values: make([]byte, len(run.b)), steps: &s.steps}
	n := 0
	for i, c := range run.b {
		v := digit(c)
		if v == 64 {
			if b.offsets == nil {
				b.offsets = make([]int32, i, len(run.b))
				for k := range i {
					b.offsets[k] = int32(k)
				}
			}
			continue
		}
		b.url = b.url || c == '-' || c == '_'
		b.values[n] = v
		n++
		if b.offsets != nil {
			b.offsets = append(b.offsets, int32(i))
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

// eachBase64Run calls f with every run of base64 of at least minBase64 characters. A line end
// between two of its lines belongs to it (RFC 2045, section 6.8).
func eachBase64Run(b []byte, f func(from, to int)) {
	const minLine = 48 // shorter lines are not wrapped base64
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
			if i-line < minLine || next+1 >= len(b) || b[next] != '\n' || digit(b[next+1]) == 64 {
				break
			}
			i = next + 1
		}
		if end-from >= minBase64 {
			f(from, end)
		}
	}
}

// eachTextRun calls f with the parts of decoded bytes that are text: all of it, or in other bytes
// every run of text that is too long to be chance.
func eachTextRun(b []byte, f func(from, to int, all bool)) {
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
