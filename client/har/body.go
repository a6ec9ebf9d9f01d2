package har

import (
	"encoding/base64"
	"net/http"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// requestBody returns the body of the request, and notes in the capture if the file lacks
// it.
func (r *entry) requestBody(c *wire.Capture, ours bool) []byte {
	p := r.Request.PostData
	switch {
	case p != nil && p.Text == "" && len(p.Params) > 0:
		r.remark("the body of the request is in the file only as fields: it was left out")
		c.Lacks.Request = true
		return nil
	case p == nil || p.Text == "":
		had := r.Request.BodySize > 0 || c.Sent.Method == http.MethodPost && c.Sent.Header.Get("Content-Length") != "0"
		c.Lacks.Request = !ours && had
		return nil
	}
	body, ok := r.decoded("request.postData", p.Text, p.Encoding+p.Foreign, p.MimeType)
	c.Lacks.Request = !ok
	return body
}

// decoded returns the bytes of a text of the file; ok is false for an unknown encoding.
// Firefox declared plain text as base64 for years, and others do not declare base64.
func (r *entry) decoded(where, text, encoding, media string) (body []byte, ok bool) {
	switch strings.ToLower(encoding) {
	case "":
		if r.Capture != nil { // gatehouse wrote it, with its encoding
			return []byte(text), true
		}
		if body := onlyBase64(text, media); body != nil {
			r.remark("%s is base64, though the file does not say so: it was decoded", where)
			return body, true
		}
		return []byte(text), true
	case encodingBase64:
		if body, ok := fromBase64(text); ok {
			return body, true
		}
		r.remark("%s is called base64 and is not: its text was read as plain text", where)
		return []byte(text), true
	}
	r.remark("%s has the encoding %.40q, which is not known: it was left out", where, encoding)
	return nil, false
}

// fromBase64 decodes text in any of the alphabets of RFC 4648, with line ends and with or
// without its padding.
func fromBase64(text string) ([]byte, bool) {
	text = strings.TrimRight(strings.Join(strings.Fields(text), ""), "=")
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if body, err := alphabet.DecodeString(text); err == nil {
			return body, true
		}
	}
	return nil, false
}

// minBase64 is the length from which a text may be recognized as base64.
const minBase64 = 16

// onlyBase64 decodes a text that must be base64, because it has its media type only when
// decoded; nil for any other.
func onlyBase64(text, media string) []byte {
	begins := func(body string) bool {
		body = strings.TrimLeft(body, " \t\r\n\ufeff")
		switch {
		case strings.Contains(media, "json"):
			return strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[")
		case strings.Contains(media, wire.EventStream):
			return strings.HasPrefix(body, "data:") || strings.HasPrefix(body, "event:") || strings.HasPrefix(body, ":") || strings.HasPrefix(body, "id:") || strings.HasPrefix(body, "retry:")
		}
		return false
	}
	if len(text) < minBase64 || begins(text) {
		return nil
	}
	body, ok := fromBase64(text)
	if !ok || !begins(string(body)) || strings.Contains(media, "json") && scan.Check(wire.TrimBOM(body)) != nil {
		return nil
	}
	return body
}

// setEnd sets how an exchange of another program ended, if the file records it. hasBody is
// true if the file has the body of the answer.
func (r *entry) setEnd(c *wire.Capture, hasBody bool) {
	c.End = &wire.End{Cause: wire.EndClean, AtUS: c.Timing.End}
	content := r.Response.Content
	switch {
	case c.Head == nil && r.Response.Error != "":
		c.End.Cause, c.End.Message = wire.EndUnknown, r.Response.Error
	case c.Head == nil:
		c.Lacks.Answer = true
		c.End.Cause, c.End.Message = wire.EndUnknown, "the file has no answer, and does not say why"
	case c.Text().Len() > 0 || c.Sent.Method == http.MethodHead || c.Head.Status == http.StatusNoContent || c.Head.Status == http.StatusNotModified:
	case content.Size > 0:
		c.Lacks.Answer = true
		c.End.Cause, c.End.Message = wire.EndUnread, "the file does not hold the body of the answer, "+bytesOf(content.Size)
	case r.Response.BodySize > 0 || !hasBody && c.Sent.Method == http.MethodPost || wire.MediaType(http.Header{"Content-Type": {content.MimeType}}) == wire.EventStream:
		c.Lacks.Answer = true
		c.End.Cause, c.End.Message = wire.EndUnread, "the file does not hold the body of the answer"
	}
}
