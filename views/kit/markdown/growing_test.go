package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// TestATextGoesBackAsIfMoreHadNeverCome: to any place in it, and from there on to
// another end, whatever block it stops in.
func TestATextGoesBackAsIfMoreHadNeverCome(t *testing.T) {
	styles, lexers := themes.Dark(), stubLexers()
	words := rapid.SampledFrom([]string{"words of a paragraph ", "line\n", "# head\n\n", "> quote\n> - item\n", "- item\n  - inner\n\n", "```go\nx := 1\n", "```\n", "| a | b |\n| - | - |\n", "| | |\n| - | - |\n", "| wide cell | c |\n"})
	long := rapid.Custom(func(t *rapid.T) string {
		return strings.Repeat(words.Draw(t, "words"), rapid.SampledFrom([]int{1, 7, 2000}).Draw(t, "times"))
	})
	rapid.Check(t, func(t *rapid.T) {
		markdown, plain := New(&styles, lexers), text.NewPlain(&styles, styles.Text)
		grown := &rope.Rope{}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			more := strings.Join(rapid.SliceOfN(long, 1, 8).Draw(t, "more"), "")
			grown.Append(more)
			markdown.Follow(grown)
			plain.Follow(grown)
			anywhere := rapid.IntRange(0, int(grown.Len()))
			back := rapid.OneOf(anywhere, anywhere, rapid.IntRange(text.CheckpointEvery-text.PieceSize, text.CheckpointEvery+3*text.PieceSize)).Draw(t, "back to")
			first := grown.Cut(0, int64(back))
			grown = &rope.Rope{}
			grown.Append(first)
			markdown.Follow(grown)
			plain.Follow(grown)
			cutAlike(t, markdown, grown)
			complete := text.NewPlain(&styles, styles.Text)
			complete.Follow(grown)
			plainAlike(t, plain, complete)
		}
	})
}

// cutAlike compares what markdown was cut into, and its last blocks as they are drawn,
// with what it is cut into at once.
func cutAlike(t *rapid.T, got *Text, words *rope.Rope) {
	t.Helper()
	want := New(got.styles, got.lexers)
	want.Follow(words)
	if cut, all := fmt.Sprintf("%+v", unread(got.cut)), fmt.Sprintf("%+v", unread(want.cut)); cut != all {
		t.Fatalf("%d bytes are cut into %d blocks, want %d", words.Len(), got.Len(), want.Len())
	}
	for i := max(got.Len()-20, 0); i < got.Len(); i++ {
		if !slices.Equal(got.Lines(i), want.Lines(i)) {
			t.Fatalf("block %d is drawn as %q, want %q", i, got.Lines(i), want.Lines(i))
		}
	}
}

// plainAlike compares plain texts: where they are cut, by the blocks of offsets, and
// their last blocks as they are drawn.
func plainAlike(t *rapid.T, got, want *text.Plain) {
	t.Helper()
	if got.Len() != want.Len() || got.Size() != want.Size() {
		t.Fatalf("%d bytes are cut into %d lines, want %d in %d", got.Size(), got.Len(), want.Size(), want.Len())
	}
	for at := 0; at < got.Size(); at += 101 {
		if got.Block(at) != want.Block(at) {
			t.Fatalf("byte %d is in line %d, want %d", at, got.Block(at), want.Block(at))
		}
	}
	for i := max(got.Len()-20, 0); i < got.Len(); i++ {
		if !slices.Equal(got.Lines(i), want.Lines(i)) {
			t.Fatalf("line %d is drawn as %q, want %q", i, got.Lines(i), want.Lines(i))
		}
	}
}

// unread is a cutter without the text.
func unread(c *cutter) cutter {
	without := *c
	without.read = nil
	return without
}
