package fit_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/intent"

	"github.com/tidwall/gjson"
)

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
