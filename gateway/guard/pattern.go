package guard

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// pattern is one thing to look for.
type pattern struct {
	name  string
	re    *regexp.Regexp
	words []string // in lower case; where one is missing in a text, re cannot match
	exact string   // the same, with its case
	luhn  bool     // a match counts only with a right check digit
}

// looked is a text that is looked at, with its lower case made at most once.
type looked struct{ text, lower string }

func (l *looked) lowered() string {
	if l.lower == "" {
		l.lower = strings.ToLower(l.text)
	}
	return l.lower
}

// phrase is a pattern that is words in an order.
func phrase(name, text string) (pattern, error) {
	words := strings.Fields(strings.ToLower(text))
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	// Only where a word ends in a letter or digit is there a boundary to ask for.
	re, err := regexp.Compile(`(?i)(?:^|[^\pL\pN])(` + strings.Join(quoted, `\s+`) + `)(?:$|[^\pL\pN])`)
	return pattern{name: name, re: re, words: words}, err
}

// expression is a pattern that is a regular expression.
func expression(name, text string) (pattern, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return pattern{}, err
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, err
	}
	return pattern{name: name, re: re, exact: literal(parsed.Simplify())}, nil
}

// literal is a text without which an expression cannot match. It spares most
// texts the expression itself, which takes a hundred times as long to run.
func literal(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literal(re.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if l := literal(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return ""
}

// find is the places of the pattern in a text, none over another.
func (p pattern) find(l *looked) [][]int {
	for _, w := range p.words {
		if !strings.Contains(l.lowered(), w) {
			return nil
		}
	}
	if !strings.Contains(l.text, p.exact) {
		return nil
	}
	spans := p.re.FindAllStringSubmatchIndex(l.text, -1)
	for i, s := range spans {
		if len(p.words) > 0 {
			spans[i] = s[2:4] // without the characters around the phrase
			continue
		}
		spans[i] = s[:2]
	}
	spans = slices.DeleteFunc(spans, func(s []int) bool { return s[0] == s[1] })
	if p.luhn {
		return numbers(l.text, spans)
	}
	return spans
}
