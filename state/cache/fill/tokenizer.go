package fill

import (
	"hash/maphash"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
)

// O200K is the name of the vocabulary of OpenAI's models since GPT-4o.
const O200K = "o200k_base"

var o200k = sync.OnceValue(codec.NewO200kBase)

// Vocabulary returns the name of the vocabulary that the vendor of a model publishes for it, by the table
// of github.com/openai/tiktoken (tiktoken/model.py); empty if the program does not have it. Models of
// GPT-4 and before have another one.
func Vocabulary(model string) string {
	vendor, name, named := strings.Cut(strings.ToLower(model), "/")
	switch {
	case !named:
		name = vendor
	case vendor != "openai":
		return ""
	}
	name = strings.TrimPrefix(name, "ft:")
	for _, family := range []string{"gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "gpt-oss", "o1", "o3", "o4-mini"} {
		if rest, ok := strings.CutPrefix(name, family); ok && (rest == "" || strings.ContainsRune("-.:", rune(rest[0]))) {
			return O200K
		}
	}
	return ""
}

// Counter counts the tokens of texts. It caches the counts of the last texts, so that an edit is counted
// only where it changed one. It is not safe for concurrent use.
type Counter struct {
	seed      maphash.Seed
	now, last map[chunk]int
}

// chunk stands for a part of a text.
type chunk struct {
	sum uint64
	len int
}

// NewCounter makes a counter that has counted nothing.
func NewCounter() *Counter { return &Counter{seed: maphash.MakeSeed(), now: map[chunk]int{}} }

// Next begins with other texts: counts that were not used since the last call are dropped.
func (c *Counter) Next() { c.now, c.last = map[chunk]int{}, c.now }

// Count returns how many tokens a text is. exact is false where it has a long stretch without
// words, which is counted piece by piece: that may be a token too many in a kilobyte.
func (c *Counter) Count(text string) (n int, exact bool) {
	exact = true
	for text != "" {
		end, between := cut(text)
		n += c.count(text[:end])
		text, exact = text[end:], exact && between
	}
	return n, exact
}

func (c *Counter) count(text string) int {
	key := chunk{maphash.String(c.seed, text), len(text)}
	n, known := c.now[key]
	if !known {
		if n, known = c.last[key]; !known {
			n, _ = o200k().Count(text) // which fails on no text: its bytes are taken as they are
		}
		c.now[key] = n
	}
	return n
}

// Lengths of the chunks, in bytes. The time for some texts grows with the square of their length.
const (
	minChunk  = 1 << 10
	maxSought = 4 << 10
)

// cut returns where the first chunk of a text ends. between reports whether no token reaches over
// that place: a line that begins with a letter, and a blank between two letters, begin a new token.
func cut(text string) (end int, between bool) {
	if len(text) <= minChunk {
		return len(text), true
	}
	for i := minChunk; i < min(len(text)-1, maxSought); i++ {
		if letter(text[i+1]) && text[i] == ' ' && letter(text[i-1]) {
			return i, true
		}
		if letter(text[i]) && text[i-1] == '\n' {
			return i, true
		}
	}
	for end = minChunk; end > minChunk-utf8.UTFMax && !utf8.RuneStart(text[end]); {
		end--
	}
	return end, false
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
