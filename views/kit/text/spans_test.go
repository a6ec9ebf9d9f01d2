package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSpansBreakAtSpacesAndLineFeeds(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"one two three", []string{"one two ", "three"}},
		{"one  two", []string{"one  two"}},
		{"a\n\nb", []string{"a\n", "\n", "b"}},
		{"abcdefghijk", []string{"abcdefgh", "ijk"}},
		{"日本語のテキスト", []string{"日本語の", "テキスト"}},
		{"a\x1b[31mb", []string{"a\x1b[31mb"}},
	} {
		var got []string
		for _, s := range Spans(tt.text, 8, 10) {
			got = append(got, tt.text[s.From:s.To])
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%q breaks into %q, not %q", tt.text, got, tt.want)
		}
	}
}

// TestSpansLoseNothing and none is wider than it may be; the cell of a byte leads back to it.
func TestSpansLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab \n\t日é😀\x1b\u200b\u0301"))).Draw(t, "text")
		width := rapid.IntRange(8, 30).Draw(t, "width")
		at := 0
		for _, s := range Spans(text, width, len(text)+1) {
			row := text[s.From:s.To]
			if s.From != at || s.To <= s.From {
				t.Fatalf("a row from %d to %d behind %d", s.From, s.To, at)
			}
			if drawn := strings.TrimRight(DrawSpan(row), " "); Width(drawn) > width {
				t.Fatalf("%q is wider than %d cells", drawn, width)
			}
			at = s.To
		}
		if at != len(text) {
			t.Fatalf("%d of %d bytes are in rows", at, len(text))
		}
	})
}
