package fit

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Match makes a text that a regular expression matches, of at least so many
// characters where its repetitions allow that. ok is false for an expression
// that Go does not understand.
func Match(pattern string, least int) (text string, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	least = min(least, 1<<12)
	for times := 0; ; times = max(1, times*2) {
		w := writer{times: times, left: 1 << 16}
		w.write(re)
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
}

func (w *writer) repeat(re *syntax.Regexp, n int) {
	for i := 0; i < n && w.left > 0; i++ {
		w.write(re.Sub[0])
	}
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
		w.repeat(re, w.times)
	case syntax.OpQuest:
		w.repeat(re, min(w.times, 1))
	case syntax.OpPlus:
		w.repeat(re, max(w.times, 1))
	case syntax.OpRepeat:
		n := max(re.Min, w.times)
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		w.repeat(re, n)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[0])
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
