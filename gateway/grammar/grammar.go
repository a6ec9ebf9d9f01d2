// Package grammar writes a text that the grammar of a custom tool allows: a
// regular expression, or a grammar in Lark's notation (wire-notes §2, custom).
// What it can, it takes from a prompt. It knows the common part of both
// notations and says so where a grammar goes beyond it.
package grammar

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gatehouse/gateway/fit"
)

// The bounds of the work for one text.
const (
	maxDefinition = 64 << 10 // bytes
	maxPrompt     = 4000     // bytes of a prompt that are looked at
	maxWords      = 100      // of it that are offered
)

// Text is a text of the language that a definition defines. syntax is regex or
// lark. An error says what of the grammar is beyond this package; there is no
// text then.
func Text(syntax, definition, prompt string) (string, error) {
	if len(definition) > maxDefinition {
		return "", fmt.Errorf("it has more than %d bytes", maxDefinition)
	}
	words := &hints{made: map[string]made{}}
	words.add(strings.ToValidUTF8(prompt[:min(len(prompt), maxPrompt)], ""))
	switch syntax {
	case "regex":
		return words.matching(definition, true)
	case "lark":
		g, err := parse(definition)
		if err != nil {
			return "", err
		}
		return g.text(words)
	}
	return "", fmt.Errorf("its syntax is %q, not regex or lark", syntax)
}

// hints is what a prompt has to offer: the whole of it, and its words, each of
// which is used once.
type hints struct {
	whole string
	words []string
	lower map[string]bool
	made  map[string]made // by expression: a grammar can name one many times
}

// made is an expression, and the text that is made up for it once no word is left
// that it matches.
type made struct {
	re   *regexp.Regexp
	done bool
	text string
	err  error
}

func (h *hints) add(prompt string) {
	h.whole, h.lower = strings.TrimSpace(prompt), map[string]bool{}
	for word := range strings.FieldsSeq(prompt) {
		if word = strings.TrimRight(word, ".,;:!?"); word != "" && len(h.words) < maxWords {
			h.words = append(h.words, word)
		}
		h.lower[strings.ToLower(strings.Trim(word, "\"'`()"))] = true
	}
}

// mentions reports whether a word stands in the prompt.
func (h *hints) mentions(word string) bool {
	return h.lower[strings.ToLower(strings.TrimSpace(word))]
}

// matching is a text that a regular expression matches from end to end: the
// prompt itself where that may be, one of its words, else one that is made up.
func (h *hints) matching(pattern string, whole bool) (string, error) {
	m, known := h.made[pattern]
	if !known {
		m.re, m.err = regexp.Compile(`\A(?:` + pattern + `)\z`)
	}
	switch {
	case m.re == nil:
		return "", fmt.Errorf("its expression is none that Go knows: %w", m.err)
	case m.done:
		return m.text, m.err
	case whole && h.whole != "" && m.re.MatchString(h.whole):
		return h.whole, nil
	}
	for i, word := range h.words {
		if m.re.MatchString(word) {
			h.words = slices.Delete(h.words, i, i+1)
			h.made[pattern] = m
			return word, nil
		}
	}
	m.text, m.err = invent(pattern, m.re)
	m.done = true
	h.made[pattern] = m
	return m.text, m.err
}

// invent writes down what an expression is made of, which not every one of them
// takes.
func invent(pattern string, re *regexp.Regexp) (string, error) {
	for _, least := range []int{1, 0} {
		if text, ok := fit.Match(pattern, least); ok && re.MatchString(text) {
			return text, nil
		}
	}
	return "", errors.New("its expression is too intricate")
}

// common is the terminals that a grammar may import from Lark's own library,
// or such of their texts as every reader takes.
func common(name string) (pattern string, ok bool) {
	pattern, ok = map[string]string{
		"DIGIT": `[0-9]`, "HEXDIGIT": `[0-9a-fA-F]`, "INT": `[0-9]+`, "SIGNED_INT": `[+-]?[0-9]+`,
		"DECIMAL": `[0-9]+\.[0-9]+`, "FLOAT": `[0-9]+\.[0-9]+`, "SIGNED_FLOAT": `[+-]?[0-9]+\.[0-9]+`,
		"NUMBER": `[0-9]+(?:\.[0-9]+)?`, "SIGNED_NUMBER": `[+-]?[0-9]+(?:\.[0-9]+)?`,
		"ESCAPED_STRING": `"[^"\\\n]*"`, "LCASE_LETTER": `[a-z]`, "UCASE_LETTER": `[A-Z]`, "LETTER": `[A-Za-z]`,
		"WORD": `[A-Za-z]+`, "CNAME": `[A-Za-z_][A-Za-z0-9_]*`,
		"WS_INLINE": `[ \t]+`, "WS": `[ \t\f\r\n]+`, "CR": `\r`, "LF": `\n`, "NEWLINE": `(?:\r?\n)+`,
	}[name]
	return pattern, ok
}
