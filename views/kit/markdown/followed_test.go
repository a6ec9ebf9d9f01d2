package markdown

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// TestFollowedTextIsDrawnLikeCompleteText: a text read piece by piece, growing by deltas of any size
// and replaced by another, is drawn like the same text read at once.
func TestFollowedTextIsDrawnLikeCompleteText(t *testing.T) {
	styles, lexers := themes.Dark(), stubLexers()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"words ", "\n", "\n\n", "# head\n", "> \"quote\"\n", "```go\nx := 1\n", "| a | b |\n| - | - |\n", "é😀", strings.Repeat("long ", 300), strings.Repeat("line\n", 300), strings.Repeat("x", text.PieceSize)})
		complete, followed := New(&styles, lexers), New(&styles, lexers)
		plain, let := text.NewPlain(&styles, styles.Text), text.NewPlain(&styles, styles.Text)
		grown, text := &rope.Rope{}, ""
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			more := strings.Join(rapid.SliceOfN(words, 1, 6).Draw(t, "more"), "")
			switch rapid.IntRange(0, 4).Draw(t, "how") {
			case 0: // the streamed text again, complete
				grown = rope.New(scan.Quote(text))
			case 1:
				grown, text = rope.New(scan.Quote(more)), more
			default:
				grown.Append(more)
				text += more
			}
			complete.Update(text)
			followed.Follow(grown)
			drawnAlike(t, followed, complete)
			plain.Update(text)
			let.Follow(grown)
			drawnAlike(t, let, plain)
		}
	})
}

func drawnAlike(t *rapid.T, got, want text.Long) {
	t.Helper()
	if got.Source() != want.Source() || got.Size() != want.Size() || got.Len() != want.Len() {
		t.Fatalf("%d bytes in %d blocks, want %d in %d", got.Size(), got.Len(), want.Size(), want.Len())
	}
	for i := range want.Len() {
		if !slices.Equal(got.Lines(i), want.Lines(i)) {
			t.Fatalf("block %d is drawn as %q, want %q", i, got.Lines(i), want.Lines(i))
		}
	}
}
