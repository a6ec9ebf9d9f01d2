package output_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/output"

	"pgregory.net/rapid"
)

// tokens is the tokens of a text.
func tokens(text string) (list []string) {
	for text != "" {
		var tok string
		tok, text = output.NextToken(text)
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
		text := output.NewLongText(slices.Values(blocks))
		var got []string
		for block := range text.Blocks() {
			got = append(got, tokens(block)...)
		}
		if !slices.Equal(got, tokens(whole)) || text.Tokens() != output.CountTokens(whole) || text.Runes() != len([]rune(whole)) {
			t.Fatalf("%q, want %q", got, tokens(whole))
		}
		n := rapid.IntRange(0, len(got)+1).Draw(t, "n")
		head, _ := output.CutTokens(whole, n)
		if cut := strings.Join(slices.Collect(text.Cut(n).Blocks()), ""); cut != head {
			t.Fatalf("%d tokens: %q, want %q", n, cut, head)
		}
		for _, text := range []*output.LongText{text, text.With("")} {
			doc := output.AppendString([]byte(`{"a":`), text.Mark())
			doc = append(output.AppendString(append(doc, `,"b":`...), text.Mark()), '}')
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
