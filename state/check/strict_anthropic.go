package check

import (
	"regexp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/schema"
)

// anthropicSubset is what Anthropic takes. Every input_schema is of an object and has no
// oneOf, allOf or anyOf at its top (the API's own words, in anthropics/claude-code#27337 and
// huly-mcp#66); names of properties match a pattern. What an answer is held to, the format of
// the text and tools with strict: true, has further limits ("Structured outputs: JSON Schema
// limitations"; hex.pm lang_schema 0.7.1 lists them).
func anthropicSubset() subset {
	return subset{title: "Anthropic", node: anthropicNode, whole: anthropicWhole}
}

var anthropicName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

var (
	anthropicBounds = []string{
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"maxItems", "uniqueItems", "contains", "minContains", "maxContains", "minProperties", "maxProperties",
		"propertyNames", "unevaluatedProperties", "unevaluatedItems",
	}
	anthropicComposed = []string{"not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties", "prefixItems"}
)

// anthropicOptional is how many properties of all schemas together may be optional.
const anthropicOptional = 24

func anthropicNode(s *strict, at *path, v []byte, root bool) {
	for m := range scan.Members(scan.Get(v, "properties")) {
		if !anthropicName.MatchString(m.Key) {
			s.likely(at.key("properties").key(m.Key), "a name that Anthropic does not take: at most 64 letters, digits, _, . and -")
		}
	}
	if root && !s.format {
		s.objectRoot(at, v)
		for _, keyword := range []string{"oneOf", "allOf", "anyOf"} {
			if scan.Get(v, keyword) == nil {
				continue
			}
			var repair Repair
			if scan.Get(v, "properties") != nil { // it only says more of them
				repair = Repair{{Pointer: at.key(keyword).pointer()}}
			}
			s.likely(at.key(keyword), "Anthropic does not take it at the top", repair...)
		}
	}
	if s.enforced {
		s.anthropicEnforced(at, v)
	}
}

func (s *strict) anthropicEnforced(at *path, v []byte) {
	s.without(at, v, anthropicBounds, true)
	s.without(at, v, anthropicComposed, false)
	s.rename(at, v, "oneOf", "anyOf")
	s.closed(at, v)
	if least := scan.Get(v, "minItems"); least != nil && string(least) != "0" && string(least) != "1" {
		s.likely(at.key("minItems"), schema.Excerpt(least)+", Anthropic takes 0 and 1", Edit{Pointer: at.key("minItems").pointer(), Value: []byte("1")})
	}
	n := 0
	for _, e := range scan.Elements(scan.Get(v, "enum")) {
		if kind := scan.KindOf(e); kind == scan.Object || kind == scan.Array {
			s.likely(at.key("enum").at(n), "Anthropic takes no objects and arrays in enum")
		}
		n++
	}
	switch ref := scan.Text(scan.Get(v, "$ref")); {
	case ref == "":
	case !strings.HasPrefix(ref, "#"):
		s.likely(at.key("$ref"), "Anthropic takes no $ref to another document")
	case ref == "#" || strings.HasPrefix(at.pointer()+"/", s.topAt.pointer()+strings.TrimPrefix(ref, "#")+"/"):
		s.likely(at.key("$ref"), "Anthropic takes no schema that holds itself")
	}
	_, optional := propertiesOf(v)
	s.optional += len(optional)
}

func anthropicWhole(s *strict) {
	s.bound(nil, s.optional, anthropicOptional, "optional properties in schemas that an answer is held to")
}
