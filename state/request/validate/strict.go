package validate

import (
	"iter"
	"slices"

	"gatehouse/client/scan"
)

// Providers returns the providers whose subset of JSON Schema is known.
func Providers() []string { return []string{"openai", "anthropic", "gemini"} }

// Strict checks the schemas of function tools and of text.format against what a provider
// takes. Findings are hints: which provider answers is not known beforehand. There is none
// for a provider that is not known, and for what is no JSON.
func Strict(provider string, request []byte) []Finding {
	if !slices.Contains(Providers(), provider) || scan.Check(request) != nil {
		return nil
	}
	s := &strict{checker: &checker{}, provider: provider, title: titles()[provider]}
	s.functions(member("tools"), scan.Get(request, "tools"))
	if v := scan.At(request, "text", "format", "schema"); v != nil {
		s.enforced, s.format = true, true
		s.schema(member("text").key("format").key("schema"), v)
	}
	if provider == "anthropic" {
		s.atMost(nil, s.optional, maxOptional, "optional properties in schemas that an answer is held to")
	}
	return s.report.Hints
}

// strict is one such check.
type strict struct {
	*checker
	provider string
	title    string
	enforced bool  // the answer is held to the schema at hand: of the text, or of a function with strict
	format   bool  // the schema at hand is that of the text
	topAt    *path // of the schema at hand
	optional int   // properties that are not required, in all schemas that an answer is held to
}

func (s *strict) functions(at *path, tools []byte) {
	for at, tool := range at.elements(tools) {
		switch kindOf(tool) {
		case "function":
			s.enforced = string(scan.Get(tool, "strict")) == "true"
			if v := scan.Get(tool, "parameters"); scan.KindOf(v) == scan.Object {
				s.schema(at.key("parameters"), v)
			}
		case "namespace":
			s.functions(at.key("tools"), scan.Get(tool, "tools"))
		}
	}
}

// schema looks at a schema and at those in it.
func (s *strict) schema(at *path, v []byte) {
	s.topAt = at
	s.visit(at, v, true, 0)
}

func (s *strict) visit(at *path, v []byte, root bool, depth int) {
	if scan.KindOf(v) != scan.Object || depth >= maxSchema {
		return
	}
	for _, r := range strictRules() {
		if r.provider == s.provider && (r.of == anySchema || r.of == rootSchema && root && !s.format || r.of == enforcedSchema && s.enforced) {
			r.hint(s, at, v)
		}
	}
	for where, inner := range subschemas(at, v) {
		s.visit(where, inner, false, depth+1)
	}
}

// subschemas yields the schemas directly in one.
func subschemas(at *path, v []byte) iter.Seq2[*path, []byte] {
	return func(yield func(*path, []byte) bool) {
		for m := range scan.Members(v) {
			at := at.key(m.Key)
			switch m.Key {
			case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
				for inner := range scan.Members(m.Value) {
					if !yield(at.key(inner.Key), inner.Value) {
						return
					}
				}
			case "items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties", "not", "if", "then", "else", "contains":
				if scan.KindOf(m.Value) == scan.Object && !yield(at, m.Value) {
					return
				}
				for at, inner := range at.elements(m.Value) {
					if !yield(at, inner) {
						return
					}
				}
			}
		}
	}
}

// isObject reports whether a schema describes objects.
func isObject(v []byte) bool {
	kind := scan.Get(v, "type")
	if scan.KindOf(kind) == scan.Array {
		for _, one := range scan.Elements(kind) {
			if scan.Text(one) == "object" {
				return true
			}
		}
	}
	return scan.Text(kind) == "object" || kind == nil && scan.Get(v, "properties") != nil
}

// propertiesOf lists the names of a schema's properties, and which of them are not required.
func propertiesOf(v []byte) (all, optional []string) {
	var required []string
	for _, name := range scan.Elements(scan.Get(v, "required")) {
		required = append(required, scan.Text(name))
	}
	for m := range scan.Members(scan.Get(v, "properties")) {
		all = append(all, m.Key)
		if !slices.Contains(required, m.Key) {
			optional = append(optional, m.Key)
		}
	}
	return all, optional
}
