package validate

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
)

// titles returns the names of the providers.
func titles() map[string]string {
	return map[string]string{"openai": "OpenAI", "anthropic": "Anthropic", "gemini": "Gemini"}
}

// The schemas that a rule is about.
const (
	anySchema      = iota
	rootSchema     // the parameters of a function, not what is in them
	enforcedSchema // what an answer is held to
)

// strictRule is one thing in which a provider takes less than JSON Schema has.
type strictRule struct {
	provider string
	of       int
	hint     func(s *strict, at *path, v []byte)
}

// Keywords that say what a value is: they cannot be left out.
var composing = []string{"not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties", "prefixItems"}

// Keywords that only refuse values: without them more values pass.
var bounding = []string{"minLength", "maxLength", "uniqueItems", "contains", "minContains", "maxContains", "minProperties", "maxProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"}

// geminiKeywords are the members of its Schema.
var geminiKeywords = []string{
	"type", "format", "title", "description", "nullable", "default", "example", "enum", "items", "minItems", "maxItems",
	"properties", "required", "propertyOrdering", "minProperties", "maxProperties", "minimum", "maximum", "minLength", "maxLength", "pattern", "anyOf",
}

// geminiAllowed are keywords that Gemini does not take and that cannot be left out.
var geminiAllowed = []string{"$ref", "$defs", "definitions", "allOf", "not", "if", "then", "else", "patternProperties", "prefixItems"}

// maxOptional is how many properties may be optional in all schemas of a request that Anthropic holds
// an answer to.
const maxOptional = 24

// strictRules returns what the providers document. OpenAI with strict: true, "Structured Outputs:
// Supported schemas" of February 2026, openai/openai-node#1988 and dotnet/extensions#6196.
// Anthropic: the API's messages in anthropics/claude-code#27337 and huly-mcp#66, and "Structured
// outputs: JSON Schema limitations". Gemini: cloud.google.com/vertex-ai/docs/reference/rest/v1/Schema;
// its parser refuses a request at the first other member (zed-extensions/mcp-server-brave-search#12).
func strictRules() []strictRule {
	return []strictRule{
		{"openai", rootSchema, (*strict).objectRoot},
		{"openai", rootSchema, without([]string{"anyOf"}, false)},
		{"openai", anySchema, without(append([]string{"allOf"}, composing...), false)},
		{"openai", anySchema, without(append([]string{"default"}, bounding...), true)},
		{"openai", anySchema, rename("oneOf", "anyOf")},
		{"openai", anySchema, (*strict).closed},
		{"openai", anySchema, (*strict).allRequired},
		{"anthropic", anySchema, (*strict).propertyNames},
		{"anthropic", rootSchema, (*strict).objectRoot},
		{"anthropic", rootSchema, (*strict).noChoiceAtRoot},
		{"anthropic", enforcedSchema, without(append([]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "maxItems"}, bounding...), true)},
		{"anthropic", enforcedSchema, without(composing, false)},
		{"anthropic", enforcedSchema, rename("oneOf", "anyOf")},
		{"anthropic", enforcedSchema, (*strict).closed},
		{"anthropic", enforcedSchema, (*strict).fewItems},
		{"anthropic", enforcedSchema, values("Anthropic takes no objects and arrays in enum", func(k scan.Kind) bool { return k != scan.Object && k != scan.Array })},
		{"anthropic", enforcedSchema, (*strict).references},
		{"anthropic", enforcedSchema, (*strict).countOptional},
		{"gemini", anySchema, rename("oneOf", "anyOf")},
		{"gemini", anySchema, rename("exclusiveMinimum", "minimum")},
		{"gemini", anySchema, rename("exclusiveMaximum", "maximum")},
		{"gemini", anySchema, (*strict).constAsEnum},
		{"gemini", anySchema, (*strict).unknownKeywords},
		{"gemini", anySchema, without(geminiAllowed, false)},
		{"gemini", anySchema, (*strict).oneType},
		{"gemini", anySchema, (*strict).requiredExists},
		{"gemini", anySchema, values("Gemini takes strings in enum", func(k scan.Kind) bool { return k == scan.String })},
		{"gemini", anySchema, (*strict).itemsOfArray},
	}
}

// without returns a rule against keywords; its repair removes those whose removal is safe.
func without(keywords []string, removable bool) func(*strict, *path, []byte) {
	return func(s *strict, at *path, v []byte) {
		for m := range scan.Members(v) {
			if !slices.Contains(keywords, m.Key) {
				continue
			}
			var repair Repair
			if removable {
				repair = Repair{{Pointer: at.key(m.Key).pointer()}}
			}
			s.likely(at.key(m.Key), s.title+" does not take this keyword", repair...)
		}
	}
}

// rename returns a rule against a keyword for which the provider has another one.
func rename(from, to string) func(*strict, *path, []byte) {
	return func(s *strict, at *path, v []byte) {
		switch {
		case scan.Get(v, from) == nil:
		case scan.Get(v, to) != nil:
			s.likely(at.key(from), s.title+" does not take this keyword")
		default:
			s.likely(at.key(from), s.title+" does not take this keyword; it has "+to, Edit{Pointer: at.key(from).pointer(), Name: to})
		}
	}
}

// values returns a rule about the kinds of values in enum.
func values(message string, taken func(scan.Kind) bool) func(*strict, *path, []byte) {
	return func(s *strict, at *path, v []byte) {
		for at, e := range at.key("enum").elements(scan.Get(v, "enum")) {
			if !taken(scan.KindOf(e)) {
				s.likely(at, message)
			}
		}
	}
}

// atMost hints at a count above what a provider takes.
func (s *strict) atMost(at *path, n, limit int, what string) {
	if n > limit {
		s.likely(at, strconv.Itoa(n)+" "+what+", "+s.title+" takes "+strconv.Itoa(limit))
	}
}

// closed wants additionalProperties to be false in each object.
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

// objectRoot wants the schema to be of objects.
func (s *strict) objectRoot(at *path, v []byte) {
	switch kind := scan.Get(v, "type"); {
	case kind == nil && (scan.Get(v, "properties") != nil || string(v) == "{}"):
		s.missingObject(at)
	case scan.Text(kind) != "object":
		s.likely(at.key("type"), s.title+` wants "object" at the top`)
	}
}

func (s *strict) missingObject(at *path) {
	s.likely(at.key("type"), `is missing; `+s.title+` wants "object"`, Edit{Pointer: at.key("type").pointer(), Value: []byte(`"object"`)})
}

// allRequired wants every property in required. Required, and null where they were left out, the
// optional ones mean the same.
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
	missing := optional[0] + " is missing"
	if len(optional) > 1 {
		missing = optional[0] + " and others are missing"
	}
	s.likely(at.key("required"), "must hold all properties for OpenAI; "+missing, repair...)
}

// nullable adds null to the types and the enum of a schema that names its types.
func nullable(at *path, v []byte) (edits Repair) {
	types := namedTypes(v)
	if len(types) == 0 || slices.ContainsFunc(types, func(t json.RawMessage) bool { return string(t) == `"null"` }) {
		return nil
	}
	edits = Repair{{Pointer: at.key("type").pointer(), Value: scan.MakeArray(append(types, []byte(`"null"`)))}}
	if scan.KindOf(scan.Get(v, "enum")) == scan.Array {
		edits = append(edits, Edit{Pointer: at.key("enum").pointer() + "/-", Value: []byte("null")})
	}
	return edits
}

// namedTypes returns the types that a schema names.
func namedTypes(v []byte) []json.RawMessage {
	kind := scan.Get(v, "type")
	if scan.KindOf(kind) == scan.String {
		return []json.RawMessage{kind}
	}
	return scan.List(kind)
}

var anthropicName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

func (s *strict) propertyNames(at *path, v []byte) {
	for m := range scan.Members(scan.Get(v, "properties")) {
		if !anthropicName.MatchString(m.Key) {
			s.likely(at.key("properties").key(m.Key), "a name that Anthropic does not take: at most 64 letters, digits, _, . and -")
		}
	}
}

// noChoiceAtRoot refuses the keywords that choose among schemas. Next to properties they only say
// more of these, and can be removed.
func (s *strict) noChoiceAtRoot(at *path, v []byte) {
	for _, keyword := range []string{"oneOf", "allOf", "anyOf"} {
		if scan.Get(v, keyword) == nil {
			continue
		}
		var repair Repair
		if scan.Get(v, "properties") != nil {
			repair = Repair{{Pointer: at.key(keyword).pointer()}}
		}
		s.likely(at.key(keyword), "Anthropic does not take it at the top", repair...)
	}
}

func (s *strict) fewItems(at *path, v []byte) {
	if n := scan.Get(v, "minItems"); n != nil && string(n) != "0" && string(n) != "1" {
		s.likely(at.key("minItems"), schema.Excerpt(n)+", Anthropic takes 0 and 1", Edit{Pointer: at.key("minItems").pointer(), Value: []byte("1")})
	}
}

func (s *strict) references(at *path, v []byte) {
	switch ref := scan.Text(scan.Get(v, "$ref")); {
	case ref == "":
	case !strings.HasPrefix(ref, "#"):
		s.likely(at.key("$ref"), "Anthropic takes no $ref to another document")
	case ref == "#" || strings.HasPrefix(at.pointer()+"/", s.topAt.pointer()+strings.TrimPrefix(ref, "#")+"/"):
		s.likely(at.key("$ref"), "Anthropic takes no schema that holds itself")
	}
}

func (s *strict) countOptional(_ *path, v []byte) {
	_, optional := propertiesOf(v)
	s.optional += len(optional)
}

// constAsEnum: one value is an enum of it.
func (s *strict) constAsEnum(at *path, v []byte) {
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

// unknownKeywords refuses all that no other rule of Gemini names.
func (s *strict) unknownKeywords(at *path, v []byte) {
	named := slices.Concat(geminiKeywords, geminiAllowed, []string{"oneOf", "exclusiveMinimum", "exclusiveMaximum", "const"})
	var unknown []string
	for m := range scan.Members(v) {
		if !slices.Contains(named, m.Key) {
			unknown = append(unknown, m.Key)
		}
	}
	without(unknown, true)(s, at, v)
}

// oneType wants a type of one word, with nullable for null.
func (s *strict) oneType(at *path, v []byte) {
	kind := scan.Get(v, "type")
	if scan.KindOf(kind) != scan.Array {
		if kind == nil && scan.Get(v, "properties") != nil {
			s.missingObject(at)
		}
		return
	}
	types := namedTypes(v)
	others := slices.DeleteFunc(slices.Clone(types), func(t json.RawMessage) bool { return scan.Text(t) == "null" })
	var repair Repair
	if len(others) == 1 {
		repair = Repair{{Pointer: at.key("type").pointer(), Value: others[0]}}
		if len(others) < len(types) {
			repair = append(repair, Edit{Pointer: at.key("nullable").pointer(), Value: []byte("true")})
		}
	}
	s.likely(at.key("type"), "Gemini takes one type, with nullable for null", repair...)
}

// requiredExists wants each name of required to be a property.
func (s *strict) requiredExists(at *path, v []byte) {
	all, _ := propertiesOf(v)
	var known []json.RawMessage
	unknown := ""
	for _, name := range scan.Elements(scan.Get(v, "required")) {
		if slices.Contains(all, scan.Text(name)) {
			known = append(known, name)
		} else if unknown == "" {
			unknown = scan.Text(name)
		}
	}
	if unknown != "" {
		s.likely(at.key("required"), "names "+unknown+", which is no property; Gemini refuses that",
			Edit{Pointer: at.key("required").pointer(), Value: scan.MakeArray(known)})
	}
}

func (s *strict) itemsOfArray(at *path, v []byte) {
	if scan.Text(scan.Get(v, "type")) == "array" && scan.Get(v, "items") == nil {
		s.likely(at.key("items"), "is missing; Gemini wants it of an array")
	}
}
