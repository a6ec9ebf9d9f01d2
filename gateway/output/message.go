package output

import (
	"cmp"
	"maps"
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
func (m Message) AppendJSON(dst JSON, status string) JSON {
	dst = open(dst, "message").Text("id", m.ID).Text("role", "assistant").Text("status", status)
	dst = append(dst, `,"content":[`...)
	if !m.bare {
		dst = m.appendPart(dst, m.Text, m.Citations)
	}
	return append(dst, `]}`...)
}

func (m Message) appendPart(dst JSON, text string, citations []Citation) JSON {
	if m.Refusal {
		return open(dst, "refusal").Text("refusal", text).End()
	}
	dst = append(open(dst, "output_text").Text("text", text), `,"annotations":[`...)
	for _, c := range citations {
		dst = c.appendJSON(dst.Next())
	}
	return m.appendLogprobs(append(dst, ']'), text).End()
}

func (m Message) Play(s *Stage) bool {
	head := s.place(m.ID, "content_index")
	part := func(text string, citations []Citation) JSON {
		return m.appendPart(append(head, `,"part":`...), text, citations)
	}
	if !s.event("response.content_part.added", part("", nil)) {
		return false
	}
	typ, last := "response.output_text", func() JSON { return m.appendLogprobs(head.Text("text", m.Text), m.Text) }
	if m.Refusal {
		typ, last = "response.refusal", func() JSON { return head.Text("refusal", m.Text) }
	}
	return s.deltas(typ+".delta", m.Text, head, m.logprobsTail()) &&
		m.playCitations(s, head) &&
		s.event(typ+".done", last()) &&
		s.event("response.content_part.done", part(m.Text, m.Citations))
}

func (m Message) logprobsTail() func(b JSON, tok string) JSON {
	if m.Refusal {
		return nil
	}
	l := newLikelihood(m.Text, m.Alternatives)
	return func(b JSON, tok string) JSON { return append(l.appendNext(append(b, `,"logprobs":[`...), tok), ']') }
}

// Source is a web page that the model was given.
type Source struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Excerpt string `json:"-"` // that an answer quotes
}

// Citation is a url_citation: the part of a message's text that comes from a web page (wire-notes
// §4).
type Citation struct {
	URL   string
	Title string
	Start int // in Unicode code points from the start of the text
	End   int // exclusive
}

func (c Citation) appendJSON(dst JSON) JSON {
	return open(dst, "url_citation").Text("url", c.URL).Text("title", c.Title).
		Int("start_index", c.Start).Int("end_index", c.End).End()
}

// playCitations sends one event for each citation (wire-notes §5.3).
func (m Message) playCitations(s *Stage, head JSON) bool {
	for i, c := range m.Citations {
		b := append(head.Int("annotation_index", i), `,"annotation":`...)
		if !s.event("response.output_text.annotation.added", c.appendJSON(b)) {
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
	left         int // tokens
}

// newLikelihood returns the likelihood for a text; one for no tokens if no logprobs were requested.
func newLikelihood(text string, alternatives int) *likelihood {
	if alternatives <= 0 {
		return &likelihood{}
	}
	l := &likelihood{alternatives: min(alternatives, maxAlternatives), follows: map[string]map[string]int{}, left: maxLogprobTokens}
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

// appendNext appends the element for the next token, unless no more tokens have one.
func (l *likelihood) appendNext(b JSON, tok string) JSON {
	if l.left == 0 {
		return b
	}
	l.left--
	b = append(l.appendOne(append(b.Next(), '{'), tok), `,"top_logprobs":[`...)
	for _, other := range l.top() {
		b = l.appendOne(append(b.Next(), '{'), other).End()
	}
	l.before = tok
	return append(b, "]}"...)
}

// top returns the likeliest tokens: those that occur after the last one, then the most frequent.
func (l *likelihood) top() []string {
	follows := l.follows[l.before]
	best := slices.SortedFunc(maps.Keys(follows), func(a, b string) int {
		return cmp.Or(cmp.Compare(follows[b], follows[a]), cmp.Compare(a, b))
	})
	for _, tok := range l.vocabulary {
		if len(best) >= l.alternatives {
			break
		}
		if follows[tok] == 0 {
			best = append(best, tok)
		}
	}
	return best[:min(l.alternatives, len(best))]
}

func (l *likelihood) appendOne(b JSON, tok string) JSON {
	b = append(b.Text("token", tok), `,"logprob":`...)
	b = strconv.AppendFloat(b, math.Log(l.probability(tok)), 'f', 6, 64)
	b = append(b, `,"bytes":[`...)
	for i := range len(tok) {
		b = strconv.AppendUint(b.Next(), uint64(tok[i]), 10)
	}
	return append(b, ']')
}

// appendLogprobs appends the member logprobs. Strict readers require it even if empty (wire-notes
// §12).
func (m Message) appendLogprobs(b JSON, text string) JSON {
	b = append(b, `,"logprobs":[`...)
	l := newLikelihood(m.Text, m.Alternatives)
	for tok := ""; l.left > 0 && text != ""; {
		tok, text = NextToken(text)
		b = l.appendNext(b, tok)
	}
	return append(b, ']')
}
