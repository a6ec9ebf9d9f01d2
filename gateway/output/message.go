package output

import (
	"slices"
	"unicode/utf8"
)

// Message is an assistant's message of one part: a text or a refusal.
type Message struct {
	ID        string
	Text      string
	Refusal   bool       // the text says why nothing was answered
	Citations []Citation // of the text, in its order
	// Alternatives is how many tokens the logprobs tell of in each place
	// (top_logprobs); 0 leaves logprobs empty.
	Alternatives int
	bare         bool // announced, but no part has begun
}

var _ Item = Message{}

// Tokens is the number of tokens of the text.
func (m Message) Tokens() int { return CountTokens(m.Text) }

// Cut keeps the first n tokens of the text.
func (m Message) Cut(n int) Item {
	m.Text, _ = CutTokens(m.Text, n)
	if len(m.Citations) > 0 {
		left := utf8.RuneCountInString(m.Text)
		m.Citations = slices.DeleteFunc(slices.Clone(m.Citations), func(c Citation) bool { return c.End > left })
	}
	return m
}

// Empty is the message without any part.
func (m Message) Empty() Item {
	m.Text, m.bare = "", true
	return m
}

// AppendJSON appends the message as the document shows it: type, id, role,
// status, content.
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

// Play sends the part: its announcement, its deltas, its citations, its end.
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
	tail := m.tails()
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

// tails is what stands behind each delta: its logprobs, empty where none are
// asked for.
func (m Message) tails() func(b []byte, tok string) []byte {
	if m.Refusal {
		return nil
	}
	l, n := likely(m.Text, m.Alternatives), 0
	return func(b []byte, tok string) []byte {
		b = append(b, `,"logprobs":[`...)
		if l != nil && n < maxLikely {
			b = l.appendNext(b, tok)
		}
		n++
		return append(b, ']')
	}
}
