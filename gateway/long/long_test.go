package long_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/event"
	"gatehouse/gateway/long"
	"gatehouse/gateway/token"

	"pgregory.net/rapid"
)

// tokens is the tokens of a text.
func tokens(text string) (list []string) {
	for text != "" {
		var tok string
		tok, text = token.Next(text)
		list = append(list, tok)
	}
	return list
}

// However a text is cut into blocks, it is the same text: its tokens, its JSON and
// its beginning.
func TestBlocksAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks := rapid.SliceOf(rapid.StringMatching(`(?:[a-zäß漢"\\]{0,15}[ \n]{0,14}){0,4}`)).Draw(t, "blocks")
		whole := strings.Join(blocks, "")
		text := long.New(slices.Values(blocks))
		var got []string
		for block := range text.Blocks() {
			got = append(got, tokens(block)...)
		}
		if !slices.Equal(got, tokens(whole)) || text.Tokens() != token.Count(whole) || text.Runes() != len([]rune(whole)) {
			t.Fatalf("%q, want %q", got, tokens(whole))
		}
		n := rapid.IntRange(0, len(got)+1).Draw(t, "n")
		head, _ := token.Cut(whole, n)
		if cut := strings.Join(slices.Collect(text.Cut(n).Blocks()), ""); cut != head {
			t.Fatalf("%d tokens: %q, want %q", n, cut, head)
		}
		for _, text := range []*long.Text{text, text.With("")} {
			doc := event.AppendString([]byte(`{"a":`), text.Mark())
			doc = append(event.AppendString(append(doc, `,"b":`...), text.Mark()), '}')
			var out []byte
			if err := text.Write(doc, func(b []byte) error { out = append(out, b...); return nil }); err != nil {
				t.Fatal(err)
			}
			var read struct{ A, B string }
			if err := json.Unmarshal(out, &read); err != nil || read.A != whole || read.B != whole {
				t.Fatalf("%s: %v", out, err)
			}
		}
	})
}
