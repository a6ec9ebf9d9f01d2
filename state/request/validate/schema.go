package validate

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
)

// maxSchema is how deep a schema is checked. Each level costs one more reading of what is
// below it.
const maxSchema = 64

// checkSchema checks that a value is a JSON Schema: the keywords of draft 2020-12
// and their older spellings have the types of its meta-schema. Unknown
// keywords pass, as the meta-schema lets them.
func checkSchema(c *checker, at *path, v []byte) { schemaAt(c, at, v, 0) }

func schemaAt(c *checker, at *path, v []byte, depth int) {
	switch scan.KindOf(v) {
	case scan.Bool:
		return
	case scan.Object:
	default:
		c.fault(at, schema.Describe(v)+" is not a JSON Schema, must be an object, true or false")
		return
	}
	if depth >= maxSchema {
		return
	}
	for m := range scan.Members(v) {
		keyword(c, at.key(m.Key), m.Key, m.Value, depth)
	}
}

// keyword checks the value of one keyword.
func keyword(c *checker, at *path, key string, v []byte, depth int) {
	switch key {
	case "type":
		schemaType(c, at, v)
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		if need(c, at, v, object) {
			for m := range scan.Members(v) {
				schemaAt(c, at.key(m.Key), m.Value, depth+1)
			}
		}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		schemas(c, at, v, depth)
	case "items":
		if scan.KindOf(v) == scan.Array { // before draft 2020-12
			schemas(c, at, v, depth)
			return
		}
		schemaAt(c, at, v, depth+1)
	case "additionalProperties", "additionalItems", "not", "if", "then", "else", "contains",
		"propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		schemaAt(c, at, v, depth+1)
	case "dependencies": // before draft 2019-09
		if need(c, at, v, object) {
			for m := range scan.Members(v) {
				dependency(c, at.key(m.Key), m.Value, depth)
			}
		}
	case "dependentRequired":
		if need(c, at, v, object) {
			for m := range scan.Members(v) {
				uniqueStrings(c, at.key(m.Key), m.Value, anyString)
			}
		}
	case "required":
		uniqueStrings(c, at, v, anyString)
	case "enum", "examples":
		need(c, at, v, array)
	default:
		plainKeyword(c, at, key, v)
	}
}

// plainKeyword checks a keyword whose value holds no schema.
func plainKeyword(c *checker, at *path, key string, v []byte) {
	switch key {
	case "multipleOf":
		if need(c, at, v, number) && (string(v[:1]) == "-" || isZero(v)) {
			c.fault(at, schema.Excerpt(v)+", must be above 0 in a JSON Schema")
		}
	case "maximum", "minimum":
		need(c, at, v, number)
	case "exclusiveMaximum", "exclusiveMinimum":
		need(c, at, v, number|boolean) // boolean in draft 4
	case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties",
		"maxContains", "minContains":
		if need(c, at, v, integer) && strings.HasPrefix(string(v), "-") && !isZero(v) {
			c.fault(at, schema.Excerpt(v)+", must not be negative in a JSON Schema")
		}
	case "pattern", "format", "title", "description", "$ref", "$id", "$schema", "$comment",
		"$anchor", "$dynamicRef", "$dynamicAnchor", "contentEncoding", "contentMediaType":
		need(c, at, v, text)
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		need(c, at, v, boolean)
	}
}

func need(c *checker, at *path, v []byte, t types) bool {
	kind := scan.KindOf(v)
	if t.has(kind, v) {
		return true
	}
	c.fault(at, fmt.Sprintf("%s, must be %s in a JSON Schema", schema.Describe(v), t))
	return false
}

func schemas(c *checker, at *path, v []byte, depth int) {
	if !need(c, at, v, array) {
		return
	}
	n := 0
	for at, one := range at.elements(v) {
		schemaAt(c, at, one, depth+1)
		n++
	}
	if n == 0 {
		c.fault(at, "an empty array, must have at least one JSON Schema")
	}
}

func schemaTypes() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

func schemaType(c *checker, at *path, v []byte) {
	if !need(c, at, v, text|array) {
		return
	}
	if scan.KindOf(v) == scan.Array {
		if n := uniqueStrings(c, at, v, oneType); n == 0 {
			c.fault(at, "an empty array, must name at least one type")
		}
		return
	}
	oneType(c, at, v)
}

func oneType(c *checker, at *path, v []byte) {
	if scan.KindOf(v) == scan.String && !slices.Contains(schemaTypes(), scan.Text(v)) {
		c.fault(at, schema.Excerpt(v)+" is not a JSON Schema type, allowed: "+strings.Join(schemaTypes(), ", "))
	}
}

func anyString(*checker, *path, []byte) {}

// uniqueStrings checks an array of strings, each by one, and that they are unique. It
// returns their number.
func uniqueStrings(c *checker, at *path, v []byte, one func(*checker, *path, []byte)) (n int) {
	if !need(c, at, v, array) {
		return 0
	}
	for at, element := range at.elements(v) {
		if need(c, at, element, text) {
			one(c, at, element)
		}
		n++
	}
	seen := make(map[string]bool)
	for at, element := range at.elements(v) {
		if name := scan.Text(element); scan.KindOf(element) == scan.String {
			if seen[name] {
				c.fault(at, schema.Excerpt(element)+" appears twice, must be unique in a JSON Schema")
			}
			seen[name] = true
		}
	}
	return n
}

// dependency is a schema, or the names that must be present too.
func dependency(c *checker, at *path, v []byte, depth int) {
	if scan.KindOf(v) == scan.Array {
		uniqueStrings(c, at, v, anyString)
		return
	}
	schemaAt(c, at, v, depth+1)
}
