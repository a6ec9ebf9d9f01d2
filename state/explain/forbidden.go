package explain

import (
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/guard"
)

// forbidden tells the two 403s apart (document, Authentication 4 and 5).
func forbidden(f wire.Failure, c Context) Plain {
	switch {
	case f.Guardrail:
		return Plain{
			Title:   "blocked by a guardrail",
			Meaning: "A guardrail, a rule on what may be sent, stopped the request. " + matched(f) + ".",
			Try:     []Advice{{"edit the text and send it again", Edited}, {Words: "where the text is harmless, ask those who set up the guardrail to change it"}},
		}
	case f.Document:
		return Plain{
			Title:   "not allowed",
			Meaning: "Something on the way refused the request: the answer is not the gateway's.",
			Try:     tips("check the base URL, the proxy and the network"),
		}
	}
	operation := c.Operation
	if operation == "" {
		operation = "POST /responses"
	}
	return Plain{
		Title:   "a management key is needed",
		Meaning: "The key is valid, but it may not do " + operation + ": that operation needs more permission than it has.",
		Try:     tips("use a management key for "+operation, "ask the key's owner for the permission"),
	}
}

// matched says what a guardrail found, by its own names for it, and what
// moderation quotes.
func matched(f wire.Failure) string {
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
		told = append(told, "It quotes of the request “"+brief(f.Flagged)+"”")
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
		name := "“" + brief(w) + "”"
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
