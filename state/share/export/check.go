package export

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"gatehouse/state/answer/explain"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/share/redact"
)

var errNoAnswer = errors.New("there is no answer to check yet")

// isAnswered reports whether there is an answer that a check can be made of.
func isAnswered(of Exchange) bool { return of.State != nil && !of.State.Running() }

// checkDocument returns a check of the last exchange.
func checkDocument(list []Exchange, _ Each) ([]byte, error) {
	of := list[len(list)-1]
	if !isAnswered(of) {
		return nil, errNoAnswer
	}
	s := expect.Source{Exchange: of.State, Name: CheckName(of)}
	if of.Capture != nil {
		s.ID = of.Capture.ID
	}
	if !of.Local {
		s.Profile, s.BaseURL = of.About.Connection, of.About.BaseURL
	}
	return expect.Make(s), nil
}

// checkNote reports that a check expects something other than what arrived, and that it has no request to send.
func checkNote(of Exchange) string {
	var notes []string
	if isAnswered(of) {
		if found, expected := expect.Mismatch(of.State); found != "" {
			notes = append(notes, found+"; the check expects "+expected)
		}
	}
	if of.State != nil && !of.State.Kind().IsNative() {
		notes = append(notes, "for --recorded: a request of another API is not sent from here")
	}
	return strings.Join(notes, "; ")
}

// nameRules mask the names of checks.
var nameRules = sync.OnceValue(redact.BuiltIn)

// longMask is a mask that shows only the length of a text.
var longMask = regexp.MustCompile(`\*{4,}`)

// CheckName returns what a check of an exchange, and its file, are called, since both are seen where
// the request is not: the first words of what was asked, with what is private masked; where a
// guardrail acted on these words, what it did.
func CheckName(of Exchange) string {
	if x := of.State; explain.Blocked(x) || len(explain.Guardrails(x)) > 0 {
		return guarded(of)
	}
	mask := func(words string) string {
		clean, _ := nameRules().Text(words, "name")
		return clean
	}
	name := mask(of.Title)
	if of.Capture != nil && of.Title == history.Asked(of.State, of.Capture) {
		name = history.AskedMasked(of.State, of.Capture, mask)
	}
	return longMask.ReplaceAllString(name, "***")
}

// guarded describes what guardrails did: "blocked by injection-filter".
func guarded(of Exchange) string {
	did, names := "blocked", []string{}
	for i, s := range explain.Guardrails(of.State) {
		if i == 0 && !explain.Blocked(of.State) {
			did = explain.ActionOf(s, of.State)
		}
		if s.Name != "" {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return did + " by a guardrail"
	}
	return did + " by " + strings.Join(names, ", ")
}
