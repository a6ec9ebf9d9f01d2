package sim

import (
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// wantsJSON reports whether the answer is JSON, because of text.format or of the model.
func (t *turn) wantsJSON() bool {
	typ, _ := t.Request.Format()
	return typ == "json_schema" || typ == "json_object" || t.Model.Slug == "sim/structured" || t.Model.Slug == "sim/broken-json"
}

// json returns the answer as JSON: a value that fits the schema, or an object about the request.
func (t *turn) json() string {
	value := jsontext.Value(t.object())
	if _, schema := t.Request.Format(); schema != "" {
		value = jsontext.Value(FitValue(schema, t.Text))
	}
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return string(value) // valid, but not indented
	}
	if t.Model.Slug == "sim/broken-json" {
		return breakJSON(string(value), t.rand.IntN(4))
	}
	return string(value)
}

func (t *turn) object() []byte {
	b := []byte(`{"simulated":true`)
	text := func(name, value string) { b = output.AppendString(append(b, `,"`+name+`":`...), value) }
	number := func(name string, n int) { b = fmt.Appendf(b, `,%q:%d`, name, n) }
	text("model", t.Model.Slug)
	text("prompt", t.Quote(200))
	if t.Subject != aboutAny {
		text("about", string(t.Subject))
	}
	number("turn", t.Number())
	number("items", t.Items())
	number("input_tokens", t.Tokens())
	number("prompt_tokens", output.CountTokens(t.Text))
	words, err := json.Marshal(append([]string{}, t.Words(6)...)) // never null
	if err == nil && t.Text != "" {
		b = append(append(b, `,"words":`...), words...)
	}
	return append(b, '}')
}

// breakJSON breaks a JSON text in one of the four ways that are common for models.
func breakJSON(text string, defect int) string {
	last := len(text) - 1
	inside := strings.TrimRight(text[:last], " \n")
	defects := []string{
		inside,                     // cut off before the end
		inside + "," + text[last:], // a comma too many
		"Here is the JSON (simulated):\n\n```json\n" + text + "\n```",
		text + "\n" + text[last:], // closed twice
	}
	if s := defects[defect]; !json.Valid([]byte(s)) {
		return s
	}
	return defects[2] // a comma within a string breaks nothing
}

// members returns the members of a JSON object for a table; nil for anything else.
func members(text string) []request.Setting {
	if !json.Valid([]byte(text)) {
		return nil
	}
	var list []request.Setting
	if object := gjson.Parse(text); object.IsObject() {
		object.ForEach(func(name, value gjson.Result) bool {
			list = append(list, request.Setting{Name: oneLine(name.Str, 40), Value: oneLine(value.String(), 80)})
			return len(list) < 20
		})
	}
	return list
}
