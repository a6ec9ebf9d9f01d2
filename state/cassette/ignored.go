package cassette

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"

	"gatehouse/state/tree"
)

// Ignored are the places of a body that are not compared.
type Ignored struct{ filter string }

// Ignore reads jq paths, as .metadata.run_id, .input[].id or .["a b"]. The error names one
// that is none; what else jq can do has no place here. Without paths it returns nil.
func Ignore(paths ...string) (*Ignored, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var all []string
	for _, typed := range paths {
		path := typed
		if !strings.HasPrefix(path, ".") {
			path = "." + path // as faults are named
		}
		q, err := gojq.Parse(path)
		if err != nil || !isPath(q) {
			return nil, fmt.Errorf("%q is no jq path; write it as .metadata.run_id or .input[].id", typed)
		}
		all = append(all, "("+path+")?")
	}
	return &Ignored{"del(" + strings.Join(all, ", ") + ")"}, nil
}

// isPath reports whether a filter is one path, or several steps in a pipe, and computes
// nothing.
func isPath(q *gojq.Query) bool {
	if q.Op == gojq.OpPipe && len(q.Patterns) == 0 && len(q.FuncDefs) == 0 {
		everything := func(q *gojq.Query) bool { return q.Term != nil && q.Term.Type == gojq.TermTypeRecurse }
		return (everything(q.Left) || isPath(q.Left)) && isPath(q.Right)
	}
	if q.Term == nil || len(q.FuncDefs) > 0 || q.Meta != nil || len(q.Imports) > 0 {
		return false
	}
	switch t := q.Term; t.Type {
	case gojq.TermTypeIdentity:
		if len(t.SuffixList) == 0 {
			return false // all of the body
		}
	case gojq.TermTypeIndex:
		if !isStep(t.Index) {
			return false
		}
	default:
		return false
	}
	for _, s := range q.Term.SuffixList {
		if s.Index != nil && !isStep(s.Index) {
			return false
		}
	}
	return true
}

// isStep reports whether an index is a name or a number.
func isStep(i *gojq.Index) bool {
	switch {
	case i.IsSlice || i.End != nil:
		return false
	case i.Name != "":
		return true
	case i.Str != nil:
		return i.Str.Queries == nil
	case i.Start == nil || i.Start.Term == nil || i.Start.Left != nil || i.Start.Right != nil || len(i.Start.Term.SuffixList) > 0:
		return false
	}
	switch t := i.Start.Term; t.Type {
	case gojq.TermTypeString:
		return t.Str.Queries == nil
	case gojq.TermTypeNumber:
		_, err := strconv.Atoi(t.Number)
		return err == nil
	}
	return false
}

// Without returns a body without what is ignored, in its own spelling where that is
// nothing. What is no JSON stays as it is.
func (g *Ignored) Without(body []byte) []byte {
	if g == nil || len(body) == 0 {
		return body
	}
	left, err := tree.Filter(context.Background(), body, g.filter)
	if err != nil || left.Count != 1 {
		return body
	}
	return left.Doc
}
