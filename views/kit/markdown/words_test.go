package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWhatALineSaysWithoutItsMarkup(t *testing.T) {
	for line, want := range map[string]string{
		"plain words":                       "plain words",
		"## A **bold** heading":             "A bold heading",
		"- an item with `code` in it":       "an item with code in it",
		"3. the *third*":                    "the third",
		"> > quoted":                        "quoted",
		"> - a ~~wrong~~ list":              "a wrong list",
		"a [link](https://a.example/b) too": "a link too",
		"| a | **b** |":                     "a b",
		"|---|:-:|":                         "",
		"```go":                             "",
		"---":                               "",
		"":                                  "",
		"snake_case_stays, 2 * 3 * 4 too":   "snake_case_stays, 2 * 3 * 4 too",
		"&lt;b&gt; and \\*":                 "<b> and *",
		"    indented":                      "indented",
	} {
		if got := WithoutMarkup(line); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestWordsWithoutMarkupComeThroughAsTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zA-Z漢]{1,9}`), 1, 8).Draw(t, "words"), " ")
		if got := WithoutMarkup(words); got != words {
			t.Fatalf("%q becomes %q", words, got)
		}
		if got := WithoutMarkup(rapid.String().Draw(t, "any")); !utf8.ValidString(got) && utf8.ValidString(words) {
			t.Fatalf("%q is no text", got)
		}
	})
}
