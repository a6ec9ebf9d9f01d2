package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// good is a schema that all providers take, for what they hold an answer to as well.
const good = `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`

// strictCases are schemas with one thing that a provider does not take, and what the repair
// makes of them; empty for no repair.
var strictCases = []struct{ provider, has, path, says, repaired string }{
	{"openai", `{"type":"object","properties":{},"required":[]}`, "additionalProperties", "must be false for OpenAI", `{"type":"object","properties":{},"required":[],"additionalProperties": false}`},
	{"openai", `{"type":"object","additionalProperties":{"type":"string"}}`, "additionalProperties", "every property has to be named", ""},
	{"openai", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"enum":["x"],"type":["string"]}},"required":["a"],"additionalProperties":false}`, "required",
		"must hold all properties for OpenAI; b and others are missing",
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"]},"c":{"enum":["x", null],"type":["string","null"]}},"required":["a","b","c"],"additionalProperties":false}`},
	{"openai", `{"type":"array","items":{}}`, "type", `OpenAI wants "object" at the top`, ""},
	{"openai", inside(`{"type":"string","minLength":1}`), "properties.a.minLength", "OpenAI does not take this keyword", inside(`{"type":"string"}`)},
	{"openai", inside(`{"oneOf":[{"type":"string"}]}`), "properties.a.oneOf", "it has anyOf", inside(`{"anyOf":[{"type":"string"}]}`)},
	{"openai", inside(`{"allOf":[{"type":"string"}]}`), "properties.a.allOf", "OpenAI does not take this keyword", ""},

	{"anthropic", `{"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`, "type", `is missing; Anthropic wants "object"`, `{"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"type": "object"}`},
	{"anthropic", good[:len(good)-1] + `,"anyOf":[{"required":["a"]}]}`, "anyOf", "Anthropic does not take it at the top", good},
	{"anthropic", `{"type":"object","oneOf":[{"properties":{}}]}`, "oneOf", "Anthropic does not take it at the top", ""},
	{"anthropic", `{"type":"object","properties":{"a b":{}}}`, `properties["a b"]`, "a name that Anthropic does not take", ""},

	{"gemini", `{"type":"object","properties":{},"additionalProperties":false}`, "additionalProperties", "Gemini does not take this keyword", `{"type":"object","properties":{}}`},
	{"gemini", open1(`{"type":["string","null"]}`), "properties.a.type", "Gemini takes one type, with nullable for null", open1(`{"type":"string", "nullable": true}`)},
	{"gemini", open1(`{"type":["string","integer"]}`), "properties.a.type", "Gemini takes one type", ""},
	{"gemini", open1(`{"type":"string","const":"x"}`), "properties.a.const", "it has enum", open1(`{"type":"string","enum": ["x"]}`)},
	{"gemini", open1(`{"type":"integer","exclusiveMinimum":0}`), "properties.a.exclusiveMinimum", "it has minimum", open1(`{"type":"integer","minimum":0}`)},
	{"gemini", open1(`{"$ref":"#/x"}`), "properties.a.$ref", "Gemini does not take this keyword", ""},
	{"gemini", open1(`{"type":"integer","enum":[1]}`), "properties.a.enum[0]", "Gemini takes strings in enum", ""},
	{"gemini", open1(`{"type":"array"}`), "properties.a.items", "is missing", ""},
	{"gemini", `{"type":"object","properties":{"a":{"type":"string"}},"required":["b","a"]}`, "required", "names b, which is no property", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
}

// inside is a closed object with a property of this schema; open1 an open one.
func inside(schema string) string { return strings.Replace(good, `{"type":"string"}`, schema, 1) }
func open1(schema string) string {
	return strings.Replace(inside(schema), `,"additionalProperties":false`, "", 1)
}

func nested(n int) string {
	if n == 0 {
		return `{"type":"string"}`
	}
	return inside(nested(n - 1))
}

func function(schema string) string {
	return `{"tools":[{"type":"function","name":"f","parameters":` + schema + `}]}`
}

func TestStrict(t *testing.T) {
	const at = "tools[0].parameters"
	for _, c := range strictCases {
		t.Run(c.provider+" "+c.path, func(t *testing.T) {
			request := function(c.has)
			found := Strict(c.provider, []byte(request))
			path := at
			if c.path != "" {
				path = at + "." + c.path
			}
			if len(found) != 1 || found[0].Path != strings.Replace(path, ".$ref", `["$ref"]`, 1) && found[0].Path != path || !strings.Contains(found[0].Message, c.says) || !found[0].Likely {
				t.Fatalf("%.300s\ngot %v, want one at %s: %s", c.has, found, path, c.says)
			}
			if repairable := len(found[0].Repair) > 0; repairable != (c.repaired != "") {
				t.Fatalf("has a repair: %v, want %q", found[0].Repair, c.repaired)
			}
			if c.repaired == "" {
				return
			}
			repaired, _ := RepairAll([]byte(request), func(b []byte) []Finding { return Strict(c.provider, b) })
			if string(repaired) != function(c.repaired) || len(Strict(c.provider, repaired)) > 0 {
				t.Errorf("repaired %s\nwant     %s\nleft %v", repaired, function(c.repaired), Strict(c.provider, repaired))
			}
			if faults := For(ForResponses, repaired, Service{}).Faults; len(faults) > 0 {
				t.Errorf("the repair makes faults: %v", faults)
			}
		})
	}
}

// TestStrictTakesWhatProvidersTake: what looks alike has no finding.
func TestStrictTakesWhatProvidersTake(t *testing.T) {
	for provider, schemas := range map[string][]string{
		"openai": {
			good, inside(nested(8)), inside(`{"anyOf":[{"type":"string","pattern":"a"},{"type":"null"}]}`), inside(`{"$ref":"#/$defs/x"}`),
			inside(`{"type":"array","items":{"type":"number","minimum":1},"minItems":2}`), inside(`{"type":["string","null"],"enum":["x",null]}`),
		},
		"anthropic": {good, `{"type":"object","properties":{"a":{"anyOf":[{"type":"string","minLength":1},{"type":"object"}]}}}`, `{"type":"object"}`},
		"gemini":    {open1(`{"type":"string","nullable":true,"enum":["a"]}`), open1(`{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer","minimum":1}}]}`)},
	} {
		for _, schema := range schemas {
			if found := Strict(provider, []byte(function(schema))); len(found) > 0 {
				t.Errorf("%s, %s: %v", provider, schema, found)
			}
		}
	}
	if found := Strict("", []byte(function(`[]`))); found != nil {
		t.Errorf("without a provider: %v", found)
	}
}

// TestAnthropicHoldsAnswersToLess: the format of the text, and tools with strict, have more
// limits than tools without.
func TestAnthropicHoldsAnswersToLess(t *testing.T) {
	for schema, want := range map[string]string{
		inside(`{"type":"string","minLength":1}`):                     "properties.a.minLength",
		inside(`{"type":"array","items":{},"minItems":2}`):            "properties.a.minItems",
		inside(`{"$ref":"#"}`):                                        `properties.a["$ref"]`,
		inside(`{"enum":[{}]}`):                                       "properties.a.enum[0]",
		`{"type":"object","properties":{},"oneOf":[{"type":"null"}]}`: "oneOf",
	} {
		format := `{"text":{"format":{"type":"json_schema","name":"n","schema":` + schema + `}}}`
		tool := `{"tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"f","strict":true,"parameters":` + schema + `}]}]}`
		for request, at := range map[string]string{format: "text.format.schema.", tool: "tools[0].tools[0].parameters."} {
			found := Strict("anthropic", []byte(request))
			if len(found) == 0 || found[0].Path != at+want {
				t.Errorf("%s: got %v, want %s", request, found, at+want)
			}
			repaired, _ := RepairAll([]byte(request), func(b []byte) []Finding { return Strict("anthropic", b) })
			for _, left := range Strict("anthropic", repaired) {
				if len(left.Repair) > 0 || slices.ContainsFunc(found, func(f Finding) bool { return f.Path == left.Path && len(f.Repair) > 0 }) {
					t.Errorf("%s: repaired, and still %s", repaired, left)
				}
			}
		}
	}
	many := `{"type":"object","additionalProperties":false,"properties":{"p":{}`
	for i := range 24 {
		many += fmt.Sprintf(`,"p%d":{}`, i)
	}
	if found := Strict("anthropic", []byte(`{"text":{"format":{"type":"json_schema","schema":`+many+`}}}}}`)); len(found) != 1 || !strings.Contains(found[0].Message, "25 optional properties") {
		t.Errorf("got %v", found)
	}
}
