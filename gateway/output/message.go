package output

import "gatehouse/gateway/token"

// Message is an assistant's message of one part: a text or a refusal.
type Message struct {
	ID      string
	Text    string
	Refusal bool // the text says why nothing was answered
	bare    bool // announced, but no part has begun
}

var _ Item = Message{}

// Tokens is the number of tokens of the text.
func (m Message) Tokens() int { return token.Count(m.Text) }

// Cut keeps the first n tokens of the text.
func (m Message) Cut(n int) Item {
	m.Text, _ = token.Cut(m.Text, n)
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
		dst = m.appendPart(dst, m.Text)
	}
	return append(dst, `]}`...)
}

func (m Message) appendPart(dst []byte, text string) []byte {
	if m.Refusal {
		dst = append(dst, `{"type":"refusal"`...)
		return append(appendText(dst, "refusal", text), '}')
	}
	dst = append(dst, `{"type":"output_text"`...)
	dst = appendText(dst, "text", text)
	// Strict readers want both arrays, empty or not (wire-notes §12).
	return append(dst, `,"annotations":[],"logprobs":[]}`...)
}

// Play sends the part: its announcement, its deltas, its end.
func (m Message) Play(s *Stage) bool {
	head := s.place(m.ID, "content_index")
	part := func(text string) func([]byte) []byte {
		return func(b []byte) []byte {
			b = append(append(b, head...), `,"part":`...)
			return m.appendPart(b, text)
		}
	}
	typ, member, tail := "response.output_text", "text", `,"logprobs":[]`
	if m.Refusal {
		typ, member, tail = "response.refusal", "refusal", ""
	}
	return s.event("response.content_part.added", part("")) &&
		s.deltas(typ+".delta", m.Text, head, tail) &&
		s.event(typ+".done", func(b []byte) []byte {
			return append(appendText(append(b, head...), member, m.Text), tail...)
		}) &&
		s.event("response.content_part.done", part(m.Text))
}
