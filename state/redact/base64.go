package redact

import "unicode/utf8"

// shortest is how many characters of base64 are decoded at least: fewer hold no more than
// eleven bytes.
const shortest = 16

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
	at     []int32 // where each character stands in the parent; nil: one behind the other
	values []byte  // of the characters
	plain  []byte  // the bytes, masked as they are written
	url    bool    // 62 and 63 are spelled - and _
}

func (b *base64) place(i int) int {
	if b.at == nil {
		return i
	}
	return int(b.at[i])
}

// write implements spelling: it spells the characters of the byte again.
func (b *base64) write(at int, c byte) (changed bool) {
	b.plain[at] = c
	bit := at * 8
	for i := bit / 6; i <= (bit+7)/6; i++ {
		v := b.sextet(i)
		if v == b.values[i] {
			continue
		}
		b.values[i] = v
		changed = b.parent.write(b.place(i), b.spell(v)) || changed
	}
	return changed
}

// sextet is the value of character i for the plain bytes; bits behind the last byte stay.
func (b *base64) sextet(i int) byte {
	bit := i * 6
	first, shift := bit/8, bit%8
	var second byte
	if first+1 < len(b.plain) {
		second = b.plain[first+1]
	} else if shift > 2 {
		spare := byte(1)<<(shift-2) - 1
		return byte((uint16(b.plain[first])<<8)>>(10-shift))&63&^spare | b.values[i]&spare
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

// decodeBase64 decodes the run of characters [from, to) of a text. Line ends in it are
// passed over.
func decodeBase64(t text, from, to int) text {
	run := t.cut(from, to)
	b := &base64{parent: run, values: make([]byte, 0, len(run.b))}
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
		b.values = append(b.values, v)
		if b.at != nil {
			b.at = append(b.at, int32(i))
		}
	}
	b.plain = make([]byte, len(b.values)*6/8)
	for i := range b.plain {
		bit := i * 8
		first, shift := bit/6, bit%6
		b.plain[i] = b.values[first]<<(2+shift) | b.values[first+1]>>(4-shift)
	}
	return text{b: append([]byte(nil), b.plain...), in: b}
}

// runs64 calls f with every run of base64 that is long enough to hold something. A line end
// between two lines of it belongs to it (RFC 2045, section 6.8).
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
		if end-from >= shortest {
			f(from, end)
		}
	}
}

// readable calls f with the parts of decoded bytes that are text: all of it, or of other
// bytes every run of text that is too long to be there by chance.
func readable(b []byte, f func(from, to int, whole bool)) {
	if n := textLen(b); n == len(b) {
		f(0, n, true)
		return
	}
	const least = 12
	for i := 0; i < len(b); i++ {
		n := textLen(b[i:])
		if n >= least {
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
