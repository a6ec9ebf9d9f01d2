package fill

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The counts of the first four are published (the OpenAI Cookbook, "How to count tokens with
// tiktoken"); all agree with js-tiktoken 1.0, which is another implementation.
func TestCountsAgreeWithTheVendors(t *testing.T) {
	c := NewCounter()
	for text, want := range map[string]int{
		"antidisestablishmentarianism": 6,
		"2 + 2 = 4":                    7,
		"お誕生日おめでとう":                    8,
		"hello world":                  2,
		"":                             0,
		" ":                            1,
		"\n\n":                         1,
		"Today is Thursday, 14:02.":    9,
		"Which of my keys should I rotate first, and how?":                                                                12,
		"func main() {\n\tfmt.Println(\"hi\")\n}\n":                                                                       10,
		`{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}`: 25,
		"I'LL don't we've":                   5,
		"naïve café – “quotes” …":            9,
		"👩‍👩‍👧 family 🎉🎉":                    13,
		"שלום עולם":                          2,
		"Привет, мир!":                       5,
		"1234567890":                         4,
		"https://example.com/a/b?c=d&e=%20f": 13,
		"    indented\r\n\ttabs\r\n\r\n":     7,
		"<|endoftext|>":                      7,
		"=======\n////\n\n\n  x":             5,
		"a\n/b\n c\nD":                       7,
		strings.Repeat("a", 40):              5,
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk": 29,
	} {
		if n, exact := c.Count(text); n != want || !exact {
			t.Errorf("%q: %d tokens (exact %v), want %d", text, n, exact, want)
		}
	}
}

// Chunks have as many tokens as the text that they were cut from.
func TestChunksCountAsOneText(t *testing.T) {
	words := []string{"key", " keys", "\n", "\n\n", "\nThe", " a b", "  ", "\t", "'s", "'LL x", "42", ", ", "é", "誕生", "/", "\n/", "\r\n", "{\"a\":", "=", "X", "Éa Ba"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 300, 2000).Draw(t, "words"), "")
		want, err := o200k().Count(text)
		if err != nil {
			t.Fatal(err)
		}
		c := NewCounter()
		n, exact := c.Count(text)
		if exact && n != want {
			t.Fatalf("%d tokens, want %d", n, want)
		}
		if !exact && (n < want || n > want+len(text)/minChunk) {
			t.Fatalf("about %d tokens, want %d", n, want)
		}
		c.Next()
		if again, _ := c.Count(text); again != n {
			t.Fatalf("%d tokens, then %d", n, again)
		}
	})
}

func TestTextWithoutWordsIsAnEstimate(t *testing.T) {
	text := strings.Repeat(" \n", 20_000)
	n, exact := NewCounter().Count(text)
	if exact || n < 19_000 || n > 21_000 {
		t.Errorf("%d tokens, exact %v", n, exact)
	}
}

// An edit in a long text is counted where it was made.
func TestOnlyWhatChangedIsCountedAgain(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		b.WriteString(strings.Repeat("x", i%11+1))
		b.WriteByte(' ')
	}
	c, text := NewCounter(), b.String()
	c.Count(text)
	before := len(c.now)
	c.Next()
	c.Count(text[:len(text)/2] + "another " + text[len(text)/2:])
	counted := 0
	for k := range c.now {
		if _, known := c.last[k]; !known {
			counted++
		}
	}
	if counted == 0 || counted > before/4 {
		t.Errorf("%d of %d chunks were counted again", counted, before)
	}
}

func TestVocabularyOfAModel(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4o": O200K, "openai/gpt-5.2": O200K, "gpt-5-mini-2025-08-07": O200K, "openai/o3-pro": O200K, "o1": O200K, "openai/gpt-oss-120b:free": O200K, "ft:gpt-4o-mini:acme": O200K,
		"gpt-4-turbo": "", "gpt-3.5-turbo": "", "gpt-50": "", "o10": "", "claude-opus-4-5": "", "acme/gpt-4o": "", "": "", "auto": "",
	} {
		if got := Vocabulary(model); got != want {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	words := strings.Fields("which of my keys should I rotate first and how the one gateway's staging 42 requests: {\"limit\": true} naïve")
	r := rand.New(rand.NewPCG(1, 2))
	var all strings.Builder
	for all.Len() < 1<<20 {
		all.WriteString(words[r.IntN(len(words))] + string(" \n"[r.IntN(30)/29]))
	}
	text := all.String()
	b.Run("anew", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for range b.N {
			NewCounter().Count(text)
		}
	})
	b.Run("again", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		c := NewCounter()
		for range b.N {
			c.Next()
			c.Count(text)
		}
	})
}
