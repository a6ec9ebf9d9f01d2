package body

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/rope"
	"gatehouse/themes"
)

// TestATextGoesBackAsIfMoreHadNeverCome: to any place in it, and from there on to
// another end, whatever block it stops in.
func TestATextGoesBackAsIfMoreHadNeverCome(t *testing.T) {
	styles, lexers := themes.Dark(), NewLexers()
	words := rapid.SampledFrom([]string{"words of a paragraph ", "line\n", "# head\n\n", "> quote\n> - item\n", "- item\n  - inner\n\n", "```go\nx := 1\n", "```\n", "| a | b |\n| - | - |\n", "| wide cell | c |\n"})
	long := rapid.Custom(func(t *rapid.T) string {
		return strings.Repeat(words.Draw(t, "words"), rapid.SampledFrom([]int{1, 7, 2000}).Draw(t, "times"))
	})
	rapid.Check(t, func(t *rapid.T) {
		markdown, plain := NewMarkdown(&styles, lexers), NewText(&styles, styles.Text)
		text := &rope.Rope{}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			more := strings.Join(rapid.SliceOfN(long, 1, 8).Draw(t, "more"), "")
			text.Append(more)
			markdown.Follow(text)
			plain.Follow(text)
			anywhere := rapid.IntRange(0, int(text.Len()))
			back := rapid.OneOf(anywhere, anywhere, rapid.IntRange(checkpointEvery-pieceSize, checkpointEvery+3*pieceSize)).Draw(t, "back to")
			first := text.Cut(0, int64(back))
			text = &rope.Rope{}
			text.Append(first)
			markdown.Follow(text)
			plain.Follow(text)
			cutAlike(t, markdown, plain, text)
		}
	})
}

// cutAlike compares what a text was cut into, and its last blocks as they are drawn,
// with what it is cut into at once.
func cutAlike(t *rapid.T, markdown *Markdown, plain *Text, text *rope.Rope) {
	t.Helper()
	wantMarkdown, wantPlain := NewMarkdown(markdown.styles, markdown.lexers), NewText(plain.styles, plain.style)
	wantMarkdown.Follow(text)
	wantPlain.Follow(text)
	if got, want := fmt.Sprintf("%+v", unread(markdown.cut)), fmt.Sprintf("%+v", unread(wantMarkdown.cut)); got != want || !slices.Equal(plain.spans, wantPlain.spans) {
		t.Fatalf("%d bytes are cut into %d blocks and %d lines, want %d and %d", text.Len(), markdown.Len(), plain.Len(), wantMarkdown.Len(), wantPlain.Len())
	}
	for i := max(markdown.Len()-20, 0); i < markdown.Len(); i++ {
		if !slices.Equal(markdown.Lines(i), wantMarkdown.Lines(i)) {
			t.Fatalf("block %d is drawn as %q, want %q", i, markdown.Lines(i), wantMarkdown.Lines(i))
		}
	}
}

// unread is a cutter without the text.
func unread(c *cutter) cutter {
	without := *c
	without.read = nil
	return without
}
