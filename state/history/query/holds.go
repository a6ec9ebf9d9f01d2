package query

import (
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/text/spelling"
)

// Answer is whether a query holds for an exchange.
type Answer uint8

// The answers. Unsure is that of words, which only the archive finds, and of what an
// exchange that runs does not tell yet.
const (
	No Answer = iota
	Unsure
	Yes
)

// Holds returns what the archive would answer for an entry, from its columns.
func Holds(q Query, e *history.Entry) Answer {
	if len(q.Any) == 0 {
		return Yes
	}
	any := No
	for _, terms := range q.Any {
		all := Yes
		for _, t := range terms {
			all = min(all, holds(t, e))
		}
		any = max(any, all)
	}
	return any
}

func holds(t Term, e *history.Entry) Answer {
	if t.Field == nil || !t.Field.Early && e.Verdict == state.Running {
		return Unsure
	}
	yes, known := t.Test().of(e)
	if known && yes != t.Not {
		return Yes
	}
	return No // where it is not known with a minus too, as in SQL
}

// of answers the test of an entry; known is false for a figure that it does not have.
func (t Test) of(e *history.Entry) (yes, known bool) {
	if t.Comparison == ByFigure { // before the text, which a million figures do not need
		switch n := t.Column.Of(e).Get().(type) {
		case int64:
			return compare(t.Term, float64(n)), true
		case float64:
			return compare(t.Term, n), true
		}
		return false, false
	}
	words := t.Column.Text(e)
	switch t.Comparison {
	case ByValue:
		return words != "", true
	case ByPattern:
		return like(t.Text, words), true
	case ByBeginning:
		return strings.HasPrefix(words, t.Beginning()), true
	case ByName:
		return slices.ContainsFunc(strings.Split(words, ","), func(name string) bool { return name != "" && like(t.Text, name) }), true
	case ByLetters:
		return words == t.Text, true
	case ByNamesLetters:
		return slices.Contains(strings.Split(words, ","), t.Text), true
	case ByGuardrail:
		return e.Blocked(), true
	case ByNumber:
		return e.Run != 0 && t.Column.Of(e).Get() == t.Int(), true
	case BySince:
		return !e.Undated && e.Start.UnixMicro() >= t.Time.UnixMicro(), true
	case ByUntil:
		return !e.Undated && e.Start.UnixMicro() < t.Time.UnixMicro(), true
	}
	return false, false
}

func compare(t Term, figure float64) bool {
	if t.Upto > 0 {
		return figure >= t.Number && figure < t.Upto
	}
	switch t.Op {
	case More:
		return figure > t.Number
	case Less:
		return figure < t.Number
	case AtLeast:
		return figure >= t.Number
	case AtMost:
		return figure <= t.Number
	}
	return figure == t.Number
}

// like compares without regard to the case of ASCII letters, as SQLite does; * stands for
// any run of characters.
func like(pattern, text string) bool {
	return spelling.Wildcard(spelling.LowerASCII(pattern), spelling.LowerASCII(text))
}
