package preview

import (
	"fmt"
	"strings"
	"unicode/utf8"
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

// Matches reports whether a slug matches one of the patterns, in which * is any run of
// characters, / included; all else is literal, with case.
func Matches(patterns []string, slug string) bool {
	_, ok := firstMatch(patterns, slug)
	return ok
}

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
		// As early as it can stand: that leaves the most for the others.
		_, left, ok = strings.Cut(left, part)
		rest = more
	}
	return false
}

// The limits of one list of patterns (document, "Router fields").
const (
	MaxPatterns = 1024  // patterns
	MaxPattern  = 1024  // code points of one
	MaxTotal    = 65536 // code points of all together
)

// Counters is the size of one list of patterns.
type Counters struct {
	Patterns int
	Longest  int // code points
	Total    int // code points
}

// Count counts a list of patterns.
func Count(patterns []string) Counters {
	c := Counters{Patterns: len(patterns)}
	for _, p := range patterns {
		n := utf8.RuneCountInString(p)
		c.Longest = max(c.Longest, n)
		c.Total += n
	}
	return c
}

// Over reports whether a limit is exceeded.
func (c Counters) Over() bool {
	return c.Patterns > MaxPatterns || c.Longest > MaxPattern || c.Total > MaxTotal
}

func (c Counters) String() string {
	return fmt.Sprintf("%d of %d patterns, longest %d of %d, together %d of %d characters",
		c.Patterns, MaxPatterns, c.Longest, MaxPattern, c.Total, MaxTotal)
}
