package expect_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/expect"
	"gatehouse/state/lab"
)

// What a lab is written with is what it is read as.
func TestLabTextIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[\x20-\x7e\t\nä🙂"'\\]{1,20}x`).Draw(t, "name")
		words := rapid.String().Draw(t, "words")
		body, _ := json.Marshal(map[string]any{"input": words, "n": 1.5, "list": []any{true, words, map[string]any{}}, "none": rapid.SampledFrom([]any{nil, true, []any{nil}, map[string]any{"a": nil}}).Draw(t, "none")})
		mark := lab.Mark{Answer: "abc", Mark: rapid.IntRange(0, 3).Draw(t, "mark")}
		text := "repeat = 2\n" + expect.CaseText(name, body) + expect.VariantText(name, body, name) + expect.MarkText(mark)
		l, err := expect.ParseLab("lab.toml", []byte(text), nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if c := l.Cases[0]; c.Name != name || c.Repeat != 2 || !bytes.Equal(c.Request, body) {
			t.Errorf("%q %s of\n%s", c.Name, c.Request, text)
		}
		var got, want any
		_, _ = json.Unmarshal(l.Variants[0].Patch, &got), json.Unmarshal(body, &want)
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		if v := l.Variants[0]; v.Name != name || v.Profile != name || !bytes.Equal(a, b) || len(l.Marks) != 1 || l.Marks[0] != mark {
			t.Errorf("%s\n%s\n%s", a, b, text)
		}
	})
}

// A merge patch that is a text is a JSON object.
func TestAVariantsTextIsAnObject(t *testing.T) {
	for patch, want := range map[string]bool{`{"tools":null}`: true, `[1]`: false, `{"a":`: false, `card.json`: false} {
		if _, err := expect.ParseLab("lab.toml", []byte("[[variant]]\nname = \"a\"\nrequest = '"+patch+"'\n"), nil); (err == nil) != want {
			t.Errorf("%s: %v", patch, err)
		}
	}
}

// A mark that is none is a fault with its line.
func TestLabMarksAreFromZeroToThree(t *testing.T) {
	for _, text := range []string{"[[mark]]\nanswer = \"a\"\nmark = 4\n", "[[mark]]\nmark = 1\n", "[[mark]]\nanswer = \"a\"\nmark = \"1\"\n"} {
		if _, err := expect.ParseLab("lab.toml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), "lab.toml:") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
