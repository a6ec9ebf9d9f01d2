package output

import (
	"crypto/sha256"
	"encoding/base64"
)

// Reasoning is what a model thought before it answered. Its signature is made
// from id and text, so that the gateway can tell whether the item came back as
// it went out.
type Reasoning struct {
	ID      string
	Summary string // no summary part when empty
	Text    string
	Sealed  bool // it carries encrypted_content (include: reasoning.encrypted_content)
	bare    bool
}

var (
	_ Item     = Reasoning{}
	_ Reasoner = Reasoning{}
)

// Signature is the signature that a reasoning item with this id and text
// carries.
func Signature(id, text string) string {
	sum := sha256.Sum256([]byte(id + "\x00" + text))
	return "sim-" + base64.RawURLEncoding.EncodeToString(sum[:15])
}

// Tokens is the number of tokens of summary and text.
func (r Reasoning) Tokens() int { return CountTokens(r.Summary) + CountTokens(r.Text) }

// ReasoningTokens is all of them.
func (r Reasoning) ReasoningTokens() int { return r.Tokens() }

// Cut keeps the first n tokens. The summary is sent first, so it is kept first.
func (r Reasoning) Cut(n int) Item {
	summary := CountTokens(r.Summary)
	r.Summary, _ = CutTokens(r.Summary, n)
	r.Text, _ = CutTokens(r.Text, max(0, n-summary))
	return r
}

// Empty is the item without summary and text.
func (r Reasoning) Empty() Item {
	r.Summary, r.Text, r.bare = "", "", true
	return r
}

// AppendJSON appends the item as the document shows it.
func (r Reasoning) AppendJSON(dst []byte, status string) []byte {
	dst = append(dst, `{"type":"reasoning"`...)
	dst = appendText(dst, "id", r.ID)
	dst = appendText(dst, "status", status)
	dst = append(dst, `,"summary":[`...)
	if r.Summary != "" {
		dst = appendPart(dst, "summary_text", r.Summary)
	}
	dst = append(dst, `],"content":[`...)
	if !r.bare {
		dst = appendPart(dst, "reasoning_text", r.Text)
	}
	dst = append(dst, `],"format":"unknown"`...)
	if status == Completed {
		dst = appendText(dst, "signature", Signature(r.ID, r.Text))
		if r.Sealed {
			dst = appendText(dst, "encrypted_content", Seal(r.ID, r.Text))
		}
	}
	return append(dst, '}')
}

func appendPart(dst []byte, typ, text string) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(dst, typ...)
	dst = append(dst, `","text":`...)
	return append(AppendString(dst, text), '}')
}

// Play sends the summary, when there is one, and then the text.
func (r Reasoning) Play(s *Stage) bool {
	if r.Summary != "" {
		head := s.place(r.ID, "summary_index")
		if !r.playPart(s, "response.reasoning_summary_part", "response.reasoning_summary_text", "summary_text", r.Summary, head) {
			return false
		}
	}
	head := s.place(r.ID, "content_index")
	return r.playPart(s, "response.content_part", "response.reasoning_text", "reasoning_text", r.Text, head)
}

func (r Reasoning) playPart(s *Stage, part, typ, kind, text string, head []byte) bool {
	whole := func(text string) func([]byte) []byte {
		return func(b []byte) []byte {
			b = append(append(b, head...), `,"part":`...)
			return appendPart(b, kind, text)
		}
	}
	return s.event(part+".added", whole("")) &&
		s.deltas(typ+".delta", text, head, nil) &&
		s.event(typ+".done", func(b []byte) []byte {
			return appendText(append(b, head...), "text", text)
		}) &&
		s.event(part+".done", whole(text))
}
