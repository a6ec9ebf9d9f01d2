package scan

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawValue draws a JSON value as text, in odd spellings and with white space.
func drawValue(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", " ", "\n\t", "\r\n"})
	wrap := func(s string) string { return space.Draw(t, "before") + s + space.Draw(t, "after") }
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		return wrap(rapid.SampledFrom([]string{
			"0", "-1.50", "2e+05", "true", "false", "null", `""`, `"a\"b\\"`, `"\n\t\r\b\f\/\\\""`, `"\u00e9\ud83d\ude00"`, `"é,]}"`, `"\\"`, `"\\\\\""`,
		}).Draw(t, "simple"))
	}
	var parts []string
	for range rapid.IntRange(0, 3).Draw(t, "size") {
		part := drawValue(t, depth-1)
		if kind == 1 {
			part = wrap(rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`, `"}"`, `""`}).Draw(t, "key")) + ":" + part
		}
		parts = append(parts, part)
	}
	inside := strings.Join(parts, ",")
	if len(parts) == 0 {
		inside = space.Draw(t, "inside")
	}
	if kind == 1 {
		return wrap("{" + inside + "}")
	}
	return wrap("[" + inside + "]")
}

// TestTextEqualsDecoding: reading in place finds what encoding/json
// decodes.
func TestTextEqualsDecoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := []byte(drawValue(t, 4))
		if err := Check(doc); err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		same(t, doc)
	})
}

// halvesAsText spells halves of characters, which encoding/json replaces, as text.
func halvesAsText(v []byte) []byte {
	for at := 0; ; {
		i := LoneSurrogate(v[at:])
		if i < 0 {
			return v
		}
		v = slices.Insert(slices.Clone(v), at+i, '\\')
		at += i + 1 + HalfSize
	}
}

func same(t *rapid.T, v []byte) {
	switch KindOf(v) {
	case Object:
		decoded := map[string]json.RawMessage{}
		if err := json.Unmarshal(v, &decoded); err != nil {
			t.Fatal(err)
		}
		for key, want := range decoded {
			if got := Get(v, key); string(got) != string(want) {
				t.Fatalf("%q under %q: %q, want %q", v, key, got, want)
			}
		}
		for m := range Members(v) {
			if _, ok := decoded[m.Key]; !ok {
				t.Fatalf("%q has no member %q", v, m.Key)
			}
			same(t, m.Value)
		}
	case Array:
		var decoded []json.RawMessage
		if err := json.Unmarshal(v, &decoded); err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, e := range Elements(v) {
			if i >= len(decoded) || string(e) != string(decoded[i]) {
				t.Fatalf("%q: element %d is %q", v, i, e)
			}
			i++
			same(t, e)
		}
		if i != len(decoded) {
			t.Fatalf("%q: %d elements, want %d", v, i, len(decoded))
		}
	case String:
		var want string
		if err := json.Unmarshal(halvesAsText(v), &want); err != nil || Text(v) != want {
			t.Fatalf("%q is %q, want %q", v, Text(v), want)
		}
		for _, guess := range []string{want, want + "x", "", "a\"b"} {
			if DecodesTo(v, guess) && guess != want {
				t.Fatalf("%q is said to spell %q, want %q", v, guess, want)
			}
		}
	}
}

// TestCutDocumentsEndTooEarly: a document that stops in the middle is reported as
// one that ends, at its end or at the word that was cut.
func TestCutDocumentsEndTooEarly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := `{"k":` + drawValue(t, 3) + `}`
		cut := doc[:rapid.IntRange(0, len(doc)-1).Draw(t, "at")]
		var e *SyntaxError
		if err := Check([]byte(cut)); !errors.As(err, &e) {
			t.Fatalf("%q passes", cut)
		}
		if rest := strings.Trim(cut[e.Offset:], " \t\r\n"); len(rest) > 6 {
			t.Fatalf("%q: told at %d: %v", cut, e.Offset, e)
		}
		if e.Line != 1+strings.Count(cut[:e.Offset], "\n") || e.Column < 1 {
			t.Fatalf("%q: line %d, column %d", cut, e.Line, e.Column)
		}
	})
}

// TestQuotedTextReadsBack: writing and reading a text gives it again.
func TestQuotedTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		quoted := Quote(s)
		if err := Check(quoted); err != nil {
			t.Fatal(err)
		}
		if got := Text(quoted); got != strings.ToValidUTF8(s, "\ufffd") {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
