package output

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// The bounds of logprobs: a token with 20 alternatives is 2 KB of JSON, which a stream contains
// four times.
const (
	maxAlternatives  = 20
	maxLogprobTokens = 1024 // from the start of a text
)

// likelihood estimates the probability of each token of a text from the text itself: how often the
// token follows the one before it. Every other token of the text has a small probability too.
type likelihood struct {
	alternatives int
	vocabulary   []string                  // most frequent first
	follows      map[string]map[string]int // by token, the tokens after it
	before       string
}

// newLikelihood returns nil if no logprobs were requested.
func newLikelihood(text string, alternatives int) *likelihood {
	if alternatives <= 0 {
		return nil
	}
	l := &likelihood{alternatives: min(alternatives, maxAlternatives), follows: map[string]map[string]int{}}
	counts := map[string]int{}
	before, tok := "", ""
	for range maxLogprobTokens {
		if tok, text = NextToken(text); tok == "" {
			break
		}
		if counts[tok] == 0 {
			l.vocabulary = append(l.vocabulary, tok)
		}
		counts[tok]++
		if l.follows[before] == nil {
			l.follows[before] = map[string]int{}
		}
		l.follows[before][tok]++
		before = tok
	}
	slices.SortStableFunc(l.vocabulary, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	return l
}

// probability returns the probability of a token after the one before it. Each pair that occurs
// counts 1, each other pair 0.01.
func (l *likelihood) probability(tok string) float64 {
	const chance = 0.01
	all := 0
	for _, n := range l.follows[l.before] {
		all += n
	}
	return (float64(l.follows[l.before][tok]) + chance) / (float64(all) + chance*float64(len(l.vocabulary)))
}

func (l *likelihood) appendNext(b []byte, tok string) []byte {
	b = l.appendOne(append(b, '{'), tok)
	b = append(b, `,"top_logprobs":[`...)
	for i, other := range l.top() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(l.appendOne(append(b, '{'), other), '}')
	}
	l.before = tok
	return append(b, "]}"...)
}

// top returns the likeliest tokens: those that occur after the last one, then the most frequent.
func (l *likelihood) top() []string {
	var best []string
	for tok := range l.follows[l.before] {
		best = append(best, tok)
	}
	slices.SortFunc(best, func(a, b string) int {
		return cmp.Or(cmp.Compare(l.follows[l.before][b], l.follows[l.before][a]), cmp.Compare(a, b))
	})
	for _, tok := range l.vocabulary {
		if len(best) >= l.alternatives {
			break
		}
		if l.follows[l.before][tok] == 0 {
			best = append(best, tok)
		}
	}
	return best[:min(l.alternatives, len(best))]
}

func (l *likelihood) appendOne(b []byte, tok string) []byte {
	b = AppendString(append(b, `"token":`...), tok)
	b = append(b, `,"logprob":`...)
	b = strconv.AppendFloat(b, math.Log(l.probability(tok)), 'f', 6, 64)
	b = append(b, `,"bytes":[`...)
	for i := range len(tok) {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(tok[i]), 10)
	}
	return append(b, ']')
}

// appendLogprobs appends the member logprobs. Strict readers require it even if empty (wire-notes
// §12).
func (m Message) appendLogprobs(b []byte, text string) []byte {
	b = append(b, `,"logprobs":[`...)
	l := newLikelihood(m.Text, m.Alternatives)
	for i := 0; l != nil && i < maxLogprobTokens && text != ""; i++ {
		var tok string
		tok, text = NextToken(text)
		if i > 0 {
			b = append(b, ',')
		}
		b = l.appendNext(b, tok)
	}
	return append(b, ']')
}
