package guard

import (
	"slices"

	"gatehouse/state/dialect"
	"gatehouse/state/dialects"
)

// Comparison is how a request's messages were changed on the way to a provider.
type Comparison struct {
	Counts
	Redactions []Redaction
}

// Counts are how many parts of messages were kept, changed, dropped and added.
type Counts struct {
	Kept, Changed, Dropped, Added int

	Moved   int  // of the kept ones, those in another order
	Unknown bool // the format of the upstream body is unknown, so only its strings were searched
	Cut     bool // the body was not read to its end
}

// Redaction is a part of a request that was changed on the way, before and after; nil on
// the side that has none.
type Redaction struct {
	Change        dialect.Change
	Before, After *dialect.Place
}

// maxRedactions is how many changes are listed; all are counted.
const maxRedactions = 50

// Compare aligns the messages of a request with those of an upstream body. The error says
// that one of the two cannot be read.
func Compare(request, upstream []byte) (Comparison, error) {
	a, err := dialects.Compare(request, upstream)
	if err != nil {
		return Comparison{}, err
	}
	p := Comparison{Counts: Counts{
		Kept: a.Count(dialect.Kept), Changed: a.Count(dialect.Changed), Dropped: a.Count(dialect.Dropped), Added: a.Count(dialect.Added),
		Moved: a.Moved(), Unknown: a.B.Dialect == dialect.Unknown, Cut: a.Cut,
	}}
	for _, pair := range a.Pairs {
		if pair.Change != dialect.Kept && len(p.Redactions) < maxRedactions {
			p.Redactions = append(p.Redactions, Redaction{pair.Change, pair.A, pair.B})
		}
	}
	return p, nil
}

// AllKept reports whether each part of the request is in the upstream body.
func (c Counts) AllKept() bool { return !c.Cut && c.Kept > 0 && c.Changed+c.Dropped == 0 }

// Equal reports whether two comparisons are equal.
func (p Comparison) Equal(o Comparison) bool {
	same := func(a, b *dialect.Place) bool {
		return a == b || a != nil && b != nil && a.Path == b.Path && a.Role == b.Role && a.Name == b.Name && a.Text == b.Text
	}
	return p.Counts == o.Counts && slices.EqualFunc(p.Redactions, o.Redactions, func(a, b Redaction) bool {
		return a.Change == b.Change && same(a.Before, b.Before) && same(a.After, b.After)
	})
}
