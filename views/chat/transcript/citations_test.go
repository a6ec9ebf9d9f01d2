package transcript

import (
	"fmt"
	"strings"
	"testing"
)

// citing is a message with citations, each directly after the words that it is for,
// counted in characters.
func citing(text string, behind ...string) string {
	var all []string
	for n, words := range behind {
		end := len([]rune(text[:strings.Index(text, words)+len(words)]))
		all = append(all, fmt.Sprintf(`{"type":"url_citation","url":"https://e.org/%d","title":"Title %d","start_index":0,"end_index":%d}`, n+1, n+1, end))
	}
	return `{"type":"message","id":"m","content":[{"type":"output_text","text":` + quote(text) + `,"annotations":[` + strings.Join(all, ",") + `]}]}`
}

// TestCitationsAreMarkedInTheText checks marks after words in any markdown.
func TestCitationsAreMarkedInTheText(t *testing.T) {
	for _, c := range []struct{ text, behind, want string }{
		{"So says the manual, and more.", "manual", "So says the manual[1], and more."},
		{"Größe — 日本語 zählt hier.", "日本語", "Größe — 日本語[1] zählt hier."},
		{"It is **very bold** so.", "very bold", "It is very bold[1] so."},
		{"It is **very bold** so.", "**very bold**", "It is very bold[1] so."},
		{"See [the page](https://x.org/p) now.", "https://x.org/p)", "https://x.org/p[1] now."},
		{"Run `code here` now.", "code here`", "Run code here[1] now."},
		{"- one\n- two said\n- three", "two said", "• two said[1]"},
		{"> quoted\n> line two\n> line three", "line two", "quoted line two[1] line three"},
		{"# A heading\n\nwords", "A heading", "A heading[1]"},
		{"```\ncode line\n```\n\nwords", "code line", "code line[1]"},
		{"| a | b |\n|--|--|\n| c | d |", "| c", "d [1]"},
		{"The end.", "The end.", "The end.[1]"},
		{"first\n\nsecond", "first", "first[1]"},
		{`not a \* star`, `\*`, "not a *[1] star"},
	} {
		s := completeItem(80, 30, citing(c.text, c.behind))
		has(t, s, c.want)
		if !strings.Contains(s.View(), s.styles.Accent.Render("[1]")) {
			t.Errorf("%q: the mark has no colour", c.text)
		}
		s.press("/")
		s.write("[1]")
		has(t, s, "1 of 1") // it is the source: the mark is none of the text
	}
}

// TestNothingFromTheWireIsAMark.
func TestNothingFromTheWireIsAMark(t *testing.T) {
	s := completeItem(80, 30, citing("a \uFDD4[9]\uFDD6 b", "b"))
	has(t, s, "‹U+FDD4›[9]‹U+FDD6› b[1]")
}

// TestACitationWithoutAPlaceIsListed also cites text that has not arrived yet.
func TestACitationWithoutAPlaceIsListed(t *testing.T) {
	s := completeItem(80, 20, `{"type":"message","content":[{"type":"output_text","text":"words","annotations":[{"type":"url_citation","url":"https://e.org/a"}]}]}`)
	has(t, s, "words\n\n   [1]  https://e.org/a")
	s = newStage(80, 20)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(0, "one "), s.talk.event(`{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"https://e.org/a","end_index":7}}`))
	hasNot(t, s, "one [1]")
	x.Apply(s.talk.delta(0, "two three"))
	has(t, s, "one two[1] three")
}

// TestUnreadableCitationPlaceHidesNoOther: a place that is no number of characters is none, and the marks of
// later citations are drawn while the answer arrives.
func TestUnreadableCitationPlaceHidesNoOther(t *testing.T) {
	for place, want := range map[string]string{
		`"end_index":99999999999999999999`: "one[2] two",
		`"end_index":7.5,"index":7`:        "one[2] two[1]",
		`"end_index":0,"index":7`:          "one[2] two three",
	} {
		s := newStage(80, 20)
		x := s.ask("go")
		x.Apply(s.talk.head(200), s.talk.delta(0, "one two three"))
		for n, place := range []string{place, `"end_index":3`} {
			x.Apply(s.talk.event(`{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":%d,"annotation":{"type":"url_citation","url":"https://e.org/%d",%s}}`, n, n, place))
		}
		has(t, s, want)
	}
}

// TestVeryManySourcesAreFolded until a key unfolds them.
func TestVeryManySourcesAreFolded(t *testing.T) {
	text, words := "", []string{}
	for n := range 40 {
		words = append(words, fmt.Sprintf("claim-%02d", n))
		text += words[n] + "\n\n"
	}
	s := completeItem(80, 20, citing(text, words...))
	has(t, s, "▸ 40 citations")
	hasNot(t, s, "Title 40")
	s.SetFocus(true)
	s.press("K", "enter", "G")
	has(t, s, "[40]  Title 40  https://e.org/40")
}
