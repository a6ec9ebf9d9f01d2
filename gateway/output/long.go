package output

import (
	"bytes"
	"crypto/rand"
	"iter"
	"strings"
	"unicode/utf8"
)

// LongText is a long text. What is written of it into JSON is a mark that nobody can
// guess, as a string; [LongText.Write] puts the text in its place.
type LongText struct {
	blocks iter.Seq[string]
	mark   string
	tokens int // once they are counted
}

// NewLongText returns the text that blocks make, one after the other. They are the same each
// time, and each is whole characters.
func NewLongText(blocks iter.Seq[string]) *LongText {
	return &LongText{blocks: blocks, mark: "long text " + rand.Text()}
}

// Mark stands for the text in JSON.
func (t *LongText) Mark() string { return t.mark }

// Blocks is the text in blocks that end where a token does.
func (t *LongText) Blocks() iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := ""
		for block := range t.blocks {
			block = rest + block
			end := tokenEnd(block)
			rest = block[end:]
			if end > 0 && !yield(block[:end]) {
				return
			}
		}
		if rest != "" {
			yield(rest)
		}
	}
}

// tokenEnd is the last place of a text where a token ends, whatever precedes and
// follows the text: behind a word, before white space.
func tokenEnd(text string) int {
	const spaces = " \n\t\r"
	for i := len(text) - 1; i > 0; i-- {
		if strings.IndexByte(spaces, text[i]) >= 0 && strings.IndexByte(spaces, text[i-1]) < 0 {
			return i
		}
	}
	return 0
}

// Tokens is the number of tokens of the text.
func (t *LongText) Tokens() int {
	if t.tokens == 0 {
		for block := range t.Blocks() {
			t.tokens += CountTokens(block)
		}
	}
	return t.tokens
}

// Runes is the number of characters of the text.
func (t *LongText) Runes() (n int) {
	for block := range t.blocks {
		n += utf8.RuneCountInString(block)
	}
	return n
}

// Head is the first block: a few thousand tokens.
func (t *LongText) Head() string {
	for block := range t.Blocks() {
		return block
	}
	return ""
}

// Cut is the first n tokens of the text.
func (t *LongText) Cut(n int) *LongText {
	return NewLongText(func(yield func(string) bool) {
		left := n
		for block := range t.Blocks() {
			head, rest := CutTokens(block, left)
			left -= CountTokens(head)
			if head != "" && !yield(head) || rest != "" || left == 0 {
				return
			}
		}
	})
}

// With is the text with more behind it.
func (t *LongText) With(more string) *LongText {
	return NewLongText(func(yield func(string) bool) {
		for block := range t.blocks {
			if !yield(block) {
				return
			}
		}
		yield(more)
	})
}

// Write hands JSON to write in pieces, with the text in place of each mark.
func (t *LongText) Write(json []byte, write func([]byte) error) error {
	var b []byte
	for {
		before, after, found := bytes.Cut(json, []byte(t.mark))
		if err := write(before); err != nil || !found {
			return err
		}
		for block := range t.blocks {
			b = AppendString(b[:0], block)
			if err := write(b[1 : len(b)-1]); err != nil {
				return err
			}
		}
		json = after
	}
}
