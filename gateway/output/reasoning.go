package output

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
)

// Reasoning is what a model thought before it answered. Its signature is made from id and text, so
// the gateway can tell whether a client returned the item unchanged.
type Reasoning struct {
	ID      string
	Summary string // no summary part when empty
	Text    string
	Sealed  bool // it carries encrypted_content (include: reasoning.encrypted_content)
	bare    bool // it has no content part yet
}

// Signature returns the signature of a reasoning item with this id and text.
func Signature(id, text string) string {
	sum := sha256.Sum256([]byte(id + "\x00" + text))
	return "sim-" + base64.RawURLEncoding.EncodeToString(sum[:15])
}

func (r Reasoning) Tokens() int { return CountTokens(r.Summary) + CountTokens(r.Text) }

// Cut returns the first n tokens; those of the summary are sent first.
func (r Reasoning) Cut(n int) Item {
	summary := CountTokens(r.Summary)
	r.Summary, _ = CutTokens(r.Summary, n)
	r.Text, _ = CutTokens(r.Text, max(0, n-summary))
	return r
}

func (r Reasoning) Empty() Item {
	r.Summary, r.Text, r.bare = "", "", true
	return r
}

func (r Reasoning) AppendJSON(dst JSON, status string) JSON {
	dst = append(open(dst, "reasoning").Text("id", r.ID).Text("status", status), `,"summary":[`...)
	if r.Summary != "" {
		dst = appendPart(dst, "summary_text", r.Summary)
	}
	dst = append(dst, `],"content":[`...)
	if !r.bare {
		dst = appendPart(dst, "reasoning_text", r.Text)
	}
	dst = append(dst, ']').Text("format", "unknown")
	if status == Completed {
		dst = dst.Text("signature", Signature(r.ID, r.Text))
		if r.Sealed {
			dst = dst.Text("encrypted_content", Seal(r.ID, r.Text))
		}
	}
	return dst.End()
}

func appendPart(dst JSON, typ, text string) JSON { return open(dst, typ).Text("text", text).End() }

func (r Reasoning) Play(s *Stage) bool {
	if r.Summary != "" && !playPart(s, "response.reasoning_summary_part", "response.reasoning_summary_text",
		"summary_text", r.Summary, s.place(r.ID, "summary_index")) {
		return false
	}
	return playPart(s, "response.content_part", "response.reasoning_text",
		"reasoning_text", r.Text, s.place(r.ID, "content_index"))
}

// playPart sends the events of a part: those of partEvent have the part, which is of type typ, those
// of textEvent its text. head has the members that name the part.
func playPart(s *Stage, partEvent, textEvent, typ, text string, head JSON) bool {
	members := func(text string) JSON { return appendPart(append(head, `,"part":`...), typ, text) }
	return s.event(partEvent+".added", members("")) &&
		s.deltas(textEvent+".delta", text, head, nil) &&
		s.event(textEvent+".done", head.Text("text", text)) &&
		s.event(partEvent+".done", members(text))
}

// sealing returns the cipher for reasoning. Its key is part of the program: the content is opaque
// to clients, and a change by a client is detected, but it is not secret.
func sealing() cipher.AEAD {
	key := sha256.Sum256([]byte("gatehouse simulated reasoning"))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic("output: " + err.Error()) // a key of 32 bytes always fits
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("output: " + err.Error()) // a block of 16 bytes always fits
	}
	return aead
}

// Seal returns the encrypted_content of a reasoning item: its text, bound to its id (wire-notes §2:
// the id inside is verified). The same item is always sealed the same way, since a stream has it
// several times.
func Seal(id, text string) string {
	aead := sealing()
	sum := sha256.Sum256([]byte(id + "\x00" + text))
	nonce := sum[:aead.NonceSize()]
	return base64.StdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), []byte(id)))
}

// Unseal returns the text of an encrypted_content. ok is false if it was changed or sealed for
// another id.
func Unseal(id, sealed string) (text string, ok bool) {
	aead := sealing()
	n := aead.NonceSize()
	b, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(b) < n {
		return "", false
	}
	plain, err := aead.Open(nil, b[:n], b[n:], []byte(id))
	return string(plain), err == nil
}
