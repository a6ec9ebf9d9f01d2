package redact

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

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
			plain, _ := s.decode(text{b: name}, textCode(false))
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
			clean[cleanName] = append(clean[cleanName], string(s.clean(at, []byte(value), func(t text) {
				from := 0
				if i := bytes.IndexByte(t.b, ' '); i > 0 && strings.HasSuffix(strings.ToLower(name), "authorization") && isScheme(string(t.b[:i])) {
					from = i + 1
				}
				if !masked(t.b[from:]) {
					s.mask(t, found{from, len(t.b), Named, ""})
				}
			})))
		}
		if h[name] != nil && clean[cleanName] == nil {
			clean[cleanName] = []string{}
		}
	}
	return clean
}
