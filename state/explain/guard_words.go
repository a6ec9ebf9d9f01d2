package explain

import (
	"regexp"
	"slices"

	"gatehouse/state"
	"gatehouse/state/guard"
)

// maxSearched is the longest request that is searched for what a guardrail names, in
// bytes: the search runs wherever a failure is drawn.
const maxSearched = 4 << 10

// GuardFinding is what is known about the words for which a guardrail blocked a request.
type GuardFinding uint8

// The findings.
const (
	NotSearched GuardFinding = iota // the request was not searched, or the quote was not found
	Matched                         // the request has the words
	Unmatched                       // the guardrail names only expressions, and none matches
	NotNamed                        // the guardrail names nothing, or only a category
)

// GuardWords searches the request's texts for what the guardrails that blocked it name.
// Only regular expressions can be known not to match: a name, and an unreadable
// expression, may stand for any words.
func GuardWords(x *state.Exchange) GuardFinding {
	if x == nil || x.Failure == nil || !x.Failure.Guardrail || !x.Known.Request || len(x.Request) > maxSearched {
		return NotSearched
	}
	stages := slices.DeleteFunc(guard.Stages(x), func(s guard.Stage) bool { return !s.Blocked() })
	texts := guard.Texts(x.Request)
	if len(texts) == 0 || len(stages) == 0 {
		return NotSearched
	}
	result := Unmatched
	for i, f := range guard.Find(texts, stages...) {
		s := stages[i]
		switch {
		case len(f.Matches) > 0:
			return Matched
		case f.Cut, f.QuoteMissing:
			result = NotSearched
		case result == NotSearched:
		case len(s.Patterns) == 0, len(s.Reasons) > 0,
			slices.ContainsFunc(s.Patterns, func(p string) bool { return isNotExpression(p) || matchesAnyCase(p, texts) }):
			result = NotNamed
		}
	}
	return result
}

// isNotExpression reports whether a pattern is not searched for as a regular expression.
func isNotExpression(pattern string) bool {
	return guard.ReadPattern(pattern) != guard.ExpressionPattern
}

// matchesAnyCase reports whether an expression matches regardless of case: the gateway may
// have compiled it so, and does not say.
func matchesAnyCase(pattern string, texts []guard.Text) bool {
	re, err := regexp.Compile("(?i)" + pattern)
	return err == nil && slices.ContainsFunc(texts, func(t guard.Text) bool { return re.MatchString(t.Text) })
}
