package request_test

import (
	"testing"

	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

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
