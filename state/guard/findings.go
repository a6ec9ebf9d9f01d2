package guard

import (
	"encoding/json"
	"slices"

	"gatehouse/state/dialect"
	"gatehouse/state/figures"
	"gatehouse/state/tree"
)

// Findings is what was found of what the guardrails of an exchange tell.
type Findings struct {
	Texts  []Text
	Found  []Found  // for each stage
	Passed []Passed // what became of the texts, where a stage redacts
}

// Passed is what became of the messages on the way to some providers: to all of those whom
// they reached alike.
type Passed struct {
	Comparison
	To    []UpstreamBody // without their bodies
	Wrong error          // why they could not be compared
	List  []Change
}

// Change is a text before and after, and what differs in its words.
type Change struct {
	Redaction
	Old, New string
	Pieces   []tree.Piece
}

// Look looks for what the stages tell of in the request's texts, and for what they took out
// on the way.
func Look(request []byte, debug []json.RawMessage, routing json.RawMessage, stages []Stage) *Findings {
	f := &Findings{Texts: Texts(request)}
	f.Found = Find(f.Texts, stages...)
	if slices.ContainsFunc(stages, Stage.Redacted) {
		f.Passed = compared(request, Upstream(debug, routing))
	}
	return f
}

// compared compares a request with the bodies that went on; those in which the same
// became of it are one.
func compared(request []byte, bodies []UpstreamBody) []Passed {
	var list []Passed
	for _, to := range bodies {
		passage, err := Compare(request, to.Body)
		to.Body = nil
		i := slices.IndexFunc(list, func(p Passed) bool { return p.Wrong == nil && err == nil && p.Equal(passage) })
		if i < 0 {
			i = len(list)
			list = append(list, Passed{Comparison: passage, Wrong: err, List: changes(passage.Redactions)})
		}
		list[i].To = append(list[i].To, to)
	}
	return list
}

// mostCompared is up to how many bytes of two texts their words are compared.
const mostCompared = 2 << 20

func changes(list []Redaction) []Change {
	out := make([]Change, len(list))
	for i, r := range list {
		c := Change{Redaction: r, Old: written(r.Before), New: written(r.After)}
		if len(c.Old)+len(c.New) <= mostCompared {
			c.Pieces = tree.DiffWords(c.Old, c.New)
		} else {
			c.Pieces = []tree.Piece{{Kind: tree.Removed, To: len(c.Old)}, {Kind: tree.Added, To: len(c.New)}}
		}
		out[i] = c
	}
	return out
}

// written is a part as one line of text: an attachment by its kind and size.
func written(p *dialect.Place) string {
	switch {
	case p == nil:
		return ""
	case p.Kind == dialect.Call:
		return p.Name + " " + p.Text
	case p.Kind == dialect.Media && len(p.Text) > longAddress:
		return p.Name + ", " + figures.Size(tree.Base64Size(p.Text))
	}
	return p.Text
}

// longAddress is up to how many bytes the text of an attachment is shown; what is
// longer is its data.
const longAddress = 200
