package edit

import (
	"strings"
	"unicode/utf8"
)

// split cuts s into pieces. continued: s begins within a long line; cut: it ends within one.
func (b *Buffer) split(s string, continued, cut bool) (to []piece) {
	// Pieces of about one size: a full one next to a crumb would give another
	// crumb at the next change.
	size := len(s)
	if n := (len(s) + linesPiece - 1) / linesPiece; n > 1 {
		size = len(s) / n
	}
	group := 0 // bytes of pending complete lines
	flush := func() {
		if group > 0 {
			to = append(to, b.piece(s[:group]))
			s, group = s[group:], 0
		}
	}
	for len(s) > group {
		n := strings.IndexByte(s[group:], '\n') + 1
		long := n > b.long || continued
		if n == 0 {
			n = len(s) - group
			long = long || cut || n > b.long
		}
		continued = false
		if long {
			flush()
			to, s = b.splitLine(to, s[:n]), s[n:]
			continue
		}
		if group+n > b.long || group >= size {
			flush()
		}
		group += n
	}
	flush()
	return to
}

func (b *Buffer) splitLine(to []piece, s string) []piece {
	for len(s) > b.long {
		n := cutPlace(s, b.long*3/4)
		to = append(to, b.piece(s[:n]))
		s = s[n:]
	}
	return append(to, b.piece(s))
}

// cutPlace returns a place at or before n where a line can be cut: after a
// space, else between two ASCII characters, else before a rune, so that no
// character is torn where it can be helped.
func cutPlace(s string, n int) int {
	const reach = 256
	if at := strings.LastIndexByte(s[n-reach:n], ' '); at >= 0 && s[n-reach+at+1] < utf8.RuneSelf {
		return n - reach + at + 1
	}
	for at := n; at > n-reach; at-- {
		if s[at] < utf8.RuneSelf && s[at-1] < utf8.RuneSelf && s[at-1] != '\r' {
			return at
		}
	}
	for at := n; at > n-utf8.UTFMax; at-- {
		if utf8.RuneStart(s[at]) {
			return at
		}
	}
	return n
}

func (b *Buffer) piece(s string) piece {
	p := piece{s: s, lines: int32(strings.Count(s, "\n")), runes: int32(utf8.RuneCountInString(s))}
	if b.lex != nil && !p.ends() { // after a line feed all begins outside
		for before := range p.exit {
			p.exit[before] = b.lex.Through(LexState(before), s)
		}
	}
	return p
}
