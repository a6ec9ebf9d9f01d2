package output_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"pgregory.net/rapid"
)

func all(text string) (tokens []string) {
	for text != "" {
		var tok string
		tok, text = output.NextToken(text)
		tokens = append(tokens, tok)
	}
	return tokens
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"one", []string{"one"}},
		{"one two\n\n three ", []string{"one", " two", "\n\n three", " "}},
		{"extraordinarily", []string{"extraordinar", "ily"}},
		{"漢字漢字漢字", []string{"漢字漢字", "漢字"}},
		{strings.Repeat(" ", 14) + "x", []string{strings.Repeat(" ", 12), "  x"}},
	} {
		if got := all(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Whatever the text, its tokens put together are the text, none is empty, none is too long or cuts
// a character, and Count and Cut agree with Next.
func TestTokensAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		tokens := all(text)
		if strings.Join(tokens, "") != text {
			t.Fatalf("%q became %q", text, tokens)
		}
		for _, tok := range tokens {
			if tok == "" || len(tok) > output.MaxTokenBytes || utf8.ValidString(text) && !utf8.ValidString(tok) {
				t.Fatalf("token %q", tok)
			}
		}
		if output.CountTokens(text) != len(tokens) {
			t.Fatalf("Count %d, tokens %d", output.CountTokens(text), len(tokens))
		}
		n := rapid.IntRange(0, len(tokens)+1).Draw(t, "n")
		head, rest := output.CutTokens(text, n)
		if head != strings.Join(tokens[:min(n, len(tokens))], "") || head+rest != text {
			t.Fatalf("Cut(%q, %d) = %q, %q", text, n, head, rest)
		}
	})
}
