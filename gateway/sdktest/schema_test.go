package sdktest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/sim"
	"gatehouse/state/json/schema"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"
)

// fits is what a public JSON Schema library says of a value; nil for yes.
func fits(schema, value string) error {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		return fmt.Errorf("the test's schema: %w", err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return fmt.Errorf("the test's schema: %w", err)
	}
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}

func TestSimulatedValuesFit(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","minimum":1,"maximum":7}},"required":["city"],"additionalProperties":false}`,
		`{"type":"object","properties":{"unit":{"enum":["celsius","fahrenheit"]},"exact":{"const":42}},"required":["unit","exact"]}`,
		`{"type":"object","required":["x","y"],"additionalProperties":{"type":"number"}}`,
		`{"type":"object","minProperties":3,"additionalProperties":{"type":"boolean"}}`,
		`{"type":"array","items":{"type":"string"},"minItems":3,"uniqueItems":true}`,
		`{"type":"array","items":{"type":"number"},"minItems":3,"uniqueItems":true}`,
		`{"type":"array","items":{"enum":["a","b","c"]},"minItems":2,"uniqueItems":true}`,
		`{"type":"array","maxItems":0,"items":{"type":"string"}}`,
		`{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}`,
		`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.1}`,
		`{"type":"integer","exclusiveMinimum":7,"multipleOf":5}`,
		`{"type":"number","multipleOf":0.5,"minimum":10.2}`,
		`{"type":"string","minLength":40}`,
		`{"type":"string","maxLength":2}`,
		`{"type":"string","pattern":"^[A-Z]{3}-\\d{4}(-x)?$"}`,
		`{"type":"string","pattern":"^[a-z]+$","minLength":5}`,
		`{"type":"string","pattern":"^(foo|bar)\\s\\w*$"}`,
		`{"type":["string","null"]}`,
		`{"type":"null"}`,
		`{"anyOf":[{"type":"null"},{"type":"integer","minimum":3}]}`,
		`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"string"}]}`,
		`{"allOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"a":{"minimum":5},"b":{"type":"boolean"}},"required":["b"]}]}`,
		`{"$defs":{"node":{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/node"}},"required":["name"]}},"$ref":"#/$defs/node"}`,
		`{"definitions":{"a/b":{"type":"integer"}},"type":"object","properties":{"n":{"$ref":"#/definitions/a~1b"}},"required":["n"]}`,
		`{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}},"required":["kids"]}`,
		`{"type":"object","properties":{"never":false,"always":true}}`,
		`{"minimum":4}`,
		`{"properties":{"a":{"items":{"type":"boolean"}}},"required":["a"]}`,
	} {
		for _, prompt := range []string{"", "weather in New York for 3 days in celsius", "12 or -4.5"} {
			value := sim.FitValue(schema, prompt)
			if err := fits(schema, value); err != nil {
				t.Errorf("%s\nfor %q: %s: %v", schema, prompt, value, err)
			}
			if again := sim.FitValue(schema, prompt); again != value {
				t.Errorf("%s then %s", value, again)
			}
			arguments := sim.FitArguments(schema, prompt, []string{"Oslo", "7", "celsius", "true", "ABC-1234"})
			if err := fits(schema, arguments); err != nil {
				t.Errorf("%s\nfor a call, %q: %s: %v", schema, prompt, arguments, err)
			}
		}
	}
}

// The value is within any bounds.
func TestSimulatedValuesAreWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(-1000, 1000).Draw(t, "low")
		high := low + rapid.IntRange(0, 50).Draw(t, "more")
		length := rapid.IntRange(0, 30).Draw(t, "length")
		schema := fmt.Sprintf(`{"type":"object","required":["n","x","s","l"],"properties":{
			"n":{"type":"integer","minimum":%d,"maximum":%d},"x":{"type":"number","minimum":%d,"maximum":%d},
			"s":{"type":"string","minLength":%d,"maxLength":%d},"l":{"type":"array","items":{"type":"integer"},"minItems":%d,"maxItems":%d}}}`,
			low, high, low, high, length, length+3, length, length+3)
		if err := fits(schema, sim.FitValue(schema, rapid.String().Draw(t, "prompt"))); err != nil {
			t.Fatal(err)
		}
	})
}

// schemas draws a JSON Schema that something fits.
func schemas(t *rapid.T, depth int) string {
	kinds := []string{"string", "integer", "number", "boolean", "enum", "pattern"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "array", "anyOf")
	}
	inner := func() string { return schemas(t, depth-1) }
	small := func(name string) int { return rapid.IntRange(0, 6).Draw(t, name) }
	switch rapid.SampledFrom(kinds).Draw(t, "kind") {
	case "string":
		least := small("least")
		return fmt.Sprintf(`{"type":"string","minLength":%d,"maxLength":%d}`, least, least+small("more"))
	case "integer":
		low := small("low") - 3
		return fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, low, low+small("more"))
	case "number":
		low := float64(small("low")) / 4
		return fmt.Sprintf(`{"type":"number","exclusiveMinimum":%v,"exclusiveMaximum":%v}`, low, low+0.5+float64(small("more")))
	case "enum":
		return `{"enum":["a",5,null,{"x":[1]}]}`
	case "pattern":
		return rapid.SampledFrom([]string{
			`{"type":"string","pattern":"^(a|b)c+[0-9]{3}$"}`, `{"type":"string","pattern":"\\w@\\w"}`, `{"type":"string","pattern":"^x?y*$"}`,
		}).Draw(t, "pattern")
	case "object":
		var members, names []string
		for i := range 1 + small("members")/2 {
			name := fmt.Sprintf(`"m%d"`, i)
			members = append(members, name+":"+inner())
			if rapid.Bool().Draw(t, "required") {
				names = append(names, name)
			}
		}
		return `{"type":"object","properties":{` + strings.Join(members, ",") + `},"required":[` + strings.Join(names, ",") + `],"additionalProperties":false}`
	case "array":
		return fmt.Sprintf(`{"type":"array","items":%s,"minItems":%d}`, inner(), small("items")/2)
	case "anyOf":
		return `{"anyOf":[` + inner() + `,{"type":"null"}]}`
	}
	return `{"type":"boolean"}`
}

// Checking a value against a schema gives the same yes or no as the library.
func TestCheckingAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := schemas(t, 3)
		value := values(t, 3)
		mine, others := schema.Fits([]byte(text), []byte(value)), fits(text, value)
		if (mine == nil) != (others == nil) {
			t.Fatalf("%s in %s: %v, and the other %v", value, text, mine, others)
		}
	})
}

// values draws a value like those that schemas asks for.
func values(t *rapid.T, depth int) string {
	kinds := []string{`"a"`, `"x"`, `"acc123"`, `"a@b"`, `""`, `"xxxx"`, "0", "1", "2", "-1", "0.25", "5", "1.5", "true", "null", `{"x":[1]}`}
	if depth == 0 || rapid.Bool().Draw(t, "plain") {
		return rapid.SampledFrom(kinds).Draw(t, "value")
	}
	var parts []string
	n := rapid.IntRange(0, 3).Draw(t, "n")
	if rapid.Bool().Draw(t, "object") {
		for i := range n {
			parts = append(parts, `"m`+string(rune('0'+i))+`":`+values(t, depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	for range n {
		parts = append(parts, values(t, depth-1))
	}
	return "[" + strings.Join(parts, ",") + "]"
}
