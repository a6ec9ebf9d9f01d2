package rerankset

import (
	"bytes"
	"slices"

	"gatehouse/client/scan"
)

// Joined returns the set with the queries and models of another that it does not have. ok
// is false, and the set as it was, for one with other documents.
func (s Set) Joined(other Set) (joined Set, ok bool) {
	sameDocument := func(a, b Document) bool { return scan.Same(a.Raw, b.Raw) }
	if !slices.EqualFunc(s.Documents, other.Documents, sameDocument) {
		return s, false
	}
	for _, q := range other.Queries {
		if !slices.ContainsFunc(s.Queries, func(mine Query) bool { return mine.Text == q.Text }) {
			s = s.WithQuery(len(s.Queries), q)
		}
	}
	for _, m := range other.Models {
		if !slices.ContainsFunc(s.Models, m.Same) {
			s = s.WithModel(len(s.Models), m)
		}
	}
	return s, true
}

// Same reports whether two models are asked alike.
func (m Model) Same(as Model) bool {
	return m.Slug == as.Slug && slices.EqualFunc(m.Settings, as.Settings, func(a, b scan.Member) bool {
		return a.Key == b.Key && bytes.Equal(a.Value, b.Value)
	})
}
