package pages

import (
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

// Filter narrows a search down to some domains ("Web plugin fields": wildcards
// such as *.<domain> and path filters such as <domain>/<path>).
//
// A domain stands for itself and its subdomains; with a star it stands for what
// the star leaves open, so *.example.com is the subdomains alone. A path stands
// for itself and all below it. What is excluded stays so, included or not.
type Filter struct {
	Include []string // none allows every domain
	Exclude []string
}

// Allows reports whether an address passes.
func (f Filter) Allows(address string) bool {
	host, path := split(address)
	covered := func(pattern string) bool { return covers(pattern, host, path) }
	if slices.ContainsFunc(f.Exclude, covered) {
		return false
	}
	return len(f.Include) == 0 || slices.ContainsFunc(f.Include, covered)
}

// covers reports whether one pattern covers an address. A scheme is not part of
// a pattern, but people write it.
func covers(pattern, host, path string) bool {
	if _, rest, ok := strings.Cut(pattern, "://"); ok {
		pattern = rest
	}
	domain, under, hasPath := strings.Cut(strings.TrimSpace(pattern), "/")
	domain = strings.TrimPrefix(strings.ToLower(domain), "www.")
	switch {
	case domain == "":
		return false
	case strings.Contains(domain, "*"):
		if !output.MatchesStar(domain, host) {
			return false
		}
	case host != domain && !strings.HasSuffix(host, "."+domain):
		return false
	}
	under = strings.TrimRight(under, "/")
	if !hasPath || under == "" {
		return true
	}
	path = strings.TrimPrefix(path, "/")
	return output.MatchesStar(under, path) || output.MatchesStar(under+"/*", path)
}
