// Package long is texts that are too long to be held while a client reads them:
// they are made block by block, as often as they are read.
package long

import (
	"bytes"
	"crypto/rand"
	"iter"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/event"
	"gatehouse/gateway/token"
)

// Text is a long text. What is written of it into JSON is a mark that nobody can
// guess, as a string; [Text.Write] puts the text in its place.
type Text struct {
	blocks iter.Seq[string]
	mark   string
	tokens int // once they are counted
}

// New is the text that blocks make, one behind the other. They are the same each
// time, and each is whole characters.
func New(blocks iter.Seq[string]) *Text {
	return &Text{blocks: blocks, mark: "long text " + rand.Text()}
}

// Mark stands for the text in JSON.
func (t *Text) Mark() string { return t.mark }

// Blocks is the text in blocks that end where a token does.
func (t *Text) Blocks() iter.Seq[string] {
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
func (t *Text) Tokens() int {
	if t.tokens == 0 {
		for block := range t.Blocks() {
			t.tokens += token.Count(block)
		}
	}
	return t.tokens
}

// Runes is the number of characters of the text.
func (t *Text) Runes() (n int) {
	for block := range t.blocks {
		n += utf8.RuneCountInString(block)
	}
	return n
}

// Head is the first block: a few thousand tokens.
func (t *Text) Head() string {
	for block := range t.Blocks() {
		return block
	}
	return ""
}

// Cut is the first n tokens of the text.
func (t *Text) Cut(n int) *Text {
	return New(func(yield func(string) bool) {
		left := n
		for block := range t.Blocks() {
			head, rest := token.Cut(block, left)
			left -= token.Count(head)
			if head != "" && !yield(head) || rest != "" || left == 0 {
				return
			}
		}
	})
}

// With is the text with more behind it.
func (t *Text) With(more string) *Text {
	return New(func(yield func(string) bool) {
		for block := range t.blocks {
			if !yield(block) {
				return
			}
		}
		yield(more)
	})
}

// Write hands JSON to write in pieces, with the text in place of each mark.
func (t *Text) Write(json []byte, write func([]byte) error) error {
	var b []byte
	for {
		before, after, found := bytes.Cut(json, []byte(t.mark))
		if err := write(before); err != nil || !found {
			return err
		}
		for block := range t.blocks {
			b = event.AppendString(b[:0], block)
			if err := write(b[1 : len(b)-1]); err != nil {
				return err
			}
		}
		json = after
	}
}
