package explain

import (
	"slices"
	"strings"

	"gatehouse/state"
)

// otherProviderConstraints lists what else limited the providers: the constraints reported
// to have excluded endpoints or, where none is, the request's other provider settings.
func (c constraint) otherProviderConstraints(x *state.Exchange) []constraint {
	if !strings.HasPrefix(c.field, "provider.") {
		return nil
	}
	if reportsDrops(x) {
		return slices.DeleteFunc(constraints(x), func(o constraint) bool { return !o.dropped || o.field == c.field })
	}
	return unnamedConstraints(x, []constraint{c})
}

// reportsDrops reports whether the metadata says what excluded which endpoints.
func reportsDrops(x *state.Exchange) bool {
	return slices.ContainsFunc(Drops(x), func(d Drop) bool { return d.Provider != "" })
}

// unnamedConstraints lists the request's limits on providers besides the constraints in a
// list.
func unnamedConstraints(x *state.Exchange, list []constraint) []constraint {
	var rest []constraint
	for _, field := range limitsInRequest(x.Request) {
		named := slices.ContainsFunc(list, func(c constraint) bool { return strings.HasPrefix(c.field+".", field+".") })
		if strings.HasPrefix(field, "provider.") && !named {
			c := constraint{field: field}
			c.locate(x.Request)
			rest = append(rest, c)
		}
	}
	return rest
}

// providersLeft says which providers some constraints leave; empty for no constraint.
func providersLeft(list []constraint) string {
	var words []string
	for _, c := range list {
		words = append(words, c.setting())
	}
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0] + " leaves"
	}
	return strings.Join(words, " and ") + " leave"
}

// relaxEach returns the ways to relax the constraints in a list, one by one and, where
// several may have to go, all at once. One change may not be enough where a constraint
// that excluded candidates is not named as the last, and where the request limits
// providers in other ways too.
func relaxEach(x *state.Exchange, list []constraint) []Relaxation {
	left := emptyingConstraints(x)
	var rest []constraint
	if len(left) > 0 && reportsDrops(x) {
		rest = unnamedConstraints(x, list)
	}
	several := len(left)+len(rest) > 1
	var ways, all []Relaxation
	for _, c := range list {
		own := c.relaxations()
		all = append(all, own[max(len(own)-1, 0):]...)
		for _, r := range own {
			if several && (c.dropped || len(rest) > 0) {
				r.Words += "; this alone may not be enough"
			}
			ways = append(ways, r)
		}
	}
	for _, c := range rest {
		own := c.relaxations()
		all = append(all, own[max(len(own)-1, 0):]...)
	}
	if len(ways) == 0 || len(all) < 2 || !several {
		return ways
	}
	return append(ways, combineEdits(all))
}

// combineEdits makes one change of several.
func combineEdits(list []Relaxation) Relaxation {
	var words []string
	var edits []Edit
	for _, r := range list {
		words, edits = append(words, r.Words), append(edits, r.Edits...)
	}
	return Relaxation{Words: strings.Join(words, ", and "), Edits: edits}
}
