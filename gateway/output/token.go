package output

import "unicode/utf8"

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
