package fit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/intent"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

// fits reports what a validator of somebody else's says about the value.
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

func TestFits(t *testing.T) {
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
			value := fit.Value(schema, prompt)
			if err := fits(schema, value); err != nil {
				t.Errorf("%s\nfor %q: %s: %v", schema, prompt, value, err)
			}
			if again := fit.Value(schema, prompt); again != value {
				t.Errorf("%s then %s", value, again)
			}
			for _, from := range []fit.Values{fit.FromPrompt, fit.FromOrder, fit.Harmless} {
				arguments, _ := fit.Arguments(schema, intent.Of(prompt), from)
				if err := fits(schema, arguments); err != nil {
					t.Errorf("%s\nfor a call, %q: %s: %v", schema, prompt, arguments, err)
				}
			}
		}
	}
}

// A schema that no finite value fits must come to an end all the same.
func TestEndless(t *testing.T) {
	for _, schema := range []string{
		`{"$ref":"#"}`,
		`{"allOf":[{"$ref":"#"}]}`,
		`{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`,
		`{"type":"array","items":{"$ref":"#"},"minItems":1}`,
		`{"allOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}`,
		`{"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"}},"required":["a","b","c"]}`,
		`{"type":"string","pattern":"(((\\b*)*)*)*","minLength":1e9}`,
		`{"type":"number","minimum":1e400}`, `{"type":"string","pattern":"[^\\x00-\\x{10FFFF}]"}`,
		`{"$ref":"#/nowhere"}`, `{"$ref":"http://example.com/x"}`, `{"type":"string","pattern":"("}`, `true`, `false`,
		`{"type":"array","minItems":1000000000}`, `{"type":"string","minLength":1e9}`,
	} {
		if v := fit.Value(schema, "x"); !gjson.Valid(v) {
			t.Errorf("%s: %s", schema, v)
		}
	}
}

func TestHints(t *testing.T) {
	for _, c := range []struct{ schema, prompt, want string }{
		{`{"properties":{"city":{"type":"string"}}}`, "What is the weather in New York?", `{"city":"New York"}`},
		{`{"properties":{"unit":{"enum":["celsius","fahrenheit"]}}}`, "in Fahrenheit, please", `{"unit":"fahrenheit"}`},
		{`{"properties":{"query":{"type":"string"}}}`, "find cats", `{"query":"find cats"}`},
		{`{"properties":{"query":{"type":"string"}}}`, `search for "grey cats"`, `{"query":"grey cats"}`},
		{`{"properties":{"a":{"type":"integer"}}}`, "roll a die with 20 sides", `{"a":20}`},
		{`{"properties":{"expression":{"type":"string"}}}`, "how much is 12 * (3 + 4)?", `{"expression":"12 * (3 + 4)"}`},
	} {
		if got := fit.Value(c.schema, c.prompt); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.schema, c.prompt, got, c.want)
		}
	}
}

// Whatever the bounds, the value keeps them.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(-1000, 1000).Draw(t, "low")
		high := low + rapid.IntRange(0, 50).Draw(t, "more")
		length := rapid.IntRange(0, 30).Draw(t, "length")
		schema := fmt.Sprintf(`{"type":"object","required":["n","x","s","l"],"properties":{
			"n":{"type":"integer","minimum":%d,"maximum":%d},"x":{"type":"number","minimum":%d,"maximum":%d},
			"s":{"type":"string","minLength":%d,"maxLength":%d},"l":{"type":"array","items":{"type":"integer"},"minItems":%d,"maxItems":%d}}}`,
			low, high, low, high, length, length+3, length, length+3)
		if err := fits(schema, fit.Value(schema, rapid.String().Draw(t, "prompt"))); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzValue(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#"}}}`, "weather in Rome")
	f.Add(`{"type":"string","pattern":"^(a|[^b])+$","minLength":4}`, "")
	f.Fuzz(func(t *testing.T, schema, prompt string) {
		if gjson.Valid(schema) && !gjson.Valid(fit.Value(schema, prompt)) {
			t.Errorf("%s: %s", schema, fit.Value(schema, prompt))
		}
	})
}

// The arguments of a call: the required members, with what the prompt says, and
// nothing that could do harm where it says nothing.
func TestArguments(t *testing.T) {
	const write = `{"properties":{"path":{"type":"string"},"content":{"type":"string"},"mode":{"enum":["delete","overwrite","keep"]}},"required":["path","content"]}`
	const choose = `{"properties":{"operation":{"enum":["delete","list"]}},"required":["operation"]}`
	const either = `{"properties":{"op":{"anyOf":[{"properties":{"kind":{"const":"delete_file"}},"required":["kind"]},{"properties":{"kind":{"const":"show"}},"required":["kind"]}]}},"required":["op"]}`
	const strict = `{"properties":{"cmd":{"type":"string"},"workdir":{"type":["string","null"]},"force":{"type":"boolean"}},"required":["cmd","workdir","force"]}`
	const edit = `{"properties":{"filePath":{"type":"string"},"oldString":{"type":"string"},"newString":{"type":"string"}},"required":["filePath","oldString","newString"]}`
	const read = `{"properties":{"path":{"type":"string"},"limit":{"type":"integer"}},"required":["path"]}`
	nowhere := `"` + fit.Nowhere + `"`
	for _, c := range []struct {
		schema, prompt string
		values         fit.Values
		want           string
		complete       bool
	}{
		{read, "Read notes.txt, 5 lines", fit.FromPrompt, `{"path":"notes.txt"}`, true},
		{read, "Read it", fit.FromPrompt, `{"path":` + nowhere + `}`, true},
		{write, "Write 'hello' to a.txt", fit.FromOrder, `{"path":"a.txt","content":"hello"}`, true},
		{write, "Write a poem to a.txt", fit.FromOrder, `{"path":"a.txt","content":""}`, false},
		{write, "Write a summary of a.txt", fit.FromOrder, `{"path":"","content":""}`, false},
		{write, "Write 'hello' to a.txt", fit.Harmless, `{"path":` + nowhere + `,"content":""}`, true},
		{choose, "what is in the files?", fit.FromPrompt, `{"operation":"list"}`, true},
		{choose, "do not delete the files", fit.FromPrompt, `{"operation":"list"}`, true},
		{choose, "delete the files", fit.FromOrder, `{"operation":"delete"}`, true},
		{choose, "delete the files", fit.Harmless, `{"operation":"list"}`, true},
		{either, "hello", fit.FromPrompt, `{"op":{"kind":"show"}}`, true},
		{strict, "run `ls -l`", fit.FromOrder, `{"cmd":"ls -l","workdir":null,"force":false}`, true},
		{strict, "run a command", fit.FromOrder, `{"cmd":"echo 'simulated by the local gateway'","workdir":null,"force":false}`, true},
		{strict, "run `rm -rf .`", fit.Harmless, `{"cmd":"","workdir":null,"force":false}`, true},
		{edit, `replace "a b" with "c" in x.go`, fit.FromOrder, `{"filePath":"x.go","oldString":"a b","newString":"c"}`, true},
	} {
		got, complete := fit.Arguments(c.schema, intent.Of(c.prompt), c.values)
		if got != c.want || complete != c.complete {
			t.Errorf("%q: %s %t, want %s %t", c.prompt, got, complete, c.want, c.complete)
		}
	}
}

// However large a schema is, and however large it says that its values are, the
// value takes little work and is no more than a few megabytes.
func TestValueIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var members strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&members, `"m%d":{"type":"string","pattern":"((a?){100}){10}","minLength":4000},`, i)
	}
	for name, schema := range map[string]string{
		"members": `{"type":"object","properties":{` + strings.TrimSuffix(members.String(), ",") + `}}`,
		"const":   `{"type":"array","minItems":1000,"items":{"const":"` + long + `"}}`,
		"length":  `{"type":"array","minItems":1000,"items":{"type":"string","minLength":1000000}}`,
		"prompt":  `{"type":"array","minItems":1000,"items":{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}}`,
		"words":   `{"type":"array","minItems":1000,"items":{"description":"` + long + `","type":"integer"}}`,
	} {
		if value := fit.Value(schema, long); len(value) > 32<<20 || !gjson.Valid(value) {
			t.Errorf("%s: %d bytes", name, len(value))
		}
	}
}
