package preview

import "gatehouse/state/text/spelling"

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
		if spelling.Wildcard(p, slug) {
			return p, true
		}
	}
	return "", false
}
