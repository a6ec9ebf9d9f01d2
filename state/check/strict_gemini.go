package check

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// geminiSubset is what Gemini takes: the members of its Schema, a subset of OpenAPI 3.0
// (cloud.google.com/vertex-ai/docs/reference/rest/v1/Schema). Its parser refuses a request
// at the first other member: "Unknown name … Cannot find field"
// (zed-extensions/mcp-server-brave-search#12, zendev-sh/goai#108).
func geminiSubset() subset {
	return subset{title: "Gemini", node: geminiNode}
}

var geminiKeywords = []string{
	"type", "format", "title", "description", "nullable", "default", "example", "enum", "items", "minItems", "maxItems",
	"properties", "required", "propertyOrdering", "minProperties", "maxProperties", "minimum", "maximum", "minLength", "maxLength", "pattern", "anyOf",
}

// geminiKept are keywords that cannot be left out: they say what a value is.
var geminiKept = []string{"$ref", "$defs", "definitions", "allOf", "not", "if", "then", "else", "patternProperties", "prefixItems"}

func geminiNode(s *strict, at *path, v []byte, _ bool) {
	s.rename(at, v, "oneOf", "anyOf")
	s.rename(at, v, "exclusiveMinimum", "minimum")
	s.rename(at, v, "exclusiveMaximum", "maximum")
	s.geminiConst(at, v)
	var others []string
	for m := range scan.Members(v) {
		renamed := []string{"oneOf", "exclusiveMinimum", "exclusiveMaximum", "const"}
		if !slices.Contains(geminiKeywords, m.Key) && !slices.Contains(geminiKept, m.Key) && !slices.Contains(renamed, m.Key) {
			others = append(others, m.Key)
		}
	}
	s.without(at, v, others, true)
	s.without(at, v, geminiKept, false)
	s.geminiType(at, v)
	s.geminiNames(at, v)
	n := 0
	for _, e := range scan.Elements(scan.Get(v, "enum")) {
		if scan.KindOf(e) != scan.String {
			s.likely(at.key("enum").at(n), "Gemini takes strings in enum")
		}
		n++
	}
	if scan.Text(scan.Get(v, "type")) == "array" && scan.Get(v, "items") == nil {
		s.likely(at.key("items"), "is missing; Gemini wants it of an array")
	}
}

// geminiConst: one value is an enum of it.
func (s *strict) geminiConst(at *path, v []byte) {
	one := scan.Get(v, "const")
	if one == nil {
		return
	}
	var repair Repair
	if scan.KindOf(one) == scan.String && scan.Get(v, "enum") == nil {
		repair = Repair{{Pointer: at.key("enum").pointer(), Value: scan.MakeArray([]json.RawMessage{one})}, {Pointer: at.key("const").pointer()}}
	}
	s.likely(at.key("const"), "Gemini does not take this keyword; it has enum", repair...)
}

// geminiType: a type is one word, and null is nullable.
func (s *strict) geminiType(at *path, v []byte) {
	kind := scan.Get(v, "type")
	if scan.KindOf(kind) != scan.Array {
		if kind == nil && scan.Get(v, "properties") != nil {
			s.likely(at.key("type"), `is missing; Gemini wants "object"`, Edit{Pointer: at.key("type").pointer(), Value: []byte(`"object"`)})
		}
		return
	}
	var others []json.RawMessage
	null := false
	for _, one := range scan.Elements(kind) {
		if scan.Text(one) == "null" {
			null = true
		} else {
			others = append(others, one)
		}
	}
	var repair Repair
	if len(others) == 1 {
		repair = Repair{{Pointer: at.key("type").pointer(), Value: others[0]}}
		if null {
			repair = append(repair, Edit{Pointer: at.key("nullable").pointer(), Value: []byte("true")})
		}
	}
	s.likely(at.key("type"), "Gemini takes one type, with nullable for null", repair...)
}

// geminiNames: what is required must be there.
func (s *strict) geminiNames(at *path, v []byte) {
	all, _ := propertiesOf(v)
	var kept []json.RawMessage
	unknown := ""
	for _, name := range scan.Elements(scan.Get(v, "required")) {
		if slices.Contains(all, scan.Text(name)) {
			kept = append(kept, name)
		} else if unknown == "" {
			unknown = scan.Text(name)
		}
	}
	if unknown != "" {
		s.likely(at.key("required"), "names "+unknown+", which is no property; Gemini refuses that",
			Edit{Pointer: at.key("required").pointer(), Value: scan.MakeArray(kept)})
	}
}
