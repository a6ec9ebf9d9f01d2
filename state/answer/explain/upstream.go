package explain

import (
	"encoding/json"
	"fmt"
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/tree"
)

// UpstreamBody is a request's body as the gateway sent it to a provider.
type UpstreamBody struct {
	Provider string // empty when unknown
	Place    string // which attempt, or which body, it was
	Body     []byte // JSON, or a text where the gateway reported it as one
}

// Upstream returns the bodies that the gateway sent, one for each provider that it tried
// (wire-notes §5.1): debug.echo_upstream_body of the response.debug events in
// state.Exchange.Debug. The attempts of the routing metadata name their providers where
// there are as many.
func Upstream(debugs []json.RawMessage, routing json.RawMessage) []UpstreamBody {
	var list []UpstreamBody
	for _, debug := range debugs {
		v := scan.Get(debug, "echo_upstream_body")
		if scan.KindOf(v) == scan.String {
			v = []byte(scan.Text(v))
		}
		if len(v) > 0 && !scan.IsNull(v) && string(v) != "true" {
			list = append(list, UpstreamBody{Body: v})
		}
	}
	if len(list) == 0 {
		return nil
	}
	var attempts []wire.Attempt
	if len(routing) > 0 {
		attempts = read.Routing(routing).Attempts
	}
	for i := range list {
		switch p := &list[i]; len(attempts) {
		case len(list):
			p.Provider, p.Place = attempts[i].Provider, fmt.Sprintf("attempt %d of %d", i+1, len(list))
		case 0:
			p.Place = fmt.Sprintf("upstream body %d of %d", i+1, len(list))
		default:
			p.Place = fmt.Sprintf("upstream body %d of %d, %d attempts", i+1, len(list), len(attempts))
		}
	}
	return list
}

// Comparison is how a request's messages were changed on the way to a provider.
type Comparison struct {
	Counts
	Redactions []Redaction
}

// Counts are the numbers of unchanged, changed, dropped and added parts of messages.
type Counts struct {
	Unchanged, Changed, Dropped, Added int

	Moved   int  // of the unchanged ones, those in another order
	Unknown bool // the format of the upstream body is unknown, so only its strings were searched
	Cut     bool // the body was not read to its end
}

// Redaction is a part of a request that was changed on the way, before and after; nil on
// the side that has none.
type Redaction struct {
	Change        dialect.Change
	Before, After *dialect.Place

	Old, New string       // the texts
	Pieces   []tree.Piece // what differs in their words
}

// maxRedactions is how many changes are listed; all are counted.
const maxRedactions = 50

// Compare aligns the messages of a request with those of an upstream body. The error says
// that one of the two cannot be read.
func Compare(request, upstream []byte) (Comparison, error) {
	a, err := registry.Compare(request, upstream)
	if err != nil {
		return Comparison{}, err
	}
	p := Comparison{Counts: Counts{
		Unchanged: a.Count(dialect.Unchanged), Changed: a.Count(dialect.Changed), Dropped: a.Count(dialect.Dropped), Added: a.Count(dialect.Added),
		Moved: a.Moved(), Unknown: a.B.Dialect == dialect.Unknown, Cut: a.Cut,
	}}
	for _, pair := range a.Pairs {
		if pair.Change != dialect.Unchanged && len(p.Redactions) < maxRedactions {
			p.Redactions = append(p.Redactions, Redaction{Change: pair.Change, Before: pair.A, After: pair.B})
		}
	}
	return p, nil
}

// AllUnchanged reports whether each part of the request is in the upstream body.
func (c Counts) AllUnchanged() bool { return !c.Cut && c.Unchanged > 0 && c.Changed+c.Dropped == 0 }

// Equal reports whether two comparisons are equal.
func (p Comparison) Equal(o Comparison) bool {
	same := func(a, b *dialect.Place) bool {
		return a == b || a != nil && b != nil && a.Path == b.Path && a.Role == b.Role && a.Name == b.Name && a.Text == b.Text
	}
	return p.Counts == o.Counts && slices.EqualFunc(p.Redactions, o.Redactions, func(a, b Redaction) bool {
		return a.Change == b.Change && same(a.Before, b.Before) && same(a.After, b.After)
	})
}

// Searched is what was found of what the guardrails of an exchange report.
type Searched struct {
	Texts  []Text
	Found  []Found          // for each stage
	Passed []UpstreamChange // what became of the texts, where a stage redacts
}

// UpstreamChange is what became of the messages on the way to some providers: to all of those whom
// they reached alike.
type UpstreamChange struct {
	Comparison
	To    []UpstreamBody // without their bodies
	Wrong error          // why they could not be compared
}

// Search searches the request's texts for what the stages report, and for what they
// removed on the way.
func Search(request []byte, debug []json.RawMessage, routing json.RawMessage, stages []wire.Stage) *Searched {
	f := &Searched{Texts: Texts(request)}
	f.Found = Find(f.Texts, stages...)
	if slices.ContainsFunc(stages, wire.Stage.Redacted) {
		f.Passed = compareUpstream(request, Upstream(debug, routing))
	}
	return f
}

// compareUpstream compares a request with the forwarded bodies; those in which the same became of
// it are one.
func compareUpstream(request []byte, bodies []UpstreamBody) []UpstreamChange {
	var list []UpstreamChange
	for _, to := range bodies {
		c, err := Compare(request, to.Body)
		to.Body = nil
		i := slices.IndexFunc(list, func(p UpstreamChange) bool { return p.Wrong == nil && err == nil && p.Equal(c) })
		if i < 0 {
			i = len(list)
			for j := range c.Redactions {
				c.Redactions[j].compareTexts()
			}
			list = append(list, UpstreamChange{Comparison: c, Wrong: err})
		}
		list[i].To = append(list[i].To, to)
	}
	return list
}

// compareTexts sets the texts of a redaction and what differs in their words.
func (r *Redaction) compareTexts() {
	const maxCompared = 2 << 20 // bytes
	r.Old, r.New = written(r.Before), written(r.After)
	r.Pieces = []tree.Piece{{Kind: tree.Removed, To: len(r.Old)}, {Kind: tree.Added, To: len(r.New)}}
	if len(r.Old)+len(r.New) <= maxCompared {
		r.Pieces = tree.DiffWords(r.Old, r.New)
	}
}

// written returns a part as one line of text: an attachment by its kind and size.
func written(p *dialect.Place) string {
	const maxAddress = 200 // bytes; what is longer is the data itself
	switch {
	case p == nil:
		return ""
	case p.Kind == dialect.Call:
		return p.Name + " " + p.Text
	case p.Kind == dialect.Media && len(p.Text) > maxAddress:
		return p.Name + ", " + figures.Size(tree.Base64Size(p.Text))
	}
	return p.Text
}
