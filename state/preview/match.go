package preview

import (
	"strings"
)

// Match is the effect of a router plugin's patterns on a model.
type Match struct {
	Model      Model
	ByPattern  string // the first of allowed_models that matches; empty for none
	ExcludedBy string // the first of excluded_models that matches; empty for none
	Candidate  bool   // it remains a candidate
}

// Match matches every text model against the two lists. A nil allowed is a field that is
// not set and excludes nothing; an empty one excludes everything.
func (c Catalogue) Match(allowed, excluded []string) []Match {
	var out []Match
	for _, m := range c.Texts() {
		by, let := firstMatch(allowed, m.Slug)
		not, taken := firstMatch(excluded, m.Slug)
		out = append(out, Match{Model: m, ByPattern: by, ExcludedBy: not, Candidate: (let || allowed == nil) && !taken})
	}
	return out
}

func firstMatch(patterns []string, slug string) (pattern string, ok bool) {
	for _, p := range patterns {
		if matches(p, slug) {
			return p, true
		}
	}
	return "", false
}

// matches reports whether a slug matches a pattern, in which * is any run of characters, /
// included; all else is literal, with case.
func matches(pattern, slug string) bool {
	head, rest, wild := strings.Cut(pattern, "*")
	if !wild {
		return pattern == slug
	}
	left, ok := strings.CutPrefix(slug, head)
	for ok {
		part, more, again := strings.Cut(rest, "*")
		if !again {
			return strings.HasSuffix(left, part)
		}
		// The earliest match leaves the most for the others.
		_, left, ok = strings.Cut(left, part)
		rest = more
	}
	return false
}
