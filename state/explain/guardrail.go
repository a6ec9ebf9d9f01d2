package explain

import (
	"regexp"
	"slices"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
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

// Text is a text in a request.
type Text struct {
	Pointer string // JSON Pointer
	Path    string // the same place as jq writes it: input[2].content[0].text
	Role    string // of its message; empty for instructions and outputs
	Item    int    // of input, from 0; -1 for instructions, and for input that is a string
	Text    string
}

// Texts returns all texts of a request that a guardrail reads: the instructions, and in
// input the messages and the outputs of tools.
func Texts(request []byte) []Text {
	w := walker{}
	w.add("/instructions", "instructions", "", -1, scan.Get(request, "instructions"))
	input := scan.Get(request, "input")
	w.add("/input", "input", "user", -1, input)
	i := 0
	for _, item := range scan.Elements(input) {
		w.item(i, item)
		i++
	}
	return w.list
}

type walker struct{ list []Text }

func (w *walker) add(pointer, path, role string, item int, v []byte) {
	if text := scan.Text(v); text != "" {
		w.list = append(w.list, Text{Pointer: pointer, Path: path, Role: role, Item: item, Text: text})
	}
}

// item adds the texts of one item: its content and its output, each a string or a list of
// parts, and its summary.
func (w *walker) item(i int, item []byte) {
	pointer, path := "/input/"+strconv.Itoa(i), "input["+strconv.Itoa(i)+"]"
	role := scan.Text(scan.Get(item, "role"))
	w.add(pointer, path, role, i, item) // a neighbour's input: a list of strings
	for _, name := range []string{"content", "output", "summary", "arguments", "input"} {
		v := scan.Get(item, name)
		w.add(pointer+"/"+name, path+"."+name, role, i, v)
		n := 0
		for _, part := range scan.Elements(v) {
			at, where := pointer+"/"+name+"/"+strconv.Itoa(n), path+"."+name+"["+strconv.Itoa(n)+"]"
			for _, member := range []string{"text", "refusal"} {
				w.add(at+"/"+member, where+"."+member, role, i, scan.Get(part, member))
			}
			n++
		}
	}
}

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
			slices.ContainsFunc(s.Patterns, func(p string) bool { return isNotExpression(p) || matchesAnyCase(p, texts) }):
			result = NotNamed
		}
	}
	return result
}

// isNotExpression reports whether a pattern is not searched for as a regular expression.
func isNotExpression(pattern string) bool {
	return ReadPattern(pattern) != ExpressionPattern
}

// matchesAnyCase reports whether an expression matches regardless of case: the gateway may
// have compiled it so, and does not say.
func matchesAnyCase(pattern string, texts []Text) bool {
	re, err := regexp.Compile("(?i)" + pattern)
	return err == nil && slices.ContainsFunc(texts, func(t Text) bool { return re.MatchString(t.Text) })
}
