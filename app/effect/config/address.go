package config

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Header returns an error unless the user may set the header: the name and value must be
// valid (RFC 9110 §5), and the name not Authorization, which only a key sets.
func Header(name, value string) error {
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return fmt.Errorf("%q is no header name; write letters, digits and dashes", name)
	case !httpguts.ValidHeaderFieldValue(value):
		return fmt.Errorf("the value of %s holds a line break or another control character; take it out", name)
	case http.CanonicalHeaderKey(name) == "Authorization":
		return errors.New("the header Authorization cannot be set; the key comes from GATEHOUSE_API_KEY or from a profile's key_env, key_command or key_keyring")
	}
	return nil
}

// Address checks a base URL and returns it without a trailing slash.
// Nothing else is changed (CONTRACT "The key belongs to an address").
func Address(base string) (string, error) {
	u, err := url.Parse(base)
	switch {
	case !strings.Contains(base, "://") && !strings.Contains(base, "@") && strings.ContainsAny(base, ".:/"):
		if with, err := Address("http://" + strings.TrimLeft(base, "/")); err == nil {
			return "", fmt.Errorf("%q has no scheme; write https://%s, or %s for a server without TLS", base, strings.TrimPrefix(with, "http://"), with)
		}
		fallthrough
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%q is not an address; write for example https://host/api/v1", withoutUser(u, base))
	case strings.HasSuffix(u.Host, ":"):
		return "", fmt.Errorf(`%q: the port is missing; write it, or leave out the ":"`, withoutUser(u, base))
	case u.User != nil:
		return "", errors.New("an address may not carry a user name or password; the key comes from GATEHOUSE_API_KEY or from a profile")
	case strings.Contains(base, "#"):
		return "", errors.New(`an address may not carry "#"; write it up to the path, for example https://host/api/v1`)
	}
	return strings.TrimSuffix(base, "/"), nil
}

// withoutUser returns an address for a message, without a password or a key in the query.
func withoutUser(u *url.URL, base string) string {
	if u == nil || strings.Contains(base, "@") {
		return "what was given"
	}
	base, _, _ = strings.Cut(base, "?")
	return base
}

// Word reports whether s can be a service's word, which is part of a header name,
// a JSON member and tool types.
func Word(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}) < 0
}
