package explain

import (
	"regexp"
	"slices"

	"gatehouse/state"
	"gatehouse/state/guard"
)

// maxSearched is the longest request that is looked through to find what a
// guardrail names, in bytes: it is done wherever a failure is drawn.
const maxSearched = 4 << 10

// GuardFinding is what can be known of the words for which a guardrail stopped a
// request.
type GuardFinding uint8

// What can be known of them.
const (
	NotSearched GuardFinding = iota // not looked for, or what is quoted was not found
	Matched                         // words of the request's texts are what it names
	Unmatched                       // none are: it names expressions only, and none of them matches
	NotNamed                        // it names no more than a name for what it looks for, or nothing
)

// GuardWords looks in the request's texts for what the guardrails that stopped it
// name. That nothing matches is known of regular expressions alone: a name, and an
// expression that cannot be read here, may stand for any words.
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
		case f.Cut, f.Absent:
			result = NotSearched
		case result == NotSearched:
		case len(s.Patterns) == 0, len(s.Reasons) > 0,
			slices.ContainsFunc(s.Patterns, func(p string) bool { return isNotExpression(p) || matchesAnyCase(p, texts) }):
			result = NotNamed
		}
	}
	return result
}

// isNotExpression reports whether a pattern is not looked for as a regular expression.
func isNotExpression(pattern string) bool { return guard.Read(pattern) != guard.AsExpression }

// matchesAnyCase reports whether an expression matches where upper and lower case count
// as one: the gateway may have compiled it so, which it does not tell.
func matchesAnyCase(pattern string, texts []guard.Text) bool {
	re, err := regexp.Compile("(?i)" + pattern)
	return err == nil && slices.ContainsFunc(texts, func(t guard.Text) bool { return re.MatchString(t.Text) })
}
