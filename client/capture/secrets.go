package capture

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

// minSecret is the shortest secret in bytes: overwriting every "key" in an answer would
// ruin it.
const minSecret = 6

// Secrets are texts that must not be recorded. The zero value holds none. It is immutable
// and safe for concurrent use.
type Secrets struct {
	known [][]byte // as themselves, and as addresses and other character sets spell them
}

// NewSecrets returns the set of the given secrets, each also as JSON, JSON in strings of
// JSON, and URLs spell it. Texts shorter than six bytes are left out; the headers that hold
// them are redacted by name nevertheless.
func NewSecrets(texts ...string) *Secrets { return new(Secrets).With(texts...) }

// Join returns the union with another set; s itself is unchanged.
func (s *Secrets) Join(other *Secrets) *Secrets {
	joined := &Secrets{known: slices.Clone(s.known)}
	for _, text := range other.known {
		joined.known = appendSecret(joined.known, string(text))
	}
	return joined
}

// With returns the set with further secrets; s itself is unchanged.
func (s *Secrets) With(texts ...string) *Secrets {
	if len(texts) == 0 {
		return s
	}
	s = &Secrets{known: slices.Clone(s.known)}
	for _, text := range texts {
		for _, spelled := range spellings(strings.TrimSpace(text)) {
			s.known = appendSecret(s.known, spelled)
		}
	}
	return s
}

// appendSecret appends a text that is long enough for a secret and not yet listed.
func appendSecret(all [][]byte, text string) [][]byte {
	same := func(known []byte) bool { return string(known) == text }
	if len(text) < minSecret || slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, []byte(text))
}

// spellings returns the forms in which a server may repeat text, without the escapes of
// JSON. Many servers read a header as Latin-1 (RFC 9110, section 5.5); others replace bytes
// that are not UTF-8.
func spellings(text string) []string {
	all := []string{text}
	if decoded := latin1(text); decoded != text {
		all = append(all, decoded, string([]rune(text)))
	}
	for _, plain := range slices.Clone(all) {
		for _, escaped := range []string{url.QueryEscape(plain), url.PathEscape(plain)} {
			all = append(all, escaped, hexEscape.ReplaceAllStringFunc(escaped, strings.ToLower))
		}
	}
	return all
}

// latin1 decodes the bytes of a text as Latin-1.
func latin1(text string) string {
	decoded := make([]rune, len(text))
	for i := range len(text) {
		decoded[i] = rune(text[i])
	}
	return string(decoded)
}

// hexEscape finds the escapes of a URL, which servers write in either case.
var hexEscape = regexp.MustCompile(`%[0-9A-F]{2}`)

// span is the position [from, to) of a secret.
type span struct{ from, to int }

// window is how many bytes are searched at once.
const window = 64 << 10

// find returns the positions of all secrets in p, and the length of the end of p that must
// be searched again with the next bytes: a secret or an escape may begin there.
func (s *Secrets) find(p []byte) (found []span, open int) {
	for from, size := 0, window; ; {
		part := p[from:min(from+size, len(p))]
		spans, end := s.searchLevels(part)
		for _, f := range spans {
			found = append(found, span{from + f.from, from + f.to})
		}
		switch {
		case from+len(part) == len(p):
			return found, len(part) - end
		case end == 0:
			size *= 2 // one secret is larger
		default:
			from, size = from+end, window
		}
	}
}

// Bytes returns p with every secret overwritten by as many '*', and the number of those
// bytes. Without any it returns p itself; else a copy.
func (s *Secrets) Bytes(p []byte) (clean []byte, stars int) {
	found, _ := s.find(p)
	return overwrite(p, found)
}

// overwrite returns p with the spans in it overwritten by '*', and how many bytes changed.
// Without any span it returns p itself; else a copy.
func overwrite(p []byte, found []span) (clean []byte, stars int) {
	if len(found) == 0 {
		return p, 0
	}
	clean = bytes.Clone(p)
	for _, f := range found {
		for i := f.from; i < min(f.to, len(p)); i++ {
			if clean[i] != '*' {
				stars++
			}
			clean[i] = '*'
		}
	}
	return clean, stars
}

// Text is Bytes for a string: an error message, a URL.
func (s *Secrets) Text(text string) string {
	clean, _ := s.Bytes([]byte(text))
	return string(clean)
}

// Header returns a copy of h: values of credential headers are masked, addresses are
// redacted as by URL, and other secrets are overwritten. stars is the number of bytes of
// those other secrets.
func (s *Secrets) Header(h http.Header) (clean http.Header, stars int) {
	clean = make(http.Header, len(h))
	for name, values := range h {
		cleanName, n := s.Bytes([]byte(name))
		stars += n
		out := make([]string, len(values))
		for i, value := range values {
			if wire.Credential(name) {
				out[i] = maskCredential(name, value)
				continue
			}
			p, n := s.Bytes([]byte(value))
			out[i], stars = string(p), stars+n
			out[i] = s.redactAddresses(name, out[i])
		}
		clean[string(cleanName)] = out
	}
	return clean, stars
}

// maskCredential masks a credential; the scheme of an authorization stays.
func maskCredential(name, value string) string {
	if strings.HasSuffix(strings.ToLower(name), "authorization") {
		if scheme, _, ok := strings.Cut(value, " "); ok {
			return scheme + " " + mask
		}
	}
	return mask
}
