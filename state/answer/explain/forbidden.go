package explain

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/spelling"
)

// forbidden distinguishes the kinds of a 403 (document, Authentication 4 and 5): a
// guardrail's block, something on the way, a management key, and everything else.
func forbidden(f wire.Failure, c Context) Explanation {
	switch {
	case f.Guardrail:
		return Explanation{
			Title:       "blocked by a guardrail",
			Meaning:     "A guardrail, a rule about what may be sent, blocked the request. " + guardrailFindings(f) + ".",
			Suggestions: []Advice{editText, {Words: "if the text is harmless, ask the guardrail's owner to change the rule"}},
		}
	case notFromGateway(f):
		return foreignError(f, f.Status)
	case f.Document:
		return Explanation{
			Title:       "not allowed",
			Meaning:     "Something between here and the gateway refused the request.",
			Suggestions: otherAdvice("check the base URL, the proxy and the network"),
		}
	case !f.Managed:
		return notPermitted(f)
	}
	operation := cmp.Or(c.Operation, "POST /responses")
	return Explanation{
		Title:       "a management key is needed",
		Meaning:     "The key is valid, but not allowed to call " + operation + ", which needs more permissions.",
		Suggestions: otherAdvice("use a management key for "+operation, "ask the key's owner for permission"),
	}
}

// notPermitted explains a 403 that is neither a guardrail's nor about a management
// key. Its cause is named where the answer has a code for it; else the advice
// follows the words of the message, and is conditional.
func notPermitted(f wire.Failure) Explanation {
	p := Explanation{Title: "not permitted", Meaning: "The service refuses this request with this key."}
	code := availabilityCode(&f)
	if meaning := availabilityMeanings[code]; meaning == "" {
		p.Suggestions = permissionAdvice(f)
	} else {
		p.Meaning, p.Suggestions = meaning+".", []Advice{otherModel}
	}
	if code == "region_restricted" {
		p.Suggestions = append(p.Suggestions, otherRegion)
	}
	if string(scan.Get(f.Available, "retryable")) == "true" {
		p.Suggestions = append(p.Suggestions, resend)
	}
	return p
}

var otherRegion = Advice{Words: "use a provider that serves your region"}

// refusals are what to try after a 403, by its error type or by what its message is about.
var refusals = []struct {
	types  []string
	words  *regexp.Regexp
	advice []Advice
}{
	{[]string{"content_policy_violation", "refusal"}, nil, []Advice{editText, otherModel}},
	{
		[]string{"rate_limit_exceeded", "payment_required", "insufficient_quota"}, regexp.MustCompile(`(?i)limit|quota|credit|budget|spend`),
		otherAdvice("raise the limit of the key or the account, or use another key"),
	},
	{nil, regexp.MustCompile(`(?i)region|country|countries|territor|location`), []Advice{otherModel, otherRegion}},
	{
		nil, regexp.MustCompile(`(?i)\biam\b|\barn:|not authorized to perform|access ?denied|polic(?:y|ies)|\brole\b|permission`),
		otherAdvice("ask the account's admin for the permission that the message names"),
	},
	{nil, regexp.MustCompile(`(?i)\bmodels?\b`), []Advice{otherModel, {Words: "ask the key's admin to allow this model"}}},
}

// permissionAdvice returns what to try after a 403 without an availability code.
func permissionAdvice(f wire.Failure) []Advice {
	types := errorTypes(f)
	for _, r := range refusals {
		if slices.Contains(r.types, cmp.Or(types[0], types[1])) || r.words != nil && r.words.MatchString(f.Message) {
			return r.advice
		}
	}
	return otherAdvice("check what the key allows: limits, models, region")
}

// guardrailFindings returns what a guardrail found, in the guardrail's terms, and what
// moderation quotes.
func guardrailFindings(f wire.Failure) string {
	var found []string
	switch n := len(f.Patterns); {
	case n == 1 && strings.TrimSpace(f.Patterns[0]) == "":
		found = append(found, "It matched an empty pattern")
	case n == 1:
		found = append(found, "It matched the pattern "+quoted(f.Patterns, categoryName))
	case n > 1:
		found = append(found, "It matched the patterns "+quoted(f.Patterns, categoryName))
	}
	if len(f.Reasons) > 0 {
		found = append(found, "Its stated reasons are "+quoted(f.Reasons, nil))
	}
	if f.Flagged != "" {
		found = append(found, "It quotes the request: "+spelling.Quoted(spelling.Shorten(f.Flagged, maxWord)))
	}
	if len(found) == 0 {
		return "It does not say what it matched"
	}
	return strings.Join(found, ". ")
}

// quoted lists some words, and of each the kind of thing that it names.
func quoted(words []string, kindOf func(string) string) string {
	const most = 5
	var names []string
	for _, w := range words[:min(len(words), most)] {
		name := spelling.Quoted(spelling.Shorten(w, maxWord))
		if strings.TrimSpace(w) == "" {
			name = "(empty)"
		}
		if kindOf != nil && kindOf(w) != "" {
			name += " (judging by the name, " + kindOf(w) + ")"
		}
		names = append(names, name)
	}
	if more := len(words) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// ForbiddenBy tells the 403s apart (API document, "Authentication" 4 and 5).
func ForbiddenBy(f wire.Failure) string {
	switch {
	case !f.Guardrail && !f.Managed:
		return "This 403 names neither a guardrail nor a management key."
	case f.Guardrail && len(f.Patterns) == 0 && len(f.Reasons) == 0 && f.Flagged == "":
		return "This 403 comes from a guardrail. The key is valid."
	case f.Guardrail:
		return "This 403 comes from a guardrail and names what it found. The key is valid."
	}
	return "This 403 reports a missing permission, not a guardrail."
}
