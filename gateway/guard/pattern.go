package guard

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

type pattern struct {
	name  string
	re    *regexp.Regexp
	words []string // in lower case; re matches only a text with all of them
	exact string   // re matches only a text with it
	luhn  bool     // a match needs a valid check digit
}

// casedText is a text that is converted to lower case at most once.
type casedText struct{ text, lower string }

func (l *casedText) lowerCase() string {
	if l.lower == "" {
		l.lower = strings.ToLower(l.text)
	}
	return l.lower
}

func phrase(name, text string) (pattern, error) {
	words := strings.Fields(strings.ToLower(text))
	quoted := strings.ReplaceAll(regexp.QuoteMeta(strings.Join(words, " ")), " ", `\s+`)
	// There is a word boundary only where a word ends in a letter or digit.
	re, err := regexp.Compile(`(?i)(?:^|[^\pL\pN])(` + quoted + `)(?:$|[^\pL\pN])`)
	return pattern{name: name, re: re, words: words}, err
}

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

// literal returns a text that every match contains. Searching for it is a hundred times faster than
// running the expression, which most texts do not need then.
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

// find returns the matches in a text, which do not overlap.
func (p pattern) find(l *casedText) [][]int {
	for _, w := range p.words {
		if !strings.Contains(l.lowerCase(), w) {
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
		return cardNumbers(l.text, spans)
	}
	return spans
}

// The lengths of card numbers (ISO/IEC 7812-1), in digits.
const (
	shortest = 13
	longest  = 19
)

var digits = output.Lazy(`\d+`)

// cardNumbers limits spans to the parts with a valid check digit: the complete span, or a run of
// its groups of the length of a card number, since other numbers may be right next to it.
func cardNumbers(text string, spans [][]int) [][]int {
	var cards [][]int
	for _, s := range spans {
		span := text[s[0]:s[1]]
		if n, ok := checkLuhn(span); ok && n <= longest {
			cards = append(cards, s)
			continue
		}
		groups := digits().FindAllStringIndex(span, -1)
		for i := 0; i < len(groups); i++ {
			for j := i; j < len(groups); j++ {
				n, ok := checkLuhn(span[groups[i][0]:groups[j][1]])
				if n > longest {
					break
				}
				if ok && n >= shortest {
					cards = append(cards, []int{s[0] + groups[i][0], s[0] + groups[j][1]})
					i = j
					break
				}
			}
		}
	}
	return cards
}

// checkLuhn counts the digits of a text, and reports whether the last one is the check digit of
// Luhn's formula.
func checkLuhn(text string) (digits int, ok bool) {
	sum := 0
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] < '0' || text[i] > '9' {
			continue
		}
		d := int(text[i] - '0')
		if digits%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		digits++
	}
	// All zeros pass the formula but are not a card number.
	return digits, sum > 0 && sum%10 == 0
}
