package fit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestValuesAgainstSchemas(t *testing.T) {
	tree := `{"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"v":{"type":"integer"}}}},"$ref":"#/$defs/node"}`
	cases := []struct{ schema, value, want string }{
		{`true`, `5`, ""},
		{`{"type":"object","required":["a"]}`, `{}`, "a"},
		{`{"properties":{"a":{"enum":["x"]}}}`, `{"a":"y"}`, "a"},
		{`{"type":"object"}`, `{"a":`, "no JSON"},
		{tree, `{"next":{"next":{"v":1}}}`, ""},
		{tree, `{"next":{"next":{"v":"x"}}}`, "integer"},
	}
	for _, c := range cases {
		s, err := Compile([]byte(c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		switch err := s.Validate([]byte(c.value)); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s of %s: %v, want %q", c.value, c.schema, err, c.want)
		case err != nil && !errors.Is(err, ErrUnfit):
			t.Errorf("%s of %s: %v is no ErrUnfit", c.value, c.schema, err)
		}
	}
}

func TestSchemasThatCannotBeUsedAreRefused(t *testing.T) {
	for schema, want := range map[string]string{
		`{"$Ref":"#"}`:                         "circle", // the reader takes names in any case
		`{"$ref":"#"}`:                         "circle",
		`{"allOf":[{"anyOf":[{"$ref":"#"}]}]}`: "circle",
		`{"properties":{"a":{"$ref":"#/properties/b"},"b":{"not":{"$ref":"#/properties/a"}}}}`: "circle",
		`{"$defs":{"a~b":{"if":{"$ref":"#/$defs/a~0b"}}}}`:                                     "circle",
		`{"$defs":{"x":{"dependentSchemas":{"k":{"$ref":"#/$defs/x"}}}}}`:                      "circle",
		`{"$ref":"http://elsewhere.example/schema"}`:                                           "only #",
		`{"$ref":"#anchor"}`:               "only #",
		`{"$ref":"#/$defs/none/deeper"}`:   "nowhere",
		`{"properties":{"a":{"$id":"b"}}}`: "$id",
		`{"type":`:                         "",
		`{"type":7}`:                       "",
		strings.Repeat(`{"not":`, 500) + `true` + strings.Repeat(`}`, 500): "deeper",
		`{"pattern":"("}`: "",
		`[1]`:             "",
		`"words"`:         "",
		`{"properties":{"a":{"items":{"allOf":[{"$ref":"#/properties/a/items"}]}}},"x-own":{}}`: "circle",
	} {
		if _, err := Compile([]byte(schema)); !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", schema, err, want)
		}
	}
}

func TestSchemasThatUnfoldTooFarAreRefused(t *testing.T) {
	doc := `{"$ref":"#/$defs/a","$defs":{"z":{}`
	for c := 'a'; c < 'z'; c++ {
		doc += fmt.Sprintf(`,"%c":{"anyOf":[{"$ref":"#/$defs/%c"},{"$ref":"#/$defs/%c"}]}`, c, c+1, c+1)
	}
	if _, err := Compile([]byte(doc + "}}")); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("got %v", err)
	}
}

// FuzzCompile looks for a schema that breaks the validator instead of being
// refused.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{`{"$ref":"#"}`, `{"allOf":[{"$ref":"#/allOf/0"}]}`, `{"items":{"$ref":"#"},"properties":{"a":{"$ref":"#"}}}`,
		`{"$dynamicRef":"#"}`, `{"additionalProperties":{"$ref":"#"},"unevaluatedItems":{"$ref":"#"}}`, `{"contains":{"$ref":"#"},"propertyNames":{"$ref":"#"}}`} {
		f.Add([]byte(s), []byte(`{"a":[[{}]]}`))
	}
	f.Fuzz(func(t *testing.T, doc, value []byte) {
		if s, err := Compile(doc); err == nil {
			s.Validate(value)
		}
	})
}
