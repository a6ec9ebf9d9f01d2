package schema_test

import (
	"errors"
	"strings"
	"testing"

	"gatehouse/state/json/schema"
)

func TestFits(t *testing.T) {
	const weather = `{"type":"object","properties":{"city":{"type":"string","minLength":2},"days":{"type":"integer","minimum":1,"maximum":7},` +
		`"unit":{"enum":["c","f"]},"at":{"type":"array","items":{"type":["number","null"]},"uniqueItems":true}},"required":["city"],"additionalProperties":false}`
	for _, c := range []struct{ schema, value, want string }{ // want: path, and a word of the message
		{weather, `{"city":"Bonn","days":7.0,"unit":"f","at":[1,2.5,null]}`, ""},
		{weather, `{}`, "city missing"}, {weather, `{"city":5}`, "city: 5, must be string"}, {weather, `{"city":"B"}`, "city: 1 characters"},
		{weather, `{"city":"Bonn","days":8}`, "days: 8, must be at most 7"}, {weather, `{"city":"Bonn","days":0}`, "days at least 1"}, {weather, `{"city":"Bonn","days":1.5}`, "days integer"},
		{weather, `{"city":"Bonn","unit":"k"}`, `unit: "k", allowed: ["c","f"]`}, {weather, `{"city":"Bonn","at":[1,"x"]}`, "at[1] number or null"},
		{weather, `{"city":"Bonn","at":[1,2,1.0]}`, "at[2] twice"}, {weather, `{"city":"Bonn","a-b":1}`, `["a-b"] is not in the schema, which allows no other members`}, {weather, `[]`, ".: an array, must be object"},
		{`true`, `5`, ""}, {`{}`, `null`, ""}, {`false`, `5`, ". no value"}, {`{"const":{"a":1.0}}`, `{"a":1}`, ""}, {`{"const":1}`, `2`, ". must be 1"},
		{`{"multipleOf":0.1}`, `0.3`, ""}, {`{"multipleOf":2}`, `3`, ". multiple"}, {`{"exclusiveMinimum":1}`, `1`, ". above 1"}, {`{"exclusiveMaximum":1}`, `1`, ". below"},
		{`{"pattern":"^a+$"}`, `"aa"`, ""}, {`{"pattern":"^a+$"}`, `"ab"`, ". does not match"}, {`{"maxLength":2}`, `"äöü"`, ". at most 2"}, {`{"maxLength":3}`, `"äöü"`, ""},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `5`, ". matches none"}, {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `null`, ""},
		{`{"oneOf":[{"type":"integer"},{"minimum":3}]}`, `5`, ". matches 2"}, {`{"oneOf":[{"type":"integer"},{"minimum":3}]}`, `1`, ""}, {`{"not":{"type":"null"}}`, `null`, ". must not"},
		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, `3`, ". at most 2"}, {`{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"maximum":3}}`, `6`, ". multiple"},
		{`{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"maximum":3}}`, `4`, ". at most 3"}, {`{"if":{"minimum":5},"then":{"multipleOf":5}}`, `4`, ""},
		{`{"properties":{"x":{"$ref":"#/$defs/a~1b"}},"$defs":{"a/b":{"type":"null"}}}`, `{"x":1}`, "x must be null"},
		{`{"properties":{"next":{"$ref":"#"},"v":{"type":"integer"}}}`, `{"next":{"next":{"v":"x"}}}`, "next.next.v integer"},
		{`{"patternProperties":{"^n":{"type":"number"}},"additionalProperties":{"type":"string"}}`, `{"n1":1,"s":"x"}`, ""},
		{`{"patternProperties":{"^n":{"type":"number"}},"additionalProperties":{"type":"string"}}`, `{"n1":"x"}`, "n1 number"},
		{`{"patternProperties":{"^n":{"type":"number"}},"additionalProperties":{"type":"string"}}`, `{"s":1}`, "s must be string"}, {`{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, "ab at most 1"},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "b with a"}, {`{"dependentSchemas":{"a":{"maxProperties":1}}}`, `{"a":1,"b":2}`, ". 2 members"}, {`{"minProperties":1}`, `{}`, ". 0 members"},
		{`{"dependencies":{"a":["b"]}}`, `{"a":1}`, "b with a"}, {`{"dependencies":{"a":["b"]}}`, `{"c":1}`, ""}, {`{"dependencies":{"a":{"maxProperties":1}}}`, `{"a":1,"b":2}`, ". 2 members"},
		{`{"prefixItems":[{"type":"null"}],"items":{"type":"string"}}`, `[null,5]`, "[1] string"}, {`{"items":[{"type":"null"}],"additionalItems":false}`, `[null,5]`, "[1] no value"},
		{`{"contains":{"const":1}}`, `[2]`, ". 0 items"}, {`{"contains":{"const":1},"maxContains":1}`, `[1,1]`, ". 2 items"}, {`{"contains":{"const":1},"minContains":0}`, `[]`, ""},
		{`{"minItems":1}`, `[]`, ". 0 items"}, {`{"maxItems":1}`, `[1,2]`, ". 2 items"},
	} {
		err := schema.Fits([]byte(c.schema), []byte(c.value))
		at, word, _ := strings.Cut(c.want, " ")
		at = strings.TrimSuffix(at, ":")
		var m *schema.Misfit
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &m) || m.Path != at || !strings.Contains(m.Message, strings.TrimSuffix(word, ":"))) {
			t.Errorf("%s in %s: %v, want %q", c.value, c.schema, err, c.want)
		}
	}
}

// A schema that would run for ever, or that cannot be read, is a distinct
// error: the value is not blamed.
func TestUnusableSchemas(t *testing.T) {
	doubling := `{"$ref":"#/$defs/d0","$defs":{`
	for i := range 40 {
		next := `"d` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `"`
		below := `#/$defs/d` + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		doubling += next + `:{"allOf":[{"$ref":"` + below + `"},{"$ref":"` + below + `"}]},`
	}
	doubling = strings.Replace(doubling, "d0\"", "d00\"", 1) + `"d40":true}}`
	for _, text := range []string{
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"not":{"$ref":"#"}}`, `{"if":{"$ref":"#"}}`, `{"anyOf":[{"$ref":"#"},true]}`, doubling,
		`{"$ref":"https://example.com/s"}`, `{"$ref":"#/$defs/no"}`, `{"$ref":"#anchor"}`, `5`, `"x"`, `{"pattern":"(?=a)"}`, `{"allOf":[7]}`, ``,
	} {
		if err := schema.Fits([]byte(text), []byte(`"x"`)); !errors.Is(err, schema.ErrSchema) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	many := `[` + strings.Repeat(`{"a":1},`, 1<<12) + `{"b":1}]`
	if err := schema.Fits([]byte(`{"uniqueItems":true}`), []byte(strings.Replace(many, `"a":1},`, `"c":2},`, 1))); err == nil {
		t.Error("equal items pass")
	}
}
