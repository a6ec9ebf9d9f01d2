package explain

import (
	"fmt"
	"regexp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/guard"
	"gatehouse/state/spelling"
)

// forbidden tells the faces of a 403 apart (document, Authentication 4 and 5): a
// guardrail's block, something on the way, a management key, and everything else.
func forbidden(f wire.Failure, c Context) Explanation {
	switch {
	case f.Guardrail:
		return Explanation{
			Title:       "blocked by a guardrail",
			Meaning:     "A guardrail, a rule about what may be sent, blocked the request. " + guardrailFindings(f) + ".",
			Suggestions: []Advice{{"edit the text and send it again", EditText}, {Words: "if the text is harmless, ask the guardrail's owner to change the rule"}},
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
	operation := c.Operation
	if operation == "" {
		operation = "POST /responses"
	}
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
	code := scan.Text(scan.Get(f.Available, "code"))
	switch meaning := availabilityMeaning(code); {
	case code == "region_restricted":
		p.Meaning = meaning + "."
		p.Suggestions = []Advice{otherModelAdvice(), {Words: "use a provider that serves your region"}}
	case meaning != "":
		p.Meaning = meaning + "."
		p.Suggestions = []Advice{otherModelAdvice()}
	default:
		p.Suggestions = permissionAdvice(f)
	}
	if string(scan.Get(f.Available, "retryable")) == "true" {
		p.Suggestions = append(p.Suggestions, resendAdvice())
	}
	return p
}

var (
	limitWords  = regexp.MustCompile(`(?i)limit|quota|credit|budget|spend`)
	regionWords = regexp.MustCompile(`(?i)region|country|countries|territor|location`)
	policyWords = regexp.MustCompile(`(?i)\biam\b|\barn:|not authorized to perform|access ?denied|polic(?:y|ies)|\brole\b|permission`)
	modelWords  = regexp.MustCompile(`(?i)\bmodels?\b`)
)

// permissionAdvice is what to try after a 403 without an availability code: by its
// error_type, else by what its message is about.
func permissionAdvice(f wire.Failure) []Advice {
	kind := f.Type
	if kind == "" {
		kind = scan.Text(scan.Get(f.Metadata, "error_type"))
	}
	message := f.Message
	switch {
	case kind == "content_policy_violation", kind == "refusal":
		return []Advice{{"edit the text and send it again", EditText}, otherModelAdvice()}
	case kind == "rate_limit_exceeded", kind == "payment_required", kind == "insufficient_quota", limitWords.MatchString(message):
		return otherAdvice("raise the limit of the key or the account, or use another key")
	case regionWords.MatchString(message):
		return []Advice{otherModelAdvice(), {Words: "use a provider that serves your region"}}
	case policyWords.MatchString(message):
		return otherAdvice("ask the account's admin for the permission that the message names")
	case modelWords.MatchString(message):
		return []Advice{otherModelAdvice(), {Words: "ask the key's admin to allow this model"}}
	}
	return otherAdvice("check what the key allows: limits, models, region")
}

// guardrailFindings says what a guardrail found, by its own names for it, and what
// moderation quotes.
func guardrailFindings(f wire.Failure) string {
	var told []string
	switch n := len(f.Patterns); {
	case n == 1 && strings.TrimSpace(f.Patterns[0]) == "":
		told = append(told, "It matched an empty pattern")
	case n == 1:
		told = append(told, "It matched the pattern "+quoted(f.Patterns, guard.KindName))
	case n > 1:
		told = append(told, "It matched the patterns "+quoted(f.Patterns, guard.KindName))
	}
	if len(f.Reasons) > 0 {
		told = append(told, "Its stated reasons are "+quoted(f.Reasons, nil))
	}
	if f.Flagged != "" {
		told = append(told, "It quotes the request: "+spelling.Quoted(shortenWord(f.Flagged)))
	}
	if len(told) == 0 {
		return "It does not say what it matched"
	}
	return strings.Join(told, ". ")
}

// quoted lists some words, and of each the kind of thing that it names.
func quoted(words []string, kindOf func(string) string) string {
	const most = 5
	var names []string
	for _, w := range words[:min(len(words), most)] {
		name := spelling.Quoted(shortenWord(w))
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
