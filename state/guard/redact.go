package guard

import (
	"slices"

	"gatehouse/state/dialect"
)

// Passage is what became of a request's messages on the way to a provider.
type Passage struct {
	Counts
	Redactions []Redaction
}

// Counts says how many parts of messages there are of each fate.
type Counts struct {
	Kept, Changed, Dropped, Added int

	Moved   int  // of the kept ones, those in another order
	Unknown bool // the format of the upstream body is unknown: its strings were searched
	Cut     bool // not all of it was read
}

// Redaction is a part of a request that did not go on as it was sent: the part as
// it was sent and as the gateway passed it on. A side that has none is nil.
type Redaction struct {
	Change        dialect.Change
	Before, After *dialect.Place
}

// maxRedactions is how many changes are listed; all are counted.
const maxRedactions = 50

// Compare aligns the messages of a request with those of a body that the gateway
// passed on. The error says that one of the two cannot be read.
func Compare(request, upstream []byte) (Passage, error) {
	a, err := dialect.Compare(request, upstream)
	if err != nil {
		return Passage{}, err
	}
	p := Passage{Counts: Counts{
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

// AllKept reports whether each part of the request was found in what went on.
func (c Counts) AllKept() bool { return !c.Cut && c.Kept > 0 && c.Changed+c.Dropped == 0 }

// Equal reports whether the same became of a request in two passages.
func (p Passage) Equal(o Passage) bool {
	same := func(a, b *dialect.Place) bool {
		return a == b || a != nil && b != nil && a.Path == b.Path && a.Role == b.Role && a.Name == b.Name && a.Text == b.Text
	}
	return p.Counts == o.Counts && slices.EqualFunc(p.Redactions, o.Redactions, func(a, b Redaction) bool {
		return a.Change == b.Change && same(a.Before, b.Before) && same(a.After, b.After)
	})
}
