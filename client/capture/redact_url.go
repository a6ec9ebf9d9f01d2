package capture

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"gatehouse/client/wire"
)

// mask replaces a secret in an address; url escapes it.
const mask, escapedHidden = "***", "%2A%2A%2A"

// URL returns the address as text without the user, the password and the values of
// parameters that hold credentials, in the query and in a fragment that is one (RFC 6749,
// section 4.2.2).
func (s *Secrets) URL(u *url.URL) string {
	clean := *u
	if u.User != nil {
		clean.User = url.User(mask)
	}
	clean.RawQuery = redactParameters(u.RawQuery)
	clean.Fragment, clean.RawFragment = "", ""
	text := strings.ReplaceAll(clean.String(), escapedHidden, mask)
	if u.Fragment != "" {
		text += "#" + redactParameters(u.EscapedFragment())
	}
	return s.Text(text)
}

// redactParameters returns a query without the values of credential parameters. Some
// servers split it at ; too: for them a credential ends there, for others it continues, so
// everything up to the next & is masked.
func redactParameters(query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		for at := 0; at < len(pair); {
			name, rest, _ := strings.Cut(pair[at:], ";")
			name, _, ok := strings.Cut(name, "=")
			if ok && credential(name) {
				pairs[i] = pair[:at] + name + "=" + mask
				break
			}
			at = len(pair) - len(rest)
		}
	}
	return strings.Join(pairs, "&")
}

// credential reports whether a parameter of that name, as spelled in an address, holds a
// credential. An unreadable name counts as one. A fragment may be a path with a query.
func credential(name string) bool {
	plain, err := url.QueryUnescape(name)
	if err != nil {
		return true
	}
	return wire.Credential(strings.TrimSpace(plain[strings.LastIndexAny(plain, "/?!")+1:]))
}

// linkTargets and linkAnchors match the addresses in a Link (RFC 8288, section 3): in
// brackets, and in the parameter anchor, quoted or not.
var (
	linkTargets = regexp.MustCompile(`(<)([^>]*)`)
	linkAnchors = regexp.MustCompile(`(?i)(;\s*anchor\s*=\s*"?)([^"]*)`)
)

// refreshTarget matches a Refresh: its seconds and an address, quoted or not (HTML,
// section 4.2.5.3).
var refreshTarget = regexp.MustCompile(`(?is)^(\s*[0-9.]*[\s;,]*(?:url\s*=\s*)?['"]?)(.*?)(['"]?\s*)$`)

// redactAddresses returns the value of a header without the secrets in its addresses; the
// value of any other header unchanged.
func (s *Secrets) redactAddresses(name, value string) string {
	switch http.CanonicalHeaderKey(name) {
	case "Location", "Content-Location", "Referer", "Origin":
		return s.Address(value)
	case "Link":
		if !strings.Contains(value, "<") {
			return s.Address(value)
		}
		return s.redactMatches(linkAnchors, s.redactMatches(linkTargets, value))
	case "Refresh":
		return s.redactMatches(refreshTarget, value)
	}
	return value
}

// redactMatches redacts the address in the second group of each match.
func (s *Secrets) redactMatches(pattern *regexp.Regexp, value string) string {
	var out strings.Builder
	done := 0
	for _, m := range pattern.FindAllStringSubmatchIndex(value, -1) {
		out.WriteString(value[done:m[4]] + s.Address(value[m[4]:m[5]]))
		done = m[5]
	}
	return out.String() + value[done:]
}

// Address returns an address as spelled, or as URL writes it when it has secrets. An
// unreadable one is masked.
func (s *Secrets) Address(value string) string {
	u, err := url.Parse(value)
	if err != nil {
		return mask
	}
	if clean := s.URL(u); clean != u.String() {
		return clean
	}
	return value
}
