package validate

import (
	"errors"
	"strings"
	"testing"

	jsonschema "gatehouse/state/json/schema"
)

func TestArgumentsFitTheSchemaOfTheTool(t *testing.T) {
	tools := `[{"type":"custom","name":"weather"},
		{"type":"function","name":"weather","parameters":{"type":"object","required":["city"],"additionalProperties":false,
			"properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":7},"at":{"type":"object","properties":{"lat":{"type":"number"}}}}}},
		{"type":"function","name":"any","parameters":null},
		{"type":"function","name":"odd","parameters":{"$ref":"http://elsewhere.example/schema"}},
		{"type":"function","name":"round","parameters":{"$ref":"#"}},
		{"type":"namespace","name":"maps","tools":[{"type":"function","name":"weather","parameters":{"required":["zip"]}}]}]`
	cases := []struct {
		call, arguments string
		want            string // in the error; empty: none
		unfit           bool
	}{
		{`{"name":"weather"}`, `{"city":"Oslo","days":3}`, "", false},
		{`{"name":"weather"}`, `{"city":5}`, "city", true},
		{`{"name":"weather"}`, `{"city":"Oslo","at":{"lat":"x"}}`, "lat", true},
		{`{"name":"weather"}`, `{}`, "city", true},
		{`{"name":"weather"}`, `{"city":"Oslo","wind":1}`, "wind", true},
		{`{"name":"weather"}`, `{"city":`, "not JSON", true},
		{`{"name":"weather"}`, ``, "not JSON", true},
		{`{"name":"weather","namespace":"maps"}`, `{"city":"Oslo"}`, "zip", true},
		{`{"name":"any"}`, `[1]`, "", false},
		{`{"name":"odd"}`, `{}`, "schema cannot be", false},
		{`{"name":"round"}`, `{}`, "circle", false},
		{`{"name":"nobody"}`, `{}`, "", false},
	}
	for _, c := range cases {
		err := Arguments(FunctionTool([]byte(tools), []byte(c.call)), c.arguments)
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %s: %v, want %q", c.call, c.arguments, err, c.want)
		case err != nil && errors.Is(err, jsonschema.ErrSchema) == c.unfit:
			t.Errorf("%s %s: %v blames the schema: %v", c.call, c.arguments, err, c.unfit)
		}
	}
}
