package output

import (
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A token is a run of white space and the word after it, at most [MaxTokenBytes] long and never cut
// inside a character; a longer word is several tokens. It is the only measure of length in the
// gateway: a delta of a stream is one token, usage counts tokens, and max_output_tokens cuts after
// that many.

// MaxTokenBytes is the maximum length of a token.
const MaxTokenBytes = 12

// NextToken cuts the first token from text. Both results are empty if text is empty.
func NextToken(text string) (tok, rest string) {
	inWord := false
	for i := 0; i < len(text); {
		size := 1
		if text[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		space := text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r'
		if i > 0 && (space && inWord || i+size > MaxTokenBytes) {
			return text[:i], text[i:]
		}
		inWord = inWord || !space
		i += size
	}
	return text, ""
}

// CountTokens returns the number of tokens of text.
func CountTokens(text string) int {
	n := 0
	for text != "" {
		_, text = NextToken(text)
		n++
	}
	return n
}

// CutTokens splits text after its first n tokens.
func CutTokens(text string, n int) (head, rest string) {
	rest = text
	for ; n > 0 && rest != ""; n-- {
		_, rest = NextToken(rest)
	}
	return text[:len(text)-len(rest)], rest
}

// Words yields the words of a text, which are runs of letters and digits, in lower case. It does
// not collect them, since a text can be a book.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}

// Shorten returns at most n characters of a text, and … if there are more.
func Shorten(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}

// FirstCharacters returns at most the first n characters of a text.
func FirstCharacters(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// Prefix returns at most the first n bytes of a text, without the parts of a character. It is for
// texts whose start has their subject, since a prompt can be a book.
func Prefix(text string, n int) string {
	return strings.ToValidUTF8(text[:min(len(text), n)], "")
}

// Plural returns a count of things in English: 1 item, 1,200 boxes.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return Thousands(n) + " " + thing + "s"
}

// Thousands writes a count with commas.
func Thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// OneLine returns a text on one line of at most n characters, without control characters. Each
// character of without, such as a mark of markdown, becomes a space.
func OneLine(text string, n int, without string) string {
	text = Prefix(text, 8*n) // the rest would be cut
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), strings.ContainsRune(without, r):
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, text)
	return Shorten(strings.Join(strings.Fields(text), " "), n)
}

// MatchesStar reports whether a pattern matches a text. * matches any characters, including /;
// everything else is literal and case-sensitive.
func MatchesStar(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	// The earliest match of each part leaves the most text for the others.
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return strings.HasSuffix(text, parts[last])
}

// Lazy returns a function that compiles a regular expression at its first call. Compiling all of
// the gateway's at the start of the program would take a millisecond and a megabyte.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
