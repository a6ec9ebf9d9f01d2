package output

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// The bounds of logprobs: a token with 20 alternatives is 2 KB of JSON, which
// stands in a stream four times.
const (
	maxAlternatives = 20
	maxLikely       = 1024 // tokens from the beginning of a text that have logprobs
)

// likelihood tells how likely each token of a text is. It is a real estimate
// over a very small world: a token's probability is how often it follows the
// token before it in this text itself, every other token of the text having a
// little chance as well.
type likelihood struct {
	alternatives int
	vocabulary   []string                  // in the order of frequency
	follows      map[string]map[string]int // by token, what stands behind it
	before       string
}

// likely prepares the logprobs of a text; nil when none are asked for.
func likely(text string, alternatives int) *likelihood {
	if alternatives <= 0 {
		return nil
	}
	l := &likelihood{alternatives: min(alternatives, maxAlternatives), follows: map[string]map[string]int{}}
	counts := map[string]int{}
	before, tok := "", ""
	for range maxLikely {
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

// probability of a token behind the one before it. Each pair that occurs counts
// one, each that could occur a hundredth.
func (l *likelihood) probability(tok string) float64 {
	const chance = 0.01
	all := 0
	for _, n := range l.follows[l.before] {
		all += n
	}
	return (float64(l.follows[l.before][tok]) + chance) / (float64(all) + chance*float64(len(l.vocabulary)))
}

// appendNext appends the logprob of the next token and of the most likely ones
// in its place.
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

// top is the most likely tokens: those that follow somewhere, then the most
// frequent.
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

// appendLogprobs appends the member logprobs, of which strict readers want at
// least an empty array (wire-notes §12).
func (m Message) appendLogprobs(b []byte, text string) []byte {
	b = append(b, `,"logprobs":[`...)
	l := likely(m.Text, m.Alternatives)
	for i := 0; l != nil && i < maxLikely && text != ""; i++ {
		var tok string
		tok, text = NextToken(text)
		if i > 0 {
			b = append(b, ',')
		}
		b = l.appendNext(b, tok)
	}
	return append(b, ']')
}
