package output

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Message is an assistant's message of one part: a text or a refusal.
type Message struct {
	ID        string
	Text      string
	Refusal   bool       // the text is the reason for not answering
	Citations []Citation // in the order of the text
	// Alternatives is the number of alternatives that logprobs list for each token (top_logprobs);
	// 0 leaves logprobs empty.
	Alternatives int
	bare         bool // announced, without a part
}

func (m Message) Tokens() int { return CountTokens(m.Text) }

func (m Message) Cut(n int) Item {
	m.Text, _ = CutTokens(m.Text, n)
	if len(m.Citations) > 0 {
		left := utf8.RuneCountInString(m.Text)
		m.Citations = slices.DeleteFunc(slices.Clone(m.Citations), func(c Citation) bool { return c.End > left })
	}
	return m
}

func (m Message) Empty() Item {
	m.Text, m.bare = "", true
	return m
}

// AppendJSON appends the members in the order of the document.
func (m Message) AppendJSON(dst []byte, status string) []byte {
	dst = append(dst, `{"type":"message"`...)
	dst = appendText(dst, "id", m.ID)
	dst = append(dst, `,"role":"assistant"`...)
	dst = appendText(dst, "status", status)
	dst = append(dst, `,"content":[`...)
	if !m.bare {
		dst = m.appendPart(dst, m.Text, m.Citations)
	}
	return append(dst, `]}`...)
}

func (m Message) appendPart(dst []byte, text string, citations []Citation) []byte {
	if m.Refusal {
		dst = append(dst, `{"type":"refusal"`...)
		return append(appendText(dst, "refusal", text), '}')
	}
	dst = append(dst, `{"type":"output_text"`...)
	dst = appendText(dst, "text", text)
	dst = append(dst, `,"annotations":[`...)
	for i, c := range citations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = c.appendJSON(dst)
	}
	return append(m.appendLogprobs(append(dst, ']'), text), '}')
}

func (m Message) Play(s *Stage) bool {
	head := s.place(m.ID, "content_index")
	part := func(text string, citations []Citation) func([]byte) []byte {
		return func(b []byte) []byte {
			b = append(append(b, head...), `,"part":`...)
			return m.appendPart(b, text, citations)
		}
	}
	if !s.event("response.content_part.added", part("", nil)) {
		return false
	}
	typ, member := "response.output_text", "text"
	tail := m.logprobsTail()
	if m.Refusal {
		typ, member = "response.refusal", "refusal"
	}
	return s.deltas(typ+".delta", m.Text, head, tail) &&
		m.playCitations(s, head) &&
		s.event(typ+".done", func(b []byte) []byte {
			b = appendText(append(b, head...), member, m.Text)
			if m.Refusal {
				return b
			}
			return m.appendLogprobs(b, m.Text)
		}) &&
		s.event("response.content_part.done", part(m.Text, m.Citations))
}

func (m Message) logprobsTail() func(b []byte, tok string) []byte {
	if m.Refusal {
		return nil
	}
	l, n := newLikelihood(m.Text, m.Alternatives), 0
	return func(b []byte, tok string) []byte {
		b = append(b, `,"logprobs":[`...)
		if l != nil && n < maxLogprobTokens {
			b = l.appendNext(b, tok)
		}
		n++
		return append(b, ']')
	}
}

// Citation is a url_citation: the part of a message's text that comes from a web page (wire-notes
// §4).
type Citation struct {
	URL   string
	Title string
	Start int // in Unicode code points from the start of the text
	End   int // exclusive
}

func (c Citation) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"type":"url_citation"`...)
	dst = appendText(dst, "url", c.URL)
	dst = appendText(dst, "title", c.Title)
	dst = appendInt(dst, "start_index", c.Start)
	return append(appendInt(dst, "end_index", c.End), '}')
}

// playCitations sends one event for each citation (wire-notes §5.3).
func (m Message) playCitations(s *Stage, head []byte) bool {
	for i, c := range m.Citations {
		if !s.event("response.output_text.annotation.added", func(b []byte) []byte {
			b = appendInt(append(b, head...), "annotation_index", i)
			return c.appendJSON(append(b, `,"annotation":`...))
		}) {
			return false
		}
	}
	return true
}

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
