package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/schema"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"
)

func TestMade(t *testing.T) {
	for _, c := range []struct{ schema, given, want string }{
		{``, `{"city":"Paris"}`, `{"city":"Paris"}`}, {``, `not JSON`, `{}`}, {`{}`, ``, `"text"`}, {`true`, ``, `"text"`},
		{`{"type":"object","properties":{"city":{"type":"string"},"unit":{"enum":["c","f"]},"days":{"type":"integer","minimum":3}},"required":["city"]}`,
			`{"days":1,"unit":"f","city":"Bonn","more":0}`, `{"city":"Bonn","unit":"f","days":3}`},
		{`{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.5}}}`, ``, `{"a":0.25}`},
		{`{"type":"integer","minimum":10,"multipleOf":4}`, ``, `12`}, {`{"type":"integer","maximum":-7}`, ``, `-7`},
		{`{"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true}`, ``, `[1,2,3]`},
		{`{"type":"array","prefixItems":[{"const":5},{"type":"boolean"}],"items":false}`, ``, `[5,true]`},
		{`{"type":["null","string"],"minLength":6}`, ``, `"textxx"`}, {`{"type":"string","pattern":"^[A-Z]{2}-\\d+$"}`, ``, `"AA-1"`},
		{`{"type":"string","format":"date"}`, ``, `"2026-01-01"`},
		{`{"anyOf":[{"type":"null"},{"type":"integer"}]}`, ``, `1`},
		{`{"oneOf":[{"type":"integer"},{"type":"integer","minimum":1},{"type":"string"}]}`, ``, `"text"`}, // the first two both fit 1
		{`{"allOf":[{"properties":{"a":{"type":"integer"}}},{"required":["a","b"]}]}`, ``, `{"a":1,"b":"text"}`},
		{`{"type":"string","default":5,"examples":["seen"]}`, ``, `"seen"`}, {`{"type":"string","default":5}`, ``, `"text"`},
		{`{"type":"object","minProperties":2,"additionalProperties":{"type":"boolean"}}`, ``, `{"key1":true,"key2":true}`},
		{`{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/tree"}},"required":["v"]}}}`, ``,
			`{"v":1,"next":{"v":1,"next":{"v":1,"next":{"v":1}}}}`},
	} {
		got, err := schema.Made([]byte(c.schema), []byte(c.given))
		if string(got) != c.want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", c.schema, got, c.want, err)
		}
	}
	for _, text := range []string{
		`false`, `5`, `{"type":"zebra"}`, `{"type":"string","pattern":"("}`, `{"$ref":"https://example.com/s"}`, `{"$ref":"#"}`,
		`{"type":"object","properties":{"a":{"type":"object","required":["b"],"properties":{"b":{"$ref":"#"}}}},"required":["a"]}`,
		`{"type":"integer","minimum":2,"maximum":1}`, `{"type":"string","minLength":3,"maxLength":2}`,
	} {
		if got, err := schema.Made([]byte(text), nil); !errors.Is(err, schema.ErrSchema) && !errors.Is(err, schema.ErrNothing) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
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

// Whatever the schema, and whatever the call says: the value fits by another
// reading of the schema too, and is the same again.
func TestMadeFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := schemas(t, 4)
		given := rapid.SampledFrom([]string{``, `{"m0":5,"m1":"a","m2":{}}`, `{"m0":true,"m9":1}`, `[1]`}).Draw(t, "given")
		got, err := schema.Made([]byte(text), []byte(given))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := other(t, text, got); err != nil {
			t.Fatalf("%s: %s: %v", text, got, err)
		}
		if again, _ := schema.Made([]byte(text), []byte(given)); string(again) != string(got) {
			t.Fatalf("%s, then %s", got, again)
		}
	})
}

// other is another implementation's word on a value.
func other(t *rapid.T, text string, value []byte) error {
	var s jsonschema.Schema
	var v any
	if json.Unmarshal([]byte(text), &s) != nil || json.Unmarshal(value, &v) != nil {
		t.Fatalf("%s: %s", text, value)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved.Validate(v)
}
