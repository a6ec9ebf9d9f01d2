package body

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/themes"
)

// TestReleasedTextIsDrawnAsItWas: a text that was let go is drawn, searched and
// gone on with as one that is held.
func TestReleasedTextIsDrawnAsItWas(t *testing.T) {
	styles, lexers := themes.Dark(), NewLexers()
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"words\n", "\n", "# head\n", "3. item\n", "> quote\n", "```go\n", "x := 1\n", "| a | b |\n", "| - | - |\n", "unfinished"})
		text := strings.Join(rapid.SliceOfN(line, 1, 20).Draw(t, "text"), "")
		more := text + strings.Join(rapid.SliceOfN(line, 0, 5).Draw(t, "more"), "")
		held, released := NewMarkdown(&styles, lexers), NewMarkdown(&styles, lexers)
		for _, text := range []string{text, more} {
			held.Update(text)
			released.Update(text)
			released.Release(Bytes(text))
			if released.text != "" {
				t.Fatal("the text is still held")
			}
			if released.Source() != held.Source() || released.Size() != held.Size() || released.Len() != held.Len() {
				t.Fatalf("%d bytes in %d blocks, want %d in %d", released.Size(), released.Len(), held.Size(), held.Len())
			}
			for i := range held.Len() {
				if got, want := released.Lines(i), held.Lines(i); !slices.Equal(got, want) {
					t.Fatalf("block %d is drawn as %q, want %q", i, got, want)
				}
			}
		}
	})
}
