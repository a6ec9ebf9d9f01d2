package validate

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
)

// types is a set of JSON types; integer is a number without a fraction.
type types uint8

const (
	null types = 1 << iota
	boolean
	integer
	number
	text
	array
	object
)

// rule describes the allowed values; what it does not mention is allowed.
type rule struct {
	types    types                 // 0: any
	only     []string              // the strings that are allowed
	known    []string              // the strings that are known, where the document shows none
	limits   limits                // of a number
	runes    int                   // of a string at most, in code points; 0: no limit
	items    *rule                 // of each element
	least    int                   // elements at least
	most     int                   // elements at most; 0: no limit
	fields   fields                // members of an object; others pass
	values   *rule                 // of each member of an object, whatever its name
	required []string              // members that must be there
	variant  func(v []byte) fields // picks further fields by what the object holds
	soft     bool                  // the document shows none of this: findings are hints
	also     func(c *checker, at *path, v []byte)
}

type fields map[string]*rule

// by picks fields by the value of a member. The name "" is for objects without
// the member: one that is an empty string, or no string, picks none.
func by(member string, variants map[string]fields) func(v []byte) fields {
	return func(v []byte) fields {
		tag := scan.Get(v, member)
		if tag != nil && scan.Text(tag) == "" {
			return nil
		}
		return variants[scan.Text(tag)]
	}
}

// limits are the bounds of a number, both inclusive.
type limits struct {
	min, max       float64
	hasMin, hasMax bool
}

func from(min float64) limits         { return limits{min: min, hasMin: true} }
func between(min, max float64) limits { return limits{min: min, max: max, hasMin: true, hasMax: true} }

func trim(v []byte) []byte { return bytes.TrimSpace(v) }

// value checks v at a place against its rule.
func (c *checker) value(at *path, v []byte, r *rule) {
	if r.soft {
		c.soft++
		defer func() { c.soft-- }()
	}
	kind := scan.KindOf(v)
	if r.types != 0 && !r.types.has(kind, v) {
		c.fault(at, schema.Describe(v)+", must be "+r.types.String())
		return
	}
	switch kind {
	case scan.String:
		c.text(at, v, r)
	case scan.Number:
		c.number(at, v, r)
	case scan.Array:
		c.array(at, v, r)
	case scan.Object:
		c.object(at, v, r)
	}
	if r.also != nil && kind != scan.Null {
		r.also(c, at, v)
	}
}

func (c *checker) text(at *path, v []byte, r *rule) {
	s := scan.Text(v)
	if r.only != nil && !slices.Contains(r.only, s) {
		c.fault(at, schema.Excerpt(v)+", allowed: "+strings.Join(r.only, ", "), c.meant(at, s, r.only)...)
	}
	if r.known != nil && !slices.Contains(r.known, s) {
		c.hint(at, schema.Excerpt(v)+", known: "+strings.Join(r.known, ", "), c.meant(at, s, r.known)...)
	}
	if n := scan.Runes(v); r.runes > 0 && n > r.runes {
		c.fault(at, fmt.Sprintf("%d characters, at most %d allowed", n, r.runes))
	}
}

// meant repairs a misspelt word.
func (c *checker) meant(at *path, word string, words []string) Repair {
	if near := nearest(word, words); near != "" {
		return Repair{{Pointer: at.pointer(), Value: scan.Quote(near)}}
	}
	return nil
}

func (c *checker) number(at *path, v []byte, r *rule) {
	l := r.limits
	if !l.hasMin && !l.hasMax {
		return
	}
	f, _ := strconv.ParseFloat(string(v), 64) // out of range it is an infinity, which compares as it should
	if l.hasMin && f < l.min || l.hasMax && f > l.max {
		c.fault(at, schema.Excerpt(v)+", must be "+l.String())
	}
}

func (l limits) String() string {
	low, high := strconv.FormatFloat(l.min, 'f', -1, 64), strconv.FormatFloat(l.max, 'f', -1, 64)
	switch {
	case l.hasMin && l.hasMax:
		return low + " to " + high
	case l.hasMin:
		return "at least " + low
	}
	return "at most " + high
}

func (c *checker) array(at *path, v []byte, r *rule) {
	n := 0
	for at, element := range at.elements(v) {
		if n++; r.items != nil {
			c.value(at, element, r.items)
		}
	}
	switch {
	case n < r.least:
		c.fault(at, fmt.Sprintf("%s, at least %d required", items(n), r.least))
	case r.most > 0 && n > r.most:
		c.fault(at, fmt.Sprintf("%s, at most %d allowed", items(n), r.most))
	}
}

func items(n int) string {
	switch n {
	case 0:
		return "no items"
	case 1:
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}

func (c *checker) object(at *path, v []byte, r *rule) {
	var variant fields
	if r.variant != nil {
		variant = r.variant(v)
	}
	missing := slices.Clone(r.required)
	for m := range scan.Members(v) {
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == m.Key })
		for _, f := range []*rule{r.fields[m.Key], variant[m.Key], r.values} {
			if f != nil {
				c.value(at.key(m.Key), m.Value, f)
			}
		}
	}
	for _, name := range missing {
		message := "is required but missing"
		if f := r.fields[name]; f != nil && f.only != nil {
			message += "; allowed: " + strings.Join(f.only, ", ")
		}
		c.fault(at.key(name), message)
	}
}
