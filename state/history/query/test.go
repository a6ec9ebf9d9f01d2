package query

import (
	"strconv"
	"strings"

	"gatehouse/state/history"
)

// Test is what a term asks of an exchange, without its minus. Holds answers it of an entry, and
// each database in SQL.
type Test struct {
	Term
	Comparison Comparison
	Column     *history.Column // nil: none
}

// Comparison is a way to compare.
type Comparison int

// The ways to compare. Texts are compared without regard to the case of ASCII letters, unless they
// are ByLetters.
const (
	ByWords   Comparison = iota // that must be found in texts
	ByValue                     // there is any
	ByPattern                   // a pattern
	ByBeginning
	ByName         // a pattern, of one of the names between commas
	ByLetters      // these very letters
	ByNamesLetters // the very letters of one of the names
	ByGuardrail    // failed, by a guardrail
	ByNumber       // Int
	BySince
	ByUntil
	ByFigure
)

// Test returns what the term asks.
func (t Term) Test() Test {
	if t.Field == nil {
		return Test{t, ByWords, nil}
	}
	return Test{t, t.how(), t.Field.Column}
}

func (t Term) how() Comparison {
	exactly := t.Op == Exactly
	switch {
	case t.Field.Name == "since":
		return BySince
	case t.Field.Name == "until":
		return ByUntil
	case !isText(t.Field):
		return ByFigure
	case t.Field.Name == "verdict" && strings.EqualFold(t.Text, "blocked"): // as lists call it
		return ByGuardrail
	case t.Field.Match == history.Name && exactly:
		return ByNamesLetters
	case t.Field.Match == history.Number && t.Text != "*":
		return ByNumber
	case exactly && t.Field.Match != history.Number:
		return ByLetters
	case t.Text == "*":
		return ByValue
	case t.Field.Match == history.Beginning:
		return ByBeginning
	case t.Field.Match == history.Name:
		return ByName
	}
	return ByPattern
}

// Int returns the number that is asked for; 0, which no run has, where it is none.
func (t Test) Int() int64 {
	number, _ := strconv.ParseInt(t.Text, 10, 64)
	return number
}

// Sign returns the comparison of a figure in SQL.
func (t Test) Sign() string {
	if t.Op == Is {
		return "="
	}
	return string(t.Op)
}

// Beginning returns how the text must begin.
func (t Test) Beginning() string { return strings.TrimRight(t.Text, "*") }

// Like returns the pattern as LIKE has it, with \ as the escape.
func (t Test) Like() string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `*`, `%`).Replace(t.Text)
}
