package check

import (
	"math"
	"strconv"
	"strings"
)

// schema is what makes a value a JSON Schema: the types of the keywords, as the
// meta-schema of draft 2020-12 gives them, and the forms of draft 4 and 7 that
// are still written. Unknown keywords pass, and so does a pattern in a dialect
// of regular expressions that Go does not know.
func schema() rule {
	var keywords rule
	self := byKind("a JSON Schema (an object or a boolean)", "{tf",
		func(r *report, at *path, v value) { keywords(r, at, v) }, anything, anything)
	types := oneOf("array", "boolean", "integer", "null", "number", "object", "string")
	schemas, named := arrayOf(self), mapOf(self)
	size := between(integer, 0, math.Inf(1))
	bound := byKind("a number or a boolean", "0tf", anything, anything, anything)
	f := fields{
		"type":              byKind("the name of a type or an array of them", `"[`, types, arrayOf(types)),
		"enum":              list,
		"items":             byKind("a JSON Schema or an array of them", "{tf[", self, self, self, schemas),
		"required":          arrayOf(text),
		"dependentRequired": mapOf(arrayOf(text)),
		"dependencies":      mapOf(byKind("a JSON Schema or an array of names", "{tf[", self, self, self, arrayOf(text))),
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
	if n, _ := strconv.ParseFloat(v.text(), 64); v.kind == '0' && n <= 0 {
		r.add(at, "must be above 0, not "+v.text())
	}
}
