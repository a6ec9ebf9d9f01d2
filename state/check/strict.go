package check

import (
	"iter"
	"slices"
	"strconv"

	"gatehouse/client/scan"
)

// subset is what one provider takes of JSON Schema.
type subset struct {
	title string
	// node looks at one schema.
	node func(s *strict, at *path, v []byte, root bool)
	// whole looks at what all schemas of a document come to; nil for nothing.
	whole func(s *strict)
}

func subsets() map[string]subset {
	return map[string]subset{"openai": openaiSubset(), "anthropic": anthropicSubset(), "gemini": geminiSubset()}
}

// Providers are those whose subset of JSON Schema is known.
func Providers() []string { return []string{"openai", "anthropic", "gemini"} }

// Strict checks the schemas of function tools and of text.format against what a provider
// takes. Findings are hints: which provider answers is not known beforehand. There is none
// for a provider that is not known, and for what is no JSON.
func Strict(provider string, request []byte) []Finding {
	of, ok := subsets()[provider]
	if !ok || scan.Check(request) != nil {
		return nil
	}
	s := &strict{checker: &checker{}, subset: of}
	var root *path
	s.functions(root.key("tools"), scan.Get(request, "tools"))
	if v := scan.At(request, "text", "format", "schema"); v != nil {
		s.enforced, s.format = true, true
		s.schema(root.key("text").key("format").key("schema"), v)
	}
	if of.whole != nil {
		of.whole(s)
	}
	return s.report.Hints
}

// strict is one such check.
type strict struct {
	*checker
	subset
	enforced bool   // the answer is held to the schema at hand: of the text, or of a function with strict
	format   bool   // the schema at hand is that of the text
	top      []byte // the schema at hand, whole
	topAt    *path
	depth    int // objects around the one at hand
	sums
}

// sums are counts over one schema, but for optional, which is over all that are enforced.
type sums struct{ properties, enums, characters, optional int }

func (s *strict) functions(at *path, tools []byte) {
	n := 0
	for _, tool := range scan.Elements(tools) {
		at := at.at(n)
		switch kindOf(tool) {
		case "function":
			s.enforced = string(scan.Get(tool, "strict")) == "true"
			if v := scan.Get(tool, "parameters"); scan.KindOf(v) == scan.Object {
				s.schema(at.key("parameters"), v)
			}
		case "namespace":
			s.functions(at.key("tools"), scan.Get(tool, "tools"))
		}
		n++
	}
}

// schema looks at a schema and at those in it.
func (s *strict) schema(at *path, v []byte) {
	s.top, s.topAt, s.depth = v, at, 0
	s.sums = sums{optional: s.optional}
	s.visit(at, v, true, 0)
}

func (s *strict) visit(at *path, v []byte, root bool, depth int) {
	if scan.KindOf(v) != scan.Object || depth >= maxSchema {
		return
	}
	s.node(s, at, v, root)
	object := scan.Get(v, "properties") != nil
	if object {
		s.depth++
	}
	for where, inner := range subschemas(at, v) {
		s.visit(where, inner, false, depth+1)
	}
	if object {
		s.depth--
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
				n := 0
				for _, inner := range scan.Elements(m.Value) {
					if !yield(at.at(n), inner) {
						return
					}
					n++
				}
			}
		}
	}
}

// isObject reports whether a schema is of objects.
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

// without hints at keywords that a provider does not take. They can be left out where that
// only lets more values pass.
func (s *strict) without(at *path, v []byte, keywords []string, droppable bool) {
	for m := range scan.Members(v) {
		if !slices.Contains(keywords, m.Key) {
			continue
		}
		var repair Repair
		if droppable {
			repair = Repair{{Pointer: at.key(m.Key).pointer()}}
		}
		s.likely(at.key(m.Key), s.title+" does not take this keyword", repair...)
	}
}

// closed hints at an object whose additionalProperties is not false.
func (s *strict) closed(at *path, v []byte) {
	more := scan.Get(v, "additionalProperties")
	if !isObject(v) || string(more) == "false" {
		return
	}
	at = at.key("additionalProperties")
	if scan.KindOf(more) == scan.Object {
		s.likely(at, "a schema; "+s.title+" wants false, so every property has to be named")
		return
	}
	s.likely(at, "must be false for "+s.title, Edit{Pointer: at.pointer(), Value: []byte("false")})
}

// rename hints at a keyword for which a provider has another one.
func (s *strict) rename(at *path, v []byte, from, to string) {
	if scan.Get(v, from) == nil {
		return
	}
	if scan.Get(v, to) != nil {
		s.likely(at.key(from), s.title+" does not take this keyword")
		return
	}
	s.likely(at.key(from), s.title+" does not take this keyword; it has "+to, Edit{Pointer: at.key(from).pointer(), Name: to})
}

// objectRoot hints at a schema that is not of objects.
func (s *strict) objectRoot(at *path, v []byte) {
	switch kind := scan.Get(v, "type"); {
	case kind == nil && (scan.Get(v, "properties") != nil || string(v) == "{}"):
		s.likely(at.key("type"), `is missing; `+s.title+` wants "object"`, Edit{Pointer: at.key("type").pointer(), Value: []byte(`"object"`)})
	case scan.Text(kind) != "object":
		s.likely(at.key("type"), s.title+` wants "object" at the top`)
	}
}

// bound hints at a count above what a provider takes.
func (s *strict) bound(at *path, n, most int, what string) {
	if n > most {
		s.likely(at, strconv.Itoa(n)+" "+what+", "+s.title+" takes "+strconv.Itoa(most))
	}
}
