package capture

import (
	"bytes"
	"encoding/json"
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
	known [][]byte // in every spelling that is looked for as it stands
	texts [][]byte // those that may stand in JSON with escapes; see escaped
}

// NewSecrets returns the set of the given secrets, each also as JSON and URLs
// spell it. Texts shorter than six bytes are left out; the headers that carry
// them are redacted by name all the same.
func NewSecrets(texts ...string) *Secrets { return new(Secrets).And(texts...) }

// Join returns the set with those of another; s itself is unchanged.
func (s *Secrets) Join(other *Secrets) *Secrets {
	texts := make([]string, len(other.texts))
	for i, text := range other.texts {
		texts[i] = string(text)
	}
	return s.And(texts...)
}

// And returns the set with further secrets; s itself is unchanged.
func (s *Secrets) And(texts ...string) *Secrets {
	if len(texts) == 0 {
		return s
	}
	s = &Secrets{known: slices.Clone(s.known), texts: slices.Clone(s.texts)}
	for _, text := range texts {
		text = strings.TrimSpace(text)
		s.texts = with(s.texts, text)
		for _, spelled := range spellings(text) {
			s.known = with(s.known, spelled)
		}
	}
	return s
}

// with appends a text that is long enough for a secret and not yet listed.
func with(all [][]byte, text string) [][]byte {
	same := func(known []byte) bool { return string(known) == text }
	if len(text) < minSecret || slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, []byte(text))
}

// spellings returns the forms in which a server may echo text.
func spellings(text string) []string {
	out := []string{text, url.QueryEscape(text), url.PathEscape(text)}
	for _, escaped := range out[1:] {
		out = append(out, hexEscape.ReplaceAllStringFunc(escaped, strings.ToLower))
	}
	if quoted, err := json.Marshal(text); err == nil {
		out = append(out, string(quoted[1:len(quoted)-1]))
	}
	return append(out, strings.ReplaceAll(text, "/", `\/`))
}

// hexEscape finds the escapes of a URL, which servers write in either case.
var hexEscape = regexp.MustCompile(`%[0-9A-F]{2}`)

// span is the position [from, to) of a secret.
type span struct{ from, to int }

// find returns the positions of all secrets in p, overlapping ones too.
func (s *Secrets) find(p []byte) []span {
	var found []span
	for _, secret := range s.known {
		for at := 0; ; {
			i := bytes.Index(p[at:], secret)
			if i < 0 {
				break
			}
			found = append(found, span{at + i, at + i + len(secret)})
			at += i + 1
		}
	}
	return append(found, s.escaped(p)...)
}

// prefixLen returns the length of the longest end of p that a secret begins with.
func (s *Secrets) prefixLen(p []byte) int {
	longest := 0
	for _, secret := range s.known {
		for n := min(len(secret)-1, len(p)); n > longest; n-- {
			if bytes.HasSuffix(p, secret[:n]) {
				longest = n
			}
		}
	}
	return max(longest, s.escapedPrefixLen(p))
}

// Bytes returns p with every secret overwritten by as many '*', and the number of those
// bytes. Without any it returns p itself; else a copy.
func (s *Secrets) Bytes(p []byte) (clean []byte, stars int) {
	found := s.find(p)
	if len(found) == 0 {
		return p, 0
	}
	clean = bytes.Clone(p)
	for _, f := range found {
		for i := f.from; i < f.to; i++ {
			clean[i] = '*'
		}
	}
	for i := range clean {
		if clean[i] != p[i] {
			stars++
		}
	}
	return clean, stars
}

// Text is Bytes for a string: an error message, a URL.
func (s *Secrets) Text(text string) string {
	clean, _ := s.Bytes([]byte(text))
	return string(clean)
}

// Header returns a copy of h: values of credential headers are replaced whole, addresses
// in headers are redacted as by URL; other secrets are overwritten. The count is of bytes
// of those other secrets.
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

// maskCredential replaces a credential; of an authorization it keeps the scheme.
func maskCredential(name, value string) string {
	if strings.HasSuffix(strings.ToLower(name), "authorization") {
		if scheme, _, ok := strings.Cut(value, " "); ok {
			return scheme + " ***"
		}
	}
	return "***"
}
