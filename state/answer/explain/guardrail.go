package explain

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// Blocked reports whether a guardrail blocked the request: then nothing of it was forwarded.
func Blocked(x *state.Exchange) bool { return x != nil && x.Failure != nil && x.Failure.Guardrail }

// Guardrails returns the guardrails of an exchange's pipeline (API document, "Routing
// metadata object"). An error with findings but no guardrail in its routing metadata is a
// stage without a name; moderation reported in the error belongs to the stage that blocked
// the request.
func Guardrails(x *state.Exchange) []wire.Stage {
	if x == nil {
		return nil
	}
	list := slices.DeleteFunc(read.Routing(x.Routing).Pipeline, func(s wire.Stage) bool { return s.Type != "guardrail" })
	if !Blocked(x) {
		return list
	}
	f := x.Failure
	if len(list) == 0 {
		list = []wire.Stage{{Summary: f.Message, Data: f.Metadata, Action: "blocked", Patterns: f.Patterns}}
	}
	for i := len(list) - 1; i >= 0; i-- {
		if s := &list[i]; s.Blocked() {
			if len(s.Reasons) == 0 {
				s.Reasons = f.Reasons
			}
			if s.Quote == "" {
				s.Quote = f.Flagged
			}
			break
		}
	}
	return list
}

// Effect returns what a guardrail did, and what it would have done where another stopped the
// request; empty for an unknown action.
func Effect(s wire.Stage, stopped bool) string {
	switch flagged := s.Does("flag"); {
	case s.Blocked():
		return "It blocked the request."
	case s.Redacted() && stopped:
		return "On its own, it would have redacted the match and passed the request on."
	case s.Redacted():
		return "It redacted the match and passed the request on."
	case flagged && stopped:
		return "It flagged the match; on its own, it would have passed the request on."
	case flagged:
		return "It flagged the match and passed the request on."
	}
	return ""
}

// Text is a text in a request.
type Text struct {
	Pointer string // JSON Pointer
	Path    string // the same place as jq writes it: input[2].content[0].text
	Role    string // of its message
	Item    int    // of input, from 0; -1 for instructions, and for input that is a string
	Text    string
}

// Texts returns the texts of a request's messages and of what its tools returned; none of
// a request that cannot be read.
func Texts(request []byte) (list []Text) {
	body, err := registry.Read(request)
	if err != nil {
		return nil
	}
	pointer := strings.NewReplacer("[", "/", "].", "/", "]", "", ".", "/")
	for _, m := range body.Messages {
		for _, p := range m.Parts {
			if p.Text == "" || p.Kind == dialect.Media {
				continue
			}
			item := -1
			if _, index, ok := strings.Cut(p.Path, "["); ok {
				index, _, _ = strings.Cut(index, "]")
				item, _ = strconv.Atoi(index)
			}
			list = append(list, Text{Pointer: "/" + pointer.Replace(p.Path), Path: p.Path, Role: m.Role, Item: item, Text: p.Text})
		}
	}
	return list
}

// maxSearched is the longest request that is searched for what a guardrail names, in
// bytes: the search runs wherever a failure is drawn.
const maxSearched = 4 << 10

// GuardFinding is what is known about the words for which a guardrail blocked a request.
type GuardFinding uint8

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
	stages := slices.DeleteFunc(Guardrails(x), func(s wire.Stage) bool { return !s.Blocked() })
	texts := Texts(x.Request)
	if len(texts) == 0 || len(stages) == 0 {
		return NotSearched
	}
	result := Unmatched
	for i, f := range Find(texts, stages...) {
		s := stages[i]
		switch {
		case len(f.Matches) > 0:
			return Matched
		case f.Cut, f.QuoteMissing:
			result = NotSearched
		case result == NotSearched:
		case len(s.Patterns) == 0, len(s.Reasons) > 0,
			slices.ContainsFunc(s.Patterns, func(p string) bool { return ReadPattern(p) != ExpressionPattern || matchesAnyCase(p, texts) }):
			result = NotNamed
		}
	}
	return result
}

// matchesAnyCase reports whether an expression matches regardless of case: the gateway may
// have compiled it so, and does not say.
func matchesAnyCase(pattern string, texts []Text) bool {
	re, err := regexp.Compile("(?i)" + pattern)
	return err == nil && slices.ContainsFunc(texts, func(t Text) bool { return re.MatchString(t.Text) })
}
