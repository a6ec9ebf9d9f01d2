package check

import (
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
)

// openaiSubset is what OpenAI takes with strict: true ("Structured Outputs: Supported
// schemas"; as of February 2026 in jsonschemaprofiles.unitvectorylabs.com/schemas/openai).
// That default, minLength and maxLength are refused is said in openai/openai-node#1988 and
// dotnet/extensions#6196; oneOf is refused as allOf is.
func openaiSubset() subset {
	return subset{title: "OpenAI", node: openaiNode}
}

// What the documentation lists as not supported.
var (
	openaiComposed = []string{"allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties", "prefixItems"}
	openaiBounds   = []string{
		"default", "minLength", "maxLength", "uniqueItems", "contains", "minContains", "maxContains",
		"minProperties", "maxProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems",
	}
)

// Limits of one schema.
const (
	openaiProperties = 5000
	openaiDepth      = 10
	openaiEnums      = 1000
	openaiCharacters = 120_000 // of names of properties and definitions, and of enum and const values
)

func openaiNode(s *strict, at *path, v []byte, root bool) {
	if root {
		s.objectRoot(at, v)
		if scan.Get(v, "anyOf") != nil {
			s.likely(at.key("anyOf"), "OpenAI does not take it at the top")
		}
	}
	s.without(at, v, openaiComposed, false)
	s.without(at, v, openaiBounds, true)
	s.rename(at, v, "oneOf", "anyOf")
	s.closed(at, v)
	s.allRequired(at, v)
	s.openaiSums(v)
}

// allRequired hints at optional properties. Required, and null where they were left out, they
// say the same.
func (s *strict) allRequired(at *path, v []byte) {
	all, optional := propertiesOf(v)
	if len(optional) == 0 || !isObject(v) {
		return
	}
	var names []json.RawMessage
	for _, name := range all {
		names = append(names, scan.Quote(name))
	}
	repair := Repair{{Pointer: at.key("required").pointer(), Value: scan.MakeArray(names)}}
	for _, name := range optional {
		repair = append(repair, nullable(at.key("properties").key(name), scan.At(v, "properties", name))...)
	}
	message := "must hold all properties for OpenAI; " + optional[0]
	if len(optional) > 1 {
		message += " and others are"
	} else {
		message += " is"
	}
	s.likely(at.key("required"), message+" missing", repair...)
}

// nullable lets null pass a schema that names its types.
func nullable(at *path, v []byte) (edits Repair) {
	kind := scan.Get(v, "type")
	var types []json.RawMessage
	switch scan.KindOf(kind) {
	case scan.String:
		types = append(types, kind)
	case scan.Array:
		for _, one := range scan.Elements(kind) {
			types = append(types, one)
		}
	}
	if len(types) == 0 || slices.ContainsFunc(types, func(t json.RawMessage) bool { return string(t) == `"null"` }) {
		return nil
	}
	edits = Repair{{Pointer: at.key("type").pointer(), Value: scan.MakeArray(append(types, []byte(`"null"`)))}}
	if scan.KindOf(scan.Get(v, "enum")) == scan.Array {
		edits = append(edits, Edit{Pointer: at.key("enum").pointer() + "/-", Value: []byte("null")})
	}
	return edits
}

// openaiSums adds a schema to the counts, and hints where one passes its limit.
func (s *strict) openaiSums(v []byte) {
	was := s.sums
	for _, holder := range []string{"properties", "$defs", "definitions"} {
		for m := range scan.Members(scan.Get(v, holder)) {
			s.characters += len(m.Key)
			if holder == "properties" {
				s.properties++
			}
		}
	}
	for _, e := range scan.Elements(scan.Get(v, "enum")) {
		s.enums++
		s.characters += scan.TextLen(e)
	}
	s.characters += scan.TextLen(scan.Get(v, "const"))
	for _, sum := range []struct {
		was, now, most int
		what           string
	}{
		{was.properties, s.properties, openaiProperties, "properties"}, {was.enums, s.enums, openaiEnums, "values of enum"},
		{was.characters, s.characters, openaiCharacters, "characters in names and values"},
	} {
		if sum.was <= sum.most {
			s.bound(s.topAt, sum.now, sum.most, sum.what)
		}
	}
	if s.depth == openaiDepth && scan.Get(v, "properties") != nil {
		s.bound(s.topAt, s.depth+1, openaiDepth, "levels of objects")
	}
}
