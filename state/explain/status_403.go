package explain

import (
	"fmt"
	"regexp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/guard"
)

// forbidden tells the faces of a 403 apart (document, Authentication 4 and 5): a
// guardrail's block, something on the way, a management key, and everything else.
func forbidden(f wire.Failure, c Context) Explanation {
	switch {
	case f.Guardrail:
		return Explanation{
			Title:       "blocked by a guardrail",
			Meaning:     "A guardrail, a rule on what may be sent, stopped the request. " + guardrailFindings(f) + ".",
			Suggestions: []Advice{{"edit the text and send it again", EditText}, {Words: "where the text is harmless, ask those who set up the guardrail to change it"}},
		}
	case notFromGateway(f):
		return foreignError(f, f.Status)
	case f.Document:
		return Explanation{
			Title:       "not allowed",
			Meaning:     "Something on the way refused the request: the answer is not the gateway's.",
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
		Meaning:     "The key is valid, but it may not do " + operation + ": that operation needs more permission than it has.",
		Suggestions: otherAdvice("use a management key for "+operation, "ask the key's owner for the permission"),
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
		return otherAdvice("ask those who manage the account for the permission that the message names")
	case modelWords.MatchString(message):
		return []Advice{otherModelAdvice(), {Words: "ask those who manage the key to allow this model"}}
	}
	return otherAdvice("check what the key is allowed to do: its limits, its models, the region")
}

// guardrailFindings says what a guardrail found, by its own names for it, and what
// moderation quotes.
func guardrailFindings(f wire.Failure) string {
	var told []string
	switch n := len(f.Patterns); {
	case n == 1 && strings.TrimSpace(f.Patterns[0]) == "":
		told = append(told, "It found something by an empty pattern")
	case n == 1:
		told = append(told, "It found something by its pattern "+quoted(f.Patterns, guard.KindName))
	case n > 1:
		told = append(told, "It found something by its patterns "+quoted(f.Patterns, guard.KindName))
	}
	if len(f.Reasons) > 0 {
		told = append(told, "It gives as its reasons "+quoted(f.Reasons, nil))
	}
	if f.Flagged != "" {
		told = append(told, "It quotes of the request “"+shortenWord(f.Flagged)+"”")
	}
	if len(told) == 0 {
		return "It does not say what it found"
	}
	return strings.Join(told, ". ")
}

// quoted lists some words, and of each the kind of thing that it names.
func quoted(words []string, kindOf func(string) string) string {
	const most = 5
	var names []string
	for _, w := range words[:min(len(words), most)] {
		name := "“" + shortenWord(w) + "”"
		if strings.TrimSpace(w) == "" {
			name = "an empty one"
		}
		if kindOf != nil && kindOf(w) != "" {
			name += " (going by the name, " + kindOf(w) + ")"
		}
		names = append(names, name)
	}
	if more := len(words) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
