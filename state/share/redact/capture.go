package redact

import (
	"bytes"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

// UnsearchableError is the error of an exchange that cannot be searched completely, and is therefore
// not written at all.
type UnsearchableError struct {
	ID  string // of the exchange
	Why string
}

func (e *UnsearchableError) Error() string {
	return fmt.Sprintf("exchange %s cannot be redacted: %s", e.ID, e.Why)
}

// Capture returns a redacted copy of a capture that has ended, or of a request that was never sent,
// and the hits in the order of the exchange, attachments last. An encoded body is decoded in the
// copy, whose header then claims no encoding (see Decoded). The error is an *UnsearchableError; then
// nothing may be written.
func (r *Rules) Capture(c *wire.Capture) (clean *wire.Capture, hits []Hit, err error) {
	return r.CaptureEach(c, nil)
}

// CaptureEach is like Capture. It calls each, unless nil, at intervals with the number of bytes searched,
// including decoded bytes and repeated searches, and stops with the error that each returns.
func (r *Rules) CaptureEach(c *wire.Capture, each func(searched int) error) (clean *wire.Capture, hits []Hit, err error) {
	return (&search{rules: r, each: each}).capture(c)
}

// CaptureLabelled is like CaptureEach for rules that are Labelled. Masks in clean are labels, but stars in
// its address and in the body of its response, whose lengths stay true. labelled has labels there too;
// it is nil where nothing was received, and on a WebSocket.
func (r *Rules) CaptureLabelled(c *wire.Capture, each func(searched int) error) (clean, labelled *wire.Capture, hits []Hit, err error) {
	s := &search{rules: r, each: each}
	clean, hits, err = s.capture(c)
	return clean, s.labelled, hits, err
}

func (s *search) capture(c *wire.Capture) (clean *wire.Capture, hits []Hit, err error) {
	if why := unsearchable(c); why != "" {
		return nil, nil, &UnsearchableError{c.ID, why}
	}
	clean = &wire.Capture{ID: c.ID, Start: c.Start, Timing: c.Timing, Dropped: c.Dropped, Redacted: c.Redacted}
	clean.Sent = wire.Sent{
		Method: c.Sent.Method,
		URL:    s.address("request address", c.Sent.URL),
		Header: s.header("request header", c.Sent.Header),
		Body:   s.label(s.body("request body", c.Sent.Body, s.content), 0),
	}
	if e := c.Sent.Encoded; e != nil {
		clean.Sent.Encoded = &wire.Encoded{Size: e.Size, Fault: s.line("request encoding", e.Fault)}
		clean.Sent.Header.Del("Content-Encoding")
		clean.Sent.Header.Del("Content-Length") // of the encoded body
	}
	if c.Changed != nil {
		clean.Changed = &wire.Changed{Hand: c.Changed.Hand, Made: c.Changed.Made, Body: string(s.label(s.body("request of the program", []byte(c.Changed.Body), s.content), 0))}
		if c.Changed.URL != "" {
			clean.Changed.URL = s.address("address of the program", c.Changed.URL)
		}
		for _, rule := range c.Changed.By {
			clean.Changed.By = append(clean.Changed.By, s.line("rule", rule))
		}
	}
	if c.Head != nil {
		clean.Head = new(*c.Head)
		clean.Head.Header = s.header("response header", c.Head.Header)
	}
	labelled := &wire.Capture{ID: c.ID, Start: c.Start, Timing: c.Timing, Dropped: c.Dropped, Sent: clean.Sent, Head: clean.Head, Changed: clean.Changed}
	if received := c.Text(); received.Len() > 0 {
		content := s.content
		if c.Head.IsSocket() {
			content = func(t text) { s.stream(t, (*stream).messages) }
		}
		body := s.body("response body", received.All(), content)
		from := int64(0)
		for _, chunk := range received.Chunks() {
			clean.Body.Append(body[from:chunk.End], chunk.AtUS)
			if s.rules.labels != nil {
				labelled.Body.Append(s.label(body[from:chunk.End], from), chunk.AtUS)
			}
			from = chunk.End
		}
		clean.Body.Trim()
	}
	if Decoded(c) != "" {
		clean.Head.Header.Del("Content-Encoding")
		clean.Head.Header.Del("Content-Length") // of the encoded body
	}
	if c.End != nil {
		clean.End = new(*c.End)
		clean.End.Message = s.line("transport message", c.End.Message)
		clean.End.Proxy = s.line("proxy", c.End.Proxy)
		clean.End.Trailer = s.header("trailer", c.End.Trailer)
	}
	if s.err != nil {
		return nil, nil, s.err
	}
	clean.Redacted += s.masked
	if labelled.Body.Len() > 0 && !c.Head.IsSocket() {
		labelled.Body.Trim()
		labelled.End, labelled.Redacted = clean.End, clean.Redacted
		s.labelled = labelled
	}
	return clean, append(s.hits, s.files...), nil
}

// Decoded returns the encoding that Capture undoes in its copy of c, or "".
func Decoded(c *wire.Capture) string {
	if c.Decoded == nil || c.Head == nil {
		return ""
	}
	return strings.Join(wire.Codings(c.Head.Header), ", ")
}

// unsearchable returns why a capture cannot be searched completely, or "".
func unsearchable(c *wire.Capture) string {
	if c.End == nil && !c.Start.IsZero() {
		return "it has not ended yet"
	}
	if why := unreadable("request", c.Sent.Header, c.Sent.Body, c.Sent.Encoded != nil); why != "" {
		return why
	}
	if coding := wire.CodingOf(c.Sent.Body); coding != "" {
		return "its request body is encoded as " + coding + ", which cannot be undone here"
	}
	if c.Head == nil || c.End == nil {
		return ""
	}
	if c.End.Cause == wire.EndEncoding {
		return "its response body is damaged and cannot be decoded to its end"
	}
	chunks := c.Text().Chunks()
	if size := c.Text().Len(); size > 0 && (chunks[len(chunks)-1].End != size || int64(len(c.Text().All())) != size) {
		return "its response body is not complete"
	}
	if c.Head.IsSocket() {
		return unreadableMessage(c.Text().All())
	}
	return unreadable("response", c.Head.Header, c.Text().All(), c.Decoded != nil)
}

// unreadable returns why a body cannot be read as text, or "".
func unreadable(what string, header http.Header, body []byte, decoded bool) string {
	if len(body) == 0 {
		return ""
	}
	// A body of plain text only claims an encoding, as curl --compressed leaves it.
	if codings := wire.Codings(header); len(codings) > 0 && !decoded && textLen(body) < len(body) {
		return fmt.Sprintf("its %s body is encoded as %s, which cannot be undone here", what, strings.Join(codings, ", "))
	}
	if hasPrefix(body, "\xFE\xFF", "\xFF\xFE") {
		return "its " + what + " body is UTF-16, which is not searched"
	}
	_, parameters, _ := mime.ParseMediaType(header.Get("Content-Type"))
	charset := strings.ToLower(parameters["charset"])
	if strings.HasPrefix(charset, "utf-16") || strings.HasPrefix(charset, "utf-32") || charset == "utf-7" {
		return fmt.Sprintf("its %s body is %s, which is not searched", what, charset)
	}
	for _, packed := range []struct{ begin, name string }{{"\x1f\x8b", "gzip"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"PK\x03\x04", "zip"}} {
		if hasPrefix(body, packed.begin) {
			return fmt.Sprintf("its %s body is %s, which is not undone here", what, packed.name)
		}
	}
	// Letters of UTF-16 and UTF-32 have zeros, and so have files that nothing is known of.
	if bytes.IndexByte(body, 0) >= 0 && !isFile(body) {
		return "its " + what + " body holds zero bytes, and text that does is not searched"
	}
	return ""
}

// body returns a body redacted, which content searches. If anything in it is masked, so are the tokens
// that its lists of probabilities spell.
func (s *search) body(place string, data []byte, content func(text)) []byte {
	before := len(s.hits)
	s.tokens = 0
	defer func() { s.probs = false }()
	return s.clean(place, data, func(t text) {
		s.probs = len(s.hits) > before
		s.file(t.b)
		content(t)
	})
}

func (s *search) line(place, value string) string {
	if value == "" {
		return value
	}
	return string(s.label(s.clean(place, []byte(value), s.any), 0))
}

func (s *search) clean(place string, data []byte, pass func(text)) []byte {
	s.place = func() string { return place }
	out := s.repeat(data, pass)
	for i := range out {
		if out[i] != data[i] {
			s.masked++
		}
	}
	return out
}

// address returns an address redacted. The values of its credentials are masked even if short.
func (s *search) address(place, value string) string {
	if value == "" {
		return value
	}
	return string(s.clean(place, []byte(value), func(t text) {
		_, query, _ := bytes.Cut(t.b, []byte("?"))
		at := len(t.b) - len(query)
		for i := at; i < len(t.b); {
			end := i
			for end < len(t.b) && !bytes.ContainsRune([]byte("&;#"), rune(t.b[end])) {
				end++
			}
			name, given, _ := bytes.Cut(t.b[i:end], []byte("="))
			plain, _ := s.decode(text{b: name}, textCode())
			if credential(string(plain.b)) && !masked(given) {
				s.mask(t, found{end - len(given), end, Named, ""})
			}
			i = end + 1
		}
		s.any(t)
	}))
}

// credential reports whether a field or a parameter of that name carries a credential.
func credential(name string) bool { return wire.Credential(name) || secretName(name) }

// isScheme reports whether a word names an authentication scheme (the register of RFC 9110, section
// 16.4.1, and those of services). Any other first word may be a key.
func isScheme(word string) bool {
	switch strings.ToLower(word) {
	case "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
		"scram-sha-1", "scram-sha-256", "vapid", "token", "key", "apikey", "api-key", "aws4-hmac-sha256":
		return true
	}
	return false
}

// header returns a redacted copy of header fields, nil for nil. The scheme of an authorization
// stays.
func (s *search) header(place string, h http.Header) http.Header {
	if h == nil {
		return nil
	}
	clean := make(http.Header, len(h))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		cleanName := s.line(place+" name", name)
		at := place + " " + cleanName
		for _, value := range h[name] {
			if !credential(name) {
				clean[cleanName] = append(clean[cleanName], s.line(at, value))
				continue
			}
			clean[cleanName] = append(clean[cleanName], string(s.label(s.clean(at, []byte(value), func(t text) {
				from := 0
				if i := bytes.IndexByte(t.b, ' '); i > 0 && strings.HasSuffix(strings.ToLower(name), "authorization") && isScheme(string(t.b[:i])) {
					from = i + 1
				}
				if !masked(t.b[from:]) {
					s.mask(t, found{from, len(t.b), Named, ""})
				}
			}), 0)))
		}
		if h[name] != nil && clean[cleanName] == nil {
			clean[cleanName] = []string{}
		}
	}
	return clean
}
