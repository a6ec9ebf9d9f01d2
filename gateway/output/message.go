package output

import (
	"slices"
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
