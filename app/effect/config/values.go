package config

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
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

// ParseSize parses a size as users write it: a whole number and a unit of 1000 (kB, MB, GB)
// or 1024 (KiB, MiB, GiB), in any case; without a unit, or with B, bytes.
func ParseSize(text string) (bytes int64, err error) {
	digits := strings.TrimRight(text, "bBgGiIkKmM ")
	unit := strings.ToLower(strings.TrimSpace(text[len(digits):]))
	of, known := map[string]int64{
		"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
	}[unit]
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || !known || n < 0 || n > math.MaxInt64/of {
		return 0, fmt.Errorf("%q is no size", text)
	}
	return n * of, nil
}

// modifiers may precede a key's name, as Bubble Tea writes them.
var modifiers = []string{"ctrl", "alt", "shift", "meta", "hyper", "super"}

// isKey reports whether a text names a key as Bubble Tea writes it.
func isKey(text string) bool {
	for {
		before, after, found := strings.Cut(text, "+")
		if !found || after == "" || !slices.Contains(modifiers, before) {
			return utf8.RuneCountInString(text) == 1 || slices.Contains(keyNames(), text)
		}
		text = after
	}
}

// keyNames returns the names of the keys that write no character.
func keyNames() []string {
	names := []string{"space"}
	for code := range tea.KeyF63 - tea.KeyUp + 1 {
		names = append(names, tea.Key{Code: tea.KeyUp + code}.String())
	}
	for _, code := range []rune{tea.KeyEnter, tea.KeyTab, tea.KeyEscape, tea.KeyBackspace} {
		names = append(names, tea.Key{Code: code}.String())
	}
	return names
}
