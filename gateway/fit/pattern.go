package fit

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Match makes a text that a regular expression matches, of at least so many
// characters where its repetitions allow that. ok is false for an expression
// that Go does not understand.
func Match(pattern string, least int) (text string, ok bool) {
	return MatchAvoiding(pattern, least, func(string) bool { return false })
}

// maxPattern is the longest expression that is read, in bytes.
const maxPattern = 4 << 10

// MatchAvoiding is [Match], which of alternatives takes the first whose text is
// not to be avoided, and of what may be left out nothing else.
func MatchAvoiding(pattern string, least int, avoid func(text string) bool) (text string, ok bool) {
	if len(pattern) > maxPattern {
		return "", false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	least = min(least, 1<<12)
	left := 1 << 16 // for all attempts
	for times := 0; ; times = max(1, times*2) {
		w := writer{times: times, left: left, avoid: avoid}
		w.write(re)
		left = w.left
		if utf8.RuneCount(w.b) >= least || times > least {
			return string(w.b), true
		}
	}
}

// writer writes what an expression matches, each open repetition so many times.
// left bounds the work, since repetitions can be nested.
type writer struct {
	b           []byte
	times, left int
	avoid       func(text string) bool
}

func (w *writer) repeat(re *syntax.Regexp, n int) {
	for i := 0; i < n && w.left > 0; i++ {
		w.write(re.Sub[0])
	}
}

// optional writes what may be left out, unless it is to be avoided.
func (w *writer) optional(re *syntax.Regexp, n int) {
	at := len(w.b)
	if w.repeat(re, n); w.avoided(at) {
		w.b = w.b[:at]
	}
}

// avoided reports whether what was written from a place on is to be avoided: the
// word before it may be the beginning of one that is.
func (w *writer) avoided(at int) bool {
	const word = 16
	if len(w.b) == at {
		return false
	}
	return w.avoid(string(w.b[max(0, at-word):min(len(w.b), at+word)]))
}

// alternate writes the first alternative that is not to be avoided, or the first.
func (w *writer) alternate(re *syntax.Regexp) {
	at := len(w.b)
	for _, sub := range re.Sub {
		if w.write(sub); !w.avoided(at) {
			return
		}
		w.b = w.b[:at]
	}
	w.write(re.Sub[0])
}

func (w *writer) write(re *syntax.Regexp) {
	w.left--
	switch re.Op {
	case syntax.OpLiteral:
		w.b = append(w.b, string(re.Rune)...)
	case syntax.OpCharClass:
		w.b = utf8.AppendRune(w.b, oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b = append(w.b, 'x')
	case syntax.OpStar:
		w.optional(re, w.times)
	case syntax.OpQuest:
		w.optional(re, min(w.times, 1))
	case syntax.OpPlus:
		w.repeat(re, max(w.times, 1))
	case syntax.OpRepeat:
		n := max(re.Min, w.times)
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		if re.Min == 0 {
			w.optional(re, n)
			return
		}
		w.repeat(re, n)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.alternate(re)
	}
	// Anchors and boundaries write nothing.
}

// oneOf chooses from a class, given as pairs of first and last: a letter or a
// digit where there is one.
func oneOf(class []rune) rune {
	for _, nice := range []rune{'a', 'A', '1'} {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= nice && nice <= class[i+1] {
				return nice
			}
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		if class[i+1] > ' ' {
			return max(class[i], '!')
		}
	}
	if len(class) > 0 {
		return class[0]
	}
	return '?' // an empty class, which nothing matches
}
