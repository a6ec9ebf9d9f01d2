// Package grammar writes a text that the grammar of a custom tool allows: a
// regular expression, or a small part of Lark's notation (wire-notes §2, custom).
// It is made of the first choices of the grammar that delete nothing, and of
// words of the prompt where an expression asks for them. No library is used: those
// for Lark's notation read texts by a grammar, and none writes one.
package grammar

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/words"
)

// The bounds of the work for one text.
const (
	maxDefinition = 64 << 10 // bytes
	maxExpression = 4 << 10  // bytes of one regular expression
	maxStates     = 2000     // of all expressions, as a machine that matches has them
	maxPrompt     = 4000     // bytes of a prompt that are looked at
	maxWords      = 100      // of it that are offered
	maxSteps      = 10 << 20 // states times bytes that expressions are matched against
)

// deleting is words with which a text asks to delete.
var deleting = words.New(`(?i)(?:^|[^a-z])(?:delete|del|remove|rm|rmdir|unlink|erase|drop|truncate|destroy|purge|wipe)(?:$|[^a-z])`)

// errDeletes is why there is no text: a simulated model never deletes.
var errDeletes = errors.New("every text it allows deletes something")

// Text is a text of the language that a definition defines. kind is regex or
// lark. An error says what of the grammar is beyond this package, or that it only
// allows to delete; there is no text then.
func Text(kind, definition, prompt string) (string, error) {
	if len(definition) > maxDefinition {
		return "", fmt.Errorf("it is larger than %d bytes", maxDefinition)
	}
	h := newHints(prompt)
	switch kind {
	case "regex":
		return h.matching(definition, true)
	case "lark":
		return larkText(definition, h)
	}
	return "", fmt.Errorf("its syntax is %q, neither regex nor lark", kind)
}

// hints is what a prompt has to offer: the whole of it, and its words, each of
// which is used once.
type hints struct {
	whole    string
	words    []string
	compiled map[string]*regexp.Regexp // a grammar can name an expression many times
	states   int                       // that may still be made
	steps    int                       // of matching that may still be taken
	costs    map[string]int            // states of each expression
	made     map[string]string         // what was made up for an expression
}

func newHints(prompt string) *hints {
	prompt = strings.ToValidUTF8(prompt[:min(len(prompt), maxPrompt)], "")
	h := &hints{whole: strings.TrimSpace(prompt), compiled: map[string]*regexp.Regexp{}, states: maxStates, steps: maxSteps, costs: map[string]int{}, made: map[string]string{}}
	for word := range strings.FieldsSeq(prompt) {
		word = strings.TrimRight(word, ".,;:!?")
		if word != "" && len(h.words) < maxWords && !deleting.In(word) {
			h.words = append(h.words, word)
		}
	}
	return h
}

// matching is a text that a regular expression matches from end to end: the
// prompt itself where that may be, one of its words, else one that is made up.
// What matches anything asks for nothing in particular, and gets a word that says
// that it is simulated.
func (h *hints) matching(expression string, whole bool) (string, error) {
	re, err := h.compile(expression)
	if err != nil {
		return "", err
	}
	if text, ok := h.made[expression]; ok {
		return text, nil
	}
	const anything, simulated = "ä/1 -.", "simulated"
	h.steps -= h.costs[expression] * len(h.whole)
	switch {
	case h.steps < 0: // the prompt was looked through often enough
		h.whole, h.words = "", nil
	case whole && h.whole != "" && re.MatchString(h.whole):
		return h.whole, nil
	case re.MatchString(anything) && re.MatchString(simulated):
		return simulated, nil
	}
	if i := slices.IndexFunc(h.words, re.MatchString); i >= 0 {
		word := h.words[i]
		h.words = slices.Delete(h.words, i, i+1)
		return word, nil
	}
	for _, least := range []int{1, 0} {
		if text, ok := fit.MatchAvoiding(expression, least, deleting.In); ok && re.MatchString(text) {
			if deleting.In(text) {
				return "", errDeletes
			}
			h.made[expression] = text
			return text, nil
		}
	}
	return "", errors.New("its regular expression is too complex")
}

// compile makes the machine of an expression, unless it would be large: 40 bytes
// can stand for a million states, and each takes its time with each character.
func (h *hints) compile(expression string) (*regexp.Regexp, error) {
	if re := h.compiled[expression]; re != nil {
		return re, nil
	}
	if len(expression) > maxExpression {
		return nil, fmt.Errorf("its regular expression is longer than %d bytes", maxExpression)
	}
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("its regular expression is not supported by Go: %w", err)
	}
	h.costs[expression] = states(parsed)
	if h.states -= h.costs[expression]; h.states < 0 {
		return nil, errors.New("its regular expressions repeat too often")
	}
	re, err := regexp.Compile(`\A(?:` + expression + `)\z`)
	if err != nil {
		return nil, fmt.Errorf("its regular expression is not supported by Go: %w", err)
	}
	h.compiled[expression] = re
	return re, nil
}

// states is about how many states the machine of an expression has, up to a
// little more than are allowed.
func states(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n = min(n+states(sub), maxStates+1)
	}
	if re.Op == syntax.OpRepeat {
		n = min(n*max(re.Min, re.Max, 1), maxStates+1)
	}
	return n
}
