package archive

import (
	"strconv"
	"strings"

	"gatehouse/state/query"
)

// Test is what a term of a query asks of an exchange, without its minus: of which column, and how
// that is compared. Every engine that keeps a history writes it in its own SQL.
type Test struct {
	How    How
	Column string // empty: none
	Text   string // what the column must be; * for any run of characters where How says so
	Term   query.Term
}

// How is a way to compare.
type How int

// The ways to compare. Texts are compared without regard to the case of ASCII letters, unless they
// are ByLetters.
const (
	ByWords        How = iota // that must be found in texts
	BySpelling                // a pattern, of a column with few spellings
	ByPattern                 // a pattern, of a column that is seldom asked for
	ByPath                    // a pattern, of the path
	ByBeginning               // how the column begins
	ByName                    // a pattern, of one of the names between commas
	ByLetters                 // these very letters
	ByNamesLetters            // the very letters of one of the names between commas
	ByGuardrail               // failed, by a guardrail
	ByRun                     // the number of a run
	BySince                   // a time
	ByUntil                   // a time
	ByFigure                  // a number
)

// AfterAll sorts behind every character that a text can go on with.
const AfterAll = "\U0010ffff"

// TestOf is the test of a term: the table that all engines share.
func TestOf(t query.Term) Test {
	if t.Field == nil {
		return Test{How: ByWords, Term: t}
	}
	test := Test{Column: t.Field.Name, Text: t.Text, Term: t}
	switch t.Field.Name {
	case "model":
		test.How, test.Column = BySpelling, "asked"
	case "verdict":
		if test.How = BySpelling; strings.EqualFold(t.Text, "blocked") {
			test.How = ByGuardrail
		}
	case "by":
		test.How, test.Column = BySpelling, "shared_by"
	case "served", "provider", "origin", "method", "caller", "cache":
		test.How = BySpelling
	case "reason", "connection":
		test.How = ByPattern
	case "path":
		test.How = ByPath
	case "session":
		test.How = ByBeginning
	case "run":
		test.How = ByRun
	case "guardrail", "tool", "warning":
		test.How, test.Column = ByName, t.Field.Name+"s"
	case "lint", "receipt":
		test.How = ByName
	case "since":
		test.How = BySince
	case "until":
		test.How = ByUntil
	default: // status, tokens, cost, lost, ttft, total, lasted
		test.How = ByFigure
	}
	if t.Op == query.Exactly {
		switch test.How {
		case ByName:
			test.How = ByNamesLetters
		case BySpelling, ByPattern, ByPath, ByBeginning:
			test.How = ByLetters
		}
	}
	return test
}

// Run is the number of the run that is asked for; 0, which no run has, where it is none.
func (t Test) Run() int64 {
	number, _ := strconv.ParseInt(t.Text, 10, 64)
	return number
}

// Sign is the comparison of a figure in SQL.
func (t Test) Sign() string {
	if t.Term.Op == query.Is {
		return "="
	}
	return string(t.Term.Op)
}

// Pattern writes * as LIKE does, with \ as the escape.
func Pattern(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `*`, `%`).Replace(text)
}
