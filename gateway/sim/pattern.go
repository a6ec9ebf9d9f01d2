package sim

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

const (
	maxPattern = 4 << 10 // bytes of an expression in a JSON schema
	maxStates  = 10_000  // of the automaton of an expression
)

// compile compiles an expression unless its automaton would be large: 40 bytes can mean a million
// states, and each takes time with each character.
func compile(expression string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("its regular expression is not supported by Go: %w", err)
	}
	if states(parsed) > maxStates {
		return nil, errors.New("its regular expressions repeat too often")
	}
	return regexp.Compile(expression)
}

// states estimates the number of states of an expression, up to maxStates+1.
func states(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n = min(n+states(sub), maxStates+1)
	}
	if re.Op == syntax.OpRepeat {
		n = min(n*max(re.Min, re.Max, 1), maxStates+1)
	}
	return n
}

// Match returns the shortest text that a regular expression matches, with at least minLength
// characters if its repetitions allow that. ok is false for an expression that Go does not support
// or that nothing matches.
func Match(pattern string, minLength int) (text string, ok bool) {
	if len(pattern) > maxPattern {
		return "", false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	return match(re, minLength)
}

func match(re *syntax.Regexp, minLength int) (text string, ok bool) {
	minLength = min(minLength, 1<<12)
	left := 1 << 16 // for all attempts
	for times := 0; ; times = max(1, times*2) {
		w := writer{n: times, left: left}
		if !w.write(re) {
			return "", false
		}
		left = w.left
		if utf8.RuneCount(w.b) >= minLength || times > minLength {
			return string(w.b), true
		}
	}
}

// writer writes a text that an expression matches, with each open repetition at least n times. left
// limits the work, since repetitions can be nested.
type writer struct {
	b       []byte
	n, left int
}

// write reports whether anything matches the expression.
func (w *writer) write(re *syntax.Regexp) bool {
	w.left--
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		w.b = append(w.b, string(re.Rune)...)
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return false
		}
		w.b = utf8.AppendRune(w.b, oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b = append(w.b, 'x')
	case syntax.OpStar:
		return w.repeat(re, 0, w.n)
	case syntax.OpQuest:
		return w.repeat(re, 0, min(w.n, 1))
	case syntax.OpPlus:
		return w.repeat(re, 1, w.n)
	case syntax.OpRepeat:
		n := w.n
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		return w.repeat(re, re.Min, n)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			if !w.write(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		return w.alternate(re)
	}
	return true // anchors and boundaries write nothing
}

// repeat writes a repetition n times, but at least minCount times.
func (w *writer) repeat(re *syntax.Regexp, minCount, n int) bool {
	for i := 0; i < max(minCount, n) && w.left > 0; i++ {
		if at := len(w.b); !w.write(re.Sub[0]) {
			w.b = w.b[:at]
			return i >= minCount
		}
	}
	return true
}

func (w *writer) alternate(re *syntax.Regexp) bool {
	at, found := len(w.b), false
	var best []byte
	for _, sub := range re.Sub {
		if w.write(sub) && (!found || len(w.b)-at < len(best)) {
			best, found = append([]byte(nil), w.b[at:]...), true
		}
		w.b = w.b[:at]
	}
	w.b = append(w.b, best...)
	return found
}

// oneOf returns a character of a class, given as pairs of first and last: a letter or a digit if
// possible.
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
	return class[0]
}
