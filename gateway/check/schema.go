package check

import (
	"math"
	"strings"
)

// schema returns the rule of a JSON Schema: the types of the keywords, as in the meta-schema of draft 2020-12, and
// the forms of draft 4 and 7 that are still in use. Unknown keywords are allowed, and so are
// patterns that Go does not support.
func schema() rule {
	var keywords rule
	self := byKind("a JSON Schema (an object or a boolean)", "{tf",
		func(r *report, at *path, v value) { keywords(r, at, v) }, anything, anything)
	types := oneOf("array", "boolean", "integer", "null", "number", "object", "string")
	some := func(array rule) rule { return counted(array, 1, math.MaxInt) }
	schemas, named, names := some(arrayOf(self)), mapOf(self), unique(arrayOf(text))
	size := between(integer, 0, math.Inf(1))
	bound := byKind("a number or a boolean", "0tf", anything, anything, anything)
	f := fields{
		"type":              byKind("the name of a type or an array of them", `"[`, types, some(unique(arrayOf(types)))),
		"enum":              list,
		"items":             byKind("a JSON Schema or an array of them", "{tf[", self, self, self, schemas),
		"required":          names,
		"dependentRequired": mapOf(names),
		"dependencies":      mapOf(byKind("a JSON Schema or an array of names", "{tf[", self, self, self, names)),
		"multipleOf":        positive,
		"exclusiveMinimum":  bound,
		"exclusiveMaximum":  bound,
		"examples":          list,
	}
	for _, same := range []struct {
		rule
		keywords string
	}{
		{self, "additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties additionalItems contentSchema"},
		{schemas, "prefixItems allOf anyOf oneOf"},
		{named, "properties patternProperties $defs definitions dependentSchemas"},
		{size, "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains"},
		{number, "minimum maximum"},
		{boolean, "uniqueItems deprecated readOnly writeOnly"},
		{text, "pattern format title description contentEncoding contentMediaType $ref $id $schema $anchor $dynamicRef $dynamicAnchor $comment"},
	} {
		for keyword := range strings.FieldsSeq(same.keywords) {
			f[keyword] = same.rule
		}
	}
	keywords = object(f)
	return self
}

func positive(r *report, at *path, v value) {
	number(r, at, v)
	// The digits decide: as a float64, 1e-999 would be zero.
	digits, _, _ := strings.Cut(strings.ToLower(v.text()), "e")
	if v.kind == '0' && (strings.HasPrefix(digits, "-") || !strings.ContainsAny(digits, "123456789")) {
		r.add(at, "must be greater than 0, not "+v.text())
	}
}

// unique returns the rule of an array without repeated strings.
func unique(array rule) rule {
	return func(r *report, at *path, v value) {
		array(r, at, v)
		seen := map[string]bool{}
		for i, e := range v.elements() {
			if e.kind == '"' && seen[e.text()] {
				r.add(at.element(i), "appears twice: "+excerpt(e.text()))
			}
			if e.kind == '"' {
				seen[e.text()] = true
			}
		}
	}
}
