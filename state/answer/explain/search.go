package explain

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/wire"
	"gatehouse/state/text/spelling"
)

// MatchKind is how a match was found.
type MatchKind uint8

const (
	Literal  MatchKind = iota // the text has the pattern's words
	Regexp                    // the pattern is a regular expression (RE2) that matches
	Category                  // the pattern names a category, and the text looks like one of it: this program's reading
	Quote                     // the guardrail quotes it
)

// Match is a match of a pattern in a text.
type Match struct {
	Text     int // index of the text
	From, To int // its bytes [From, To)
	Pattern  string
	Kind     MatchKind
}

// Found is the result of a search for a guardrail's patterns.
type Found struct {
	Matches      []Match  // by text and position
	Unmatched    []string // patterns without a match in a complete search
	QuoteMissing bool     // the quote was not found in a complete search
	Cut          bool     // the search was incomplete, or there are more matches
}

// The bounds of a search through the texts of one request.
const (
	maxMatches = 200     // per guardrail
	maxPattern = 1000    // bytes of a regular expression
	maxLiteral = 8 << 20 // bytes searched for words, over all patterns of all guardrails
	maxRegexp  = 1 << 20 // bytes searched with expressions; a long expression counts each byte several times
)

// stepsPerByte is how many steps of an expression count as one more byte to search: at
// worst every step is tried at every byte.
const stepsPerByte = 4

// Find searches texts for the patterns of some guardrails and for what they quote, the
// last text first: a guardrail most often reacts to the latest text. A pattern is tried
// as words in any case, then as a regular expression, then as the name of a category. The
// guardrails share one bound on the bytes searched; the results are by guardrail.
func Find(texts []Text, guardrails ...wire.Stage) []Found {
	s := search{texts: texts, literal: maxLiteral, regexp: maxRegexp}
	list := make([]Found, 0, len(guardrails))
	for _, g := range guardrails {
		list = append(list, s.guardrail(g))
	}
	return list
}

type search struct {
	texts           []Text
	found           []Match
	literal, regexp int // bytes that may still be searched
	cut             bool
}

// guardrail searches for the patterns and the quote of one guardrail.
func (s *search) guardrail(g wire.Stage) Found {
	var f Found
	s.found, s.cut = nil, false
	if g.Quote != "" {
		s.quotation(g.Quote)
		f.QuoteMissing = len(s.found) == 0 && !s.cut
	}
	cut := s.cut
	for _, p := range g.Patterns {
		before := len(s.found)
		s.cut = false
		s.pattern(p)
		if len(s.found) == before && !s.cut {
			f.Unmatched = append(f.Unmatched, p)
		}
		cut = cut || s.cut
	}
	slices.SortStableFunc(s.found, func(a, b Match) int {
		if a.Text != b.Text {
			return a.Text - b.Text
		}
		return a.From - b.From
	})
	f.Matches, f.Cut = s.found, cut
	return f
}

func (s *search) pattern(p string) {
	if strings.TrimSpace(p) == "" {
		return
	}
	before := len(s.found)
	if len(p) <= maxPattern {
		s.all(p, Literal, &s.literal, 1, func(text string, n int) [][]int { return literally(text, p, n) })
	}
	if len(s.found) > before {
		return
	}
	if expr := compiled(p); expr != nil {
		s.all(p, Regexp, &s.regexp, 1+steps(p)/stepsPerByte, expr.FindAllStringIndex)
	}
	if len(s.found) > before {
		return
	}
	if c, ok := categoryOf(p); ok {
		s.all(p, Category, &s.regexp, 1, c.all)
	}
}

// compiled returns a pattern as a regular expression; nil for an invalid one, for mere
// words, and for one that matches the empty text.
func compiled(p string) *regexp.Regexp {
	if len(p) > maxPattern || regexp.QuoteMeta(p) == p {
		return nil
	}
	expr, err := regexp.Compile(p)
	if err != nil || expr.MatchString("") {
		return nil
	}
	return expr
}

// PatternKind is how a pattern can be read.
type PatternKind uint8

const (
	NamePattern       PatternKind = iota // words, possibly the gateway's name for a category
	ExpressionPattern                    // a regular expression (RE2)
	UnreadablePattern                    // not RE2, too long, or matching any text
)

// ReadPattern returns how a pattern can be read. One whose only operators are dots and
// brackets, such as "pii.email (EU)", may well be a name.
func ReadPattern(pattern string) PatternKind {
	switch {
	case len(pattern) <= maxPattern && !strings.ContainsAny(pattern, `\[{*+?^$|`):
		return NamePattern
	case compiled(pattern) != nil:
		return ExpressionPattern
	}
	return UnreadablePattern
}

// steps returns the length of a regular expression with its repetitions written out.
func steps(p string) int {
	parsed, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		return 0
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return 0
	}
	return len(program.Inst)
}

// all searches the texts from the last to the first, within the bound; each byte
// uses up an amount of it.
func (s *search) all(pattern string, how MatchKind, left *int, each int, find func(string, int) [][]int) {
	for i := len(s.texts) - 1; i >= 0; i-- {
		text := s.texts[i].Text
		if len(text) > *left/each {
			s.cut = true
			cut := *left / each
			for cut > 0 && !utf8.RuneStart(text[cut]) {
				cut--
			}
			text = text[:cut]
		}
		*left -= len(text) * each
		for _, at := range find(text, maxMatches) {
			if len(s.found) >= maxMatches {
				s.cut = true
				return
			}
			if at[1] > at[0] {
				s.found = append(s.found, Match{Text: i, From: at[0], To: at[1], Pattern: pattern, Kind: how})
			}
		}
	}
}

// literally finds words in any case, at most n times. A match begins with an ASCII letter
// in any case or with the very byte of another, and has as many bytes as the words.
func literally(text, words string, n int) [][]int {
	var list [][]int
	for at := 0; len(list) < n; {
		i := spelling.IndexFoldUnicode(text[at:], words)
		if i < 0 {
			break
		}
		list = append(list, []int{at + i, at + i + len(words)})
		at += i + len(words)
	}
	return list
}

// category is a kind of thing that guardrails name instead of a pattern.
type category struct {
	names string // parts of names that mean it, between bars
	words string // what it is
	find  *regexp.Regexp
	valid func(string) bool // of what is found; nil: all
}

var categories = []category{
	{"card", "a payment card number", regexp.MustCompile(`\b\d(?:[ -]?\d){12,18}\b`), luhn},
	{"email|e mail", "an email address", regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`), nil},
	{"iban", "a bank account number", regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b`), nil},
	{"ssn|social security", "a social security number", regexp.MustCompile(`\b\d{3}-\d{2}-\d{4}\b`), nil},
	{"key|token|secret|credential", "a key or another secret", regexp.MustCompile(`\b(?:sk-[A-Za-z0-9_-]{16,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|AIza[0-9A-Za-z_-]{30,}|xox[abprs]-[0-9A-Za-z-]{10,})`), nil},
	{"phone", "a phone number", regexp.MustCompile(`\+?\d[\d ()/.-]{6,}\d`), nil},
	{"ip address|ipv4", "an IP address", regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b`), nil},
}

// categoryOf returns the category that a name means; ok is false for an unknown name.
func categoryOf(name string) (c category, ok bool) {
	name = strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(name))
	for _, c := range categories {
		for part := range strings.SplitSeq(c.names, "|") {
			if strings.Contains(name, part) {
				return c, true
			}
		}
	}
	return category{}, false
}

// all returns where a text has something of the category, at most n times.
func (c category) all(text string, n int) [][]int {
	found := c.find.FindAllStringIndex(text, n)
	if c.valid != nil {
		found = slices.DeleteFunc(found, func(at []int) bool { return !c.valid(text[at[0]:at[1]]) })
	}
	return found
}

var oneName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// categoryName describes the category that a guardrail's pattern names, "a payment card
// number" for card-number; empty for an unknown one. A name is one word, or several joined
// by hyphens or underscores.
func categoryName(pattern string) string {
	if !oneName.MatchString(pattern) {
		return ""
	}
	c, _ := categoryOf(pattern)
	return c.words
}

// luhn reports whether a number has a right check digit (ISO/IEC 7812-1).
func luhn(number string) bool {
	sum, double := 0, false
	for i := len(number) - 1; i >= 0; i-- {
		d := int(number[i] - '0')
		if d < 0 || d > 9 {
			continue
		}
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum, double = sum+d, !double
	}
	return sum%10 == 0
}

// Around returns the words around a match, at most the given bytes on each side, and the
// match itself.
func (m Match) Around(text string, bytes int) (before, match, after string) {
	from, to := max(m.From-bytes, 0), min(m.To+bytes, len(text))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	before, match, after = text[from:m.From], text[m.From:m.To], text[m.To:to]
	if from > 0 {
		before = "…" + before
	}
	if to < len(text) {
		after += "…"
	}
	return before, match, after
}

// quotation searches for a guardrail's quote, exactly and then in any case. A shortened quote
// ends in dots; they are ignored where nothing is found with them.
func (s *search) quotation(quote string) {
	before, tried := len(s.found), ""
	for _, words := range []string{quote, trimEllipsis(quote)} {
		if strings.TrimSpace(words) == "" || words == tried || len(s.found) > before {
			continue
		}
		tried = words
		s.all(quote, Quote, &s.literal, 1, func(text string, n int) [][]int { return literally(text, words, n) })
	}
}

// trimEllipsis removes the dots of a shortened quote at either end.
func trimEllipsis(quote string) string {
	for _, dots := range []string{"...", "…"} {
		quote = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(quote), dots), dots)
	}
	for range utf8.UTFMax - 1 { // cut within a character
		if r, size := utf8.DecodeLastRuneInString(quote); r != utf8.RuneError || size != 1 {
			break
		}
		quote = quote[:len(quote)-1]
	}
	return strings.TrimSpace(quote)
}
