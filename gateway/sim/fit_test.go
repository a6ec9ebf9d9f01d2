package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/sim"

	"github.com/tidwall/gjson"
)

// A schema that no finite value fits has a value all the same.
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
		if v := sim.FitValue(schema, "x"); !gjson.Valid(v) {
			t.Errorf("%s: %s", schema, v)
		}
	}
}

func TestHints(t *testing.T) {
	for _, c := range []struct{ schema, prompt, want string }{
		{`{"properties":{"city":{"type":"string"}}}`, "What is the weather in New York?", `{"city":"New York"}`},
		{`{"properties":{"unit":{"enum":["celsius","fahrenheit"]}}}`, "in `fahrenheit`, please", `{"unit":"fahrenheit"}`},
		{`{"properties":{"unit":{"enum":["celsius","fahrenheit"],"default":"fahrenheit"}}}`, "", `{"unit":"fahrenheit"}`},
		{`{"properties":{"query":{"type":"string"}}}`, `search for "grey cats"`, `{"query":"grey cats"}`},
		{`{"properties":{"free_text":{"type":"string"}}}`, "find cats", `{"free_text":"free text"}`},
		{`{"properties":{"a":{"type":"integer"}}}`, "roll a die with 20 sides", `{"a":20}`},
		{`{"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}`, `"x" and "7"`, `{"a":7,"b":"x"}`},
		{`{"properties":{"a":{"type":"integer","default":4}}}`, "20", `{"a":4}`},
		{`{"properties":{"a":{"type":"integer","maximum":6}}}`, "`7` or `6`", `{"a":6}`},
		{`{"properties":{"a":{"type":"string","pattern":"^[A-Z]+$","examples":["no","YES"]}}}`, "`maybe`", `{"a":"YES"}`},
	} {
		if got := sim.FitValue(c.schema, c.prompt); got != c.want {
			t.Errorf("%s for %q: %s, want %s", c.schema, c.prompt, got, c.want)
		}
	}
}

func FuzzValue(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#"}}}`, "weather in Rome")
	f.Add(`{"type":"string","pattern":"^(a|[^b])+$","minLength":4}`, "")
	f.Fuzz(func(t *testing.T, schema, prompt string) {
		if gjson.Valid(schema) && !gjson.Valid(sim.FitValue(schema, prompt)) {
			t.Errorf("%s: %s", schema, sim.FitValue(schema, prompt))
		}
	})
}

// The arguments of a call: the required members, of the quoted words first, and nothing that
// neither the message nor the schema gives.
func TestArguments(t *testing.T) {
	const write = `{"properties":{"path":{"type":"string"},"content":{"type":"string"},"mode":{"enum":["append","overwrite"]}},"required":["path","content"]}`
	const strict = `{"properties":{"workdir":{"type":["string","null"]},"cmd":{"type":"string"},"force":{"type":"boolean"},"lines":{"type":"integer","minimum":1}},"required":["workdir","cmd","force","lines"]}`
	for _, c := range []struct {
		schema, message string
		quoted          []string
		want            string
	}{
		{"", "x", nil, `{}`},
		{write, "", []string{"a.txt", "hello"}, `{"path":"a.txt","content":"hello"}`},
		{write, "to a.txt", nil, `{"path":"","content":""}`},
		{strict, "", []string{"ls -l"}, `{"workdir":null,"cmd":"ls -l","force":false,"lines":1}`},
		{strict, "", []string{"true", "5", "ls"}, `{"workdir":null,"cmd":"true","force":false,"lines":5}`},
		{`{"properties":{"todos":{"type":"array","items":{"type":"string"}}},"required":["todos"]}`, "", []string{"a"}, `{"todos":["a"]}`},
	} {
		if got := sim.FitArguments(c.schema, c.message, c.quoted); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.schema, c.quoted, got, c.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	got := sim.Quoted("don't `a b` \"c\", “d” and 'e': it's (`f`)\n`g\n`")
	if want := []string{"a b", "c", "d", "e", "f"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// However large a schema is, and however large it says that its values are, the value takes little
// work and is no more than a few megabytes.
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
		if value := sim.FitValue(schema, long); len(value) > 32<<20 || !gjson.Valid(value) {
			t.Errorf("%s: %d bytes", name, len(value))
		}
	}
}
