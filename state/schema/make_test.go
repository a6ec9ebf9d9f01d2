package schema_test

import (
	"errors"
	"testing"

	"gatehouse/state/schema"
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
