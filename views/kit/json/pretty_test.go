package json

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

func drawnJSON(doc string, width int) string {
	styles := themes.Dark()
	return plainly(NewPretty(&styles, markdown.NewLexers(), rope.Plain(doc)), width)
}

func TestJSONHasAMemberALine(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"members", `{"a":1,"b":{"c":[1,2, 3],"d":{}},"e":[{"f":"x,{y"}]}`,
			"{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1, 2, 3],\n    \"d\": {}\n  },\n  \"e\": [\n    {\"f\": \"x,{y\"}\n  ]\n}"},
		{"numbers keep their spelling", `{"n":1.0e+2}`, `{"n": 1.0e+2}`},
		{"letters are decoded", `{"u":"K\u00f6ln\/\u202e\u001b\n"}`, `{"u": "Köln/\u202e\u001b\n"}`},
		{"a value alone", ` "x" `, `"x"`},
		{"no JSON", `{"a": nope, "b" ]`, "{\n  \"a\": nope,\n  \"b\"\n]"},
		{"torn", `{"a": "b`, "{\n  \"a\": \"b"},
		{"controls", "{\"a\":\"\x1b\u202e\"}", `{"a": "␛‹U+202E›"}`},
		{"nothing", ``, ``},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := drawnJSON(c.in, 80); got != c.want {
				t.Errorf("drawn:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestTheSpacesOfALongTextStay in each of the pieces that its line is cut into,
// in a document and in what only one of two has.
func TestTheSpacesOfALongTextStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b:", ",", "{", `\"`, `\\`, `\\\"`, "日本"}), 1, 5).Draw(t, "words")
		text := `"` + strings.Repeat(strings.Join(words, " ")+" ", 2*text.PieceSize/len(words)) + `."`
		want := strings.Fields(text)
		if got := strings.Fields(drawnJSON(text, 1<<20)); !slices.Equal(got, want) {
			t.Fatalf("%.100q is drawn as\n%.9000s", text, got)
		}
	})
	first, second, _ := strings.Cut(plainly(deltaOf(t, `{}`, `{"a":{"b":"`+strings.Repeat("spaced words ", text.PieceSize/6)+`"}}`, true), 1<<20), "\n")
	if got, want := strings.Count(second, " words "), text.PieceSize/6-1; got < want {
		t.Errorf("%s: %d of %d spaces are drawn\n%s", first, got, want, second)
	}
}

func TestJSONLeavesNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := randomJSON(t, 4)
		got := drawnJSON(doc, 400)
		var a, b any
		if err := json.Unmarshal([]byte(doc), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(got), &b); err != nil {
			t.Fatalf("%s is drawn as\n%s", doc, got)
		}
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%s is drawn as\n%s", doc, got)
		}
	})
}

func randomJSON(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{"1", "-2.5e3", "true", "null", `""`, `"a b"`, `"\"\\{}[],:"`, `"é日"`, "[]", "{}"}).Draw(t, "value")
	}
	n := rapid.IntRange(0, 4).Draw(t, "members")
	parts := make([]string, n)
	object := rapid.Bool().Draw(t, "object")
	for i := range parts {
		parts[i] = randomJSON(t, depth-1)
		if object {
			parts[i] = fmt.Sprintf("%q : %s", fmt.Sprint("k", i), parts[i])
		}
	}
	if object {
		return "{" + strings.Join(parts, " ,") + "}"
	}
	return "[" + strings.Join(parts, ",\n") + "]"
}

func TestHostileDepthIsDrawn(t *testing.T) {
	styles := themes.Dark()
	doc := strings.Repeat(`[{"a":`, 200_000) + "1"
	j := NewPretty(&styles, markdown.NewLexers(), rope.Plain(doc))
	j.SetWidth(40)
	if j.Len() < 200_000 {
		t.Fatalf("%d lines", j.Len())
	}
	for _, i := range []int{0, 1000, j.Len() - 1} {
		for _, line := range j.Lines(i) {
			if w := text.Width(line); w > 40 {
				t.Errorf("line %d is %d cells wide", i, w)
			}
		}
	}
}

func TestALongStringIsCut(t *testing.T) {
	styles := themes.Dark()
	j := NewPretty(&styles, markdown.NewLexers(), rope.Plain(`{"a":"`+strings.Repeat("x", 1<<20)+`"}`))
	j.SetWidth(80)
	for i := range j.Len() {
		if n := len(j.Lines(i)); n > 40 {
			t.Fatalf("block %d has %d lines", i, n)
		}
	}
}

func BenchmarkJSONOpen(b *testing.B) {
	styles := themes.Dark()
	doc := "[" + strings.Repeat(`{"id":12345,"name":"some name","tags":["a","b"],"nested":{"deep":{"er":true}}},`, 12000) + "1]"
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		NewPretty(&styles, markdown.NewLexers(), rope.Plain(doc))
	}
}

// TestDrawnJSONIsSafeAndFits draws documents and what is none.
func TestDrawnJSONIsSafeAndFits(t *testing.T) {
	styles := themes.Light()
	pieces := rapid.SampledFrom([]string{
		`{"name": `, `[`, `]`, `}`, `, `, `"words" `, `"`, `\`, `\"`, `1e3`, "\n", "\t", "\x1b[31m", "\x9b2J", "\u009b", "\r", "\u202e",
		"日本語", "é", "\xff", "\x00", strings.Repeat("long ", 500), strings.Repeat("x", 3000),
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(pieces, 0, 40).Draw(t, "pieces"), "")
		width := rapid.IntRange(1, 90).Draw(t, "width")
		j := NewPretty(&styles, markdown.NewLexers(), rope.Plain(src))
		j.SetWidth(width)
		for i := range j.Len() {
			for _, line := range j.Lines(i) {
				if text.Guard(line) != line || strings.Contains(line, text.MarkOn) || strings.Contains(line, text.MarkOff) {
					t.Fatalf("block %d holds what a terminal obeys: %q", i, line)
				}
				if w := text.Width(line); w > width {
					t.Fatalf("block %d is %d cells wide, the pane %d: %q", i, w, width, line)
				}
			}
		}
	})
}
