// Package token is the local gateway's tokenizer. It is the one measure of
// length in the gateway: a delta of a stream is one token, usage counts tokens,
// and max_output_tokens cuts after as many.
//
// A token is a run of white space and the word after it. A token ends after at
// most [MaxBytes] bytes, never inside a character, so that long words and text
// without spaces fall into several.
package token

import "unicode/utf8"

// MaxBytes is the length that a token does not exceed, in bytes.
const MaxBytes = 12

// Next cuts the first token from text. Both results are empty for an empty text.
func Next(text string) (tok, rest string) {
	inWord := false
	for i := 0; i < len(text); {
		size := 1
		if text[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		space := text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r'
		if i > 0 && (space && inWord || i+size > MaxBytes) {
			return text[:i], text[i:]
		}
		inWord = inWord || !space
		i += size
	}
	return text, ""
}

// Count is the number of tokens of text.
func Count(text string) int {
	n := 0
	for text != "" {
		_, text = Next(text)
		n++
	}
	return n
}

// Cut splits text after its first n tokens.
func Cut(text string, n int) (head, rest string) {
	rest = text
	for ; n > 0 && rest != ""; n-- {
		_, rest = Next(rest)
	}
	return text[:len(text)-len(rest)], rest
}
