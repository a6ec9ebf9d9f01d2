package spelling

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestIndexAgreesWithSlowSearch: at every place, also where windows meet.
func TestIndexAgreesWithSlowSearch(t *testing.T) {
	ascii := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'A' && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat(rapid.SampledFrom([]string{"", "x", "A", "b"}).Draw(t, "filler"), rapid.IntRange(foldWindow-4, foldWindow+4).Draw(t, "times")) +
			rapid.StringMatching(`[aAbBäÄ. ]{0,40}`).Draw(t, "text")
		words := rapid.StringMatching(`[aBäÄ. ]{0,3}`).Draw(t, "words")
		want := strings.Index(ascii(text), ascii(words))
		if words == "" {
			want = -1
		}
		if got, bytes := IndexFold(text, words), IndexFold([]byte(text), words); got != want || bytes != want {
			t.Fatalf("%q: %d, %d in bytes, want %d", words, got, bytes, want)
		}
		want = -1
		for at := 0; words != "" && at+len(words) <= len(text) && want < 0; at++ {
			if text[at]|0x20 == words[0]|0x20 && (text[at] == words[0] || text[at] < 0x80 && text[at]|0x20 >= 'a') && strings.EqualFold(text[at:at+len(words)], words) {
				want = at
			}
		}
		if got := IndexFoldUnicode(text, words); got != want {
			t.Fatalf("%q with any letter: %d, want %d", words, got, want)
		}
	})
}

// TestNearMatchesEverywhereCostLinearTime are found at the same place by either way,
// and without looking at each letter as often as there are words.
func TestNearMatchesEverywhereCostLinearTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringMatching(`[aAbBäÄ]{1,6}`).Draw(t, "words")
		text := rapid.StringMatching(`[aAbBäÄ]{0,60}`).Draw(t, "text")
		wide := rapid.Bool().Draw(t, "wide")
		if got, want := byByte(text, words, wide), indexFold(text, words, wide); got != want {
			t.Fatalf("%q in %q: %d byte by byte, %d by the first letter", words, text, got, want)
		}
		if got, want := byByte([]byte(text), words, wide), indexFold(text, words, wide); got != want {
			t.Fatalf("%q in the bytes of %q: %d, want %d", words, text, got, want)
		}
	})
	text := strings.Repeat("a", 4<<20)
	words := strings.Repeat("A", 998) + "b"
	for _, wide := range []bool{false, true} {
		if indexFold(text, words, wide) >= 0 || indexFold(text+words, words, wide) != len(text) {
			t.Error("not found where it stands, or found where it does not")
		}
	}
}

// BenchmarkNearly is text that has 998 letters of 999 everywhere.
func BenchmarkNearly(b *testing.B) {
	text := strings.Repeat("a", 4<<20)
	words := strings.Repeat("a", 998) + "b"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		IndexFoldUnicode(text, words)
	}
}

// BenchmarkCapitals is text in which the small letter never occurs.
func BenchmarkCapitals(b *testing.B) {
	text := strings.Repeat("SECRETS ", 128<<10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		IndexFoldUnicode(text, "sz")
	}
}
