package validate

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
	"gatehouse/state/request/field"
)

// owner is what the members of an object belong to.
type owner struct {
	name   string // after "is not a member of"
	closed bool   // all members are known, so that any other is worth a hint; else a misspelt one
	shown  bool   // the document has the limits of the figures, which are faults then
}

// members hints at the members of an object that are none of a shape, and at figures that
// nobody can mean.
func (c *checker) members(at *path, v []byte, s *shape, of owner) {
	for m := range scan.Members(v) {
		if inner := s.members[m.Key]; inner != nil {
			c.member(at.key(m.Key), m.Value, inner, of)
			continue
		}
		c.unknown(at, v, m, s, of)
	}
}

// member looks into the value of a member.
func (c *checker) member(at *path, v []byte, s *shape, of owner) {
	kind := scan.KindOf(v)
	if kind == scan.Object && s.kind != field.Object && s.other != nil {
		s = s.other
	}
	switch {
	case kind == scan.Number && (s.kind == field.Integer || s.kind == field.Number):
		c.figure(at, v, s, of)
	case s.members == nil:
	case kind == scan.Object && s.kind == field.Object:
		c.members(at, v, s, owner{name: at.String(), closed: of.closed, shown: of.shown})
	case kind == scan.Array && s.kind == field.Objects:
		for where, e := range at.elements(v) {
			c.members(where, e, s, owner{name: at.String(), closed: of.closed, shown: of.shown})
		}
	}
}

// unknown hints at a member that is none of a shape.
func (c *checker) unknown(at *path, object []byte, m scan.Member, s *shape, of owner) {
	if scan.IsNull(m.Value) || !c.countLookup() { // null: as a client sends what is not set
		return
	}
	message := "is not a member of " + of.name
	switch meant := nearest(m.Key, s.names); {
	case meant != "" && scan.Get(object, meant) != nil:
		c.likely(at.key(m.Key), message+"; "+meant+" is, and is set too")
	case meant != "":
		c.likely(at.key(m.Key), message+"; did you mean "+meant+"?", Edit{Pointer: at.key(m.Key).pointer(), Name: meant})
	case of.closed:
		c.hint(at.key(m.Key), message)
	}
}

// customary are the ranges of figures for which the document has no limits: what public
// services take (wire-notes §2; the references of OpenAI and OpenRouter).
var customary = map[string]limits{
	"temperature": between(0, 2), "top_p": between(0, 1), "top_k": from(0), "top_logprobs": between(0, 20),
	"frequency_penalty": between(-2, 2), "presence_penalty": between(-2, 2), "score_threshold": between(0, 1),
}

// figure hints at a number that no service is known to take. A limit of what is counted is
// at least 1: who wants none leaves the member out.
func (c *checker) figure(at *path, v []byte, f *shape, of owner) {
	n, err := strconv.ParseFloat(string(v), 64)
	usual, ranged := customary[f.name]
	switch {
	case err != nil:
	case ranged && !usual.hold(n):
		bound := usual.max
		if n < usual.min {
			bound = usual.min
		}
		c.hint(at, schema.Excerpt(v)+", usually "+usual.String(), Edit{Pointer: at.pointer(), Value: []byte(plain(bound))})
	case ranged || of.shown && f.min != nil:
	case f.kind == field.Integer && n < 1 && counts(f.name):
		c.likely(at, schema.Excerpt(v)+", no service takes less than 1; leave it out for no limit", Edit{Pointer: at.pointer()})
	case !of.shown && f.max != nil && n > *f.max:
		c.hint(at, schema.Excerpt(v)+", at most "+plain(*f.max)+" is known to be taken", Edit{Pointer: at.pointer(), Value: []byte(plain(*f.max))})
	}
}

func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (l limits) hold(f float64) bool { return (!l.hasMin || f >= l.min) && (!l.hasMax || f <= l.max) }

// counts reports whether a member is a limit of what is counted.
func counts(name string) bool {
	return strings.HasPrefix(name, "max_") || name == "step_count" || strings.HasPrefix(name, "display_")
}

// Unknown lists the members of a request to /responses that the API does not have, those
// of its settings too, as jq writes their paths. The input and the tools are not looked at.
func Unknown(request []byte) []string {
	c := &checker{word: DefaultWord}
	c.top(request)
	var paths []string
	for _, f := range c.report.Hints {
		if strings.Contains(f.Message, "is not a member of ") || strings.Contains(f.Message, "is a member of ") {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
