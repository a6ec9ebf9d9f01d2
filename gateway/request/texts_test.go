package request_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

func TestTexts(t *testing.T) {
	body := `{"model":"no","instructions":"i","metadata":{"a":"no"},"input":[
		{"role":"user","content":"a \"b\""},
		{"type":"message","id":"no","status":"no","content":[{"type":"output_text","text":"c"},{"type":"refusal","refusal":"d"},
			{"type":"input_file","filename":"e","file_data":"no"},{"type":"input_image","image_url":"no"}]},
		{"type":"reasoning","signature":"no","encrypted_content":"no","summary":["f"],"content":[{"type":"reasoning_text","text":"g"}]},
		{"type":"function_call","call_id":"no","name":"h","arguments":"{\"x\":1}"},
		{"type":"function_call_output","call_id":"no","output":[{"type":"input_text","text":"j"}]},
		{"type":"shell_call_output","output":[{"stdout":"k","stderr":"l","outcome":{"type":"exit","exit_code":0}}]}, null, 1
	],"tools":[{"description":"no"}]}`
	var texts []string
	same := request.RewriteTexts([]byte(body), func(s string) string { texts = append(texts, s); return s })
	want := []string{"i", `a "b"`, "c", "d", "e", "f", "g", "h", `{"x":1}`, "j", "k", "l"}
	if !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
	if string(same) != body {
		t.Errorf("changed: %s", same)
	}
	upper := request.RewriteTexts([]byte(body), strings.ToUpper)
	var got []string
	request.RewriteTexts(upper, func(s string) string { got = append(got, s); return s })
	for i := range want {
		want[i] = strings.ToUpper(want[i])
	}
	if !slices.Equal(got, want) || strings.Count(string(upper), `"no"`) != strings.Count(body, `"no"`) {
		t.Errorf("%s", upper)
	}
}

func TestPlainInput(t *testing.T) {
	got := request.RewriteTexts([]byte(` { "input" : "a\n" , "x" : 1 } `), func(string) string { return "\"b\"" })
	if string(got) != ` { "input" : "\"b\"" , "x" : 1 } ` {
		t.Errorf("%s", got)
	}
}

// A body that is malformed or not an object is returned unchanged.
func TestNothingToRead(t *testing.T) {
	for _, body := range []string{``, `[]`, `1`, `{}`, `{"input":`, `{"input":[}`, `{"input":{"a":"`, `{"instructions":null,"input":[[["x"]]]`} {
		if got := request.RewriteTexts([]byte(body), strings.ToUpper); string(got) != body && gjson.Valid(body) {
			t.Errorf("%q became %q", body, got)
		}
	}
}

// Whatever the texts are, the body stays valid and holds what was put there.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, other := rapid.String().Draw(t, "text"), rapid.String().Draw(t, "other")
		body := request.RewriteTexts([]byte(`{"input":["x",{"content":"x"}],"z":1}`), func(string) string { return text })
		if !gjson.ValidBytes(body) {
			t.Fatalf("%s", body)
		}
		again := request.RewriteTexts(body, func(string) string { return other })
		if got := gjson.GetBytes(again, "input.1.content").String(); got != strings.ToValidUTF8(other, "\uFFFD") {
			t.Fatalf("%q, want %q", got, other)
		}
	})
}

func TestItems(t *testing.T) {
	for body, want := range map[string]string{
		`{"x":1,"input":"a \"b\""}`:    `{"x":1,"input":[{"type":"message","role":"user","content":"a \"b\""},{"n":1}]}`,
		`{"input":[{"a":1}],"x":2}`:    `{"input":[{"a":1},{"n":1}],"x":2}`,
		`{"x":1}`:                      `{"x":1,"input":[{"n":1}]}`,
		`{"input":[],"x":{"input":1}}`: `{"input":[{"n":1}],"x":{"input":1}}`,
	} {
		if got := string(request.WithItems([]byte(body), append(request.RawItems([]byte(body)), `{"n":1}`))); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	body := `{"input":[{"role":"user","content":[{"type":"a","n":1},{"type":"b"},{"type":"a","n":2}]},{"content":"a"},
		{"type":"function_call_output","output":[{"type":"a","n":3},"a"]}]}`
	got := request.ReplaceParts([]byte(body), "a", func(part gjson.Result) []byte {
		if part.Get("n").Int() == 2 {
			return nil
		}
		return []byte(`{"was":` + part.Get("n").Raw + `}`)
	})
	r := gjson.ParseBytes(got)
	if r.Get("input.0.content").Raw != `[{"was":1},{"type":"b"},{"type":"a","n":2}]` || r.Get("input.2.output").Raw != `[{"was":3},"a"]` {
		t.Errorf("%s", got)
	}
	if same := request.ReplaceParts([]byte(body), "none", func(gjson.Result) []byte { return []byte("1") }); string(same) != body {
		t.Errorf("%s", same)
	}
}
