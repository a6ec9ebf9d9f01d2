package connect

import (
	"errors"
	"net/url"
	"strings"

	"gatehouse/client/profile"
)

// typedKey is a key that was typed for this run. It is sent only to the server that the profile
// named then, whatever its address becomes.
type typedKey struct {
	origin string
	key    profile.Key
}

// origin returns the scheme, host and port of a base URL (RFC 6454 section 4), so that a
// corrected path retains the key; "" if it names no server.
func origin(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme + "://" + u.Hostname() + ":" + port)
}

// typedFor returns the key that was typed for an entry and its server; ok is false if none was.
func (s *Screen) typedFor(name, baseURL string) (key profile.Key, ok bool) {
	k, ok := s.keys[name]
	if !ok || k.origin == "" || k.origin != origin(baseURL) {
		return profile.Key{}, false
	}
	return k.key, true
}

// masked replaces a credential in an address or a header.
const masked = "***"

// shownAddress returns an address without its credentials.
func (s *Screen) shownAddress(address string) string {
	if address == "" {
		return ""
	}
	return s.Secrets().Address(address)
}

// addressFrom returns the address for a text of the form. Hidden credentials of the old address
// are preserved only if nothing else changed: a credential belongs to its address.
func (s *Screen) addressFrom(was, line string) (string, error) {
	switch shown := s.shownAddress(was); {
	case line == shown:
		return was, nil
	case shown != was && strings.Contains(line, masked):
		return "", errors.New(masked + " stands for what is hidden; write that part again for another address")
	}
	return line, nil
}
