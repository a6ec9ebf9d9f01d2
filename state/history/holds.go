package history

import (
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/query"
	"gatehouse/state/usage"
)

// Answer says whether a query holds for an exchange.
type Answer uint8

// The answers. Unknown is that of words, which only the archive finds, and of what an
// exchange that runs does not tell yet.
const (
	No Answer = iota
	Unknown
	Yes
)

// Holds says of an entry what the archive would, as far as its columns tell.
func Holds(q query.Query, e *Entry) Answer {
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

func holds(t query.Term, e *Entry) Answer {
	if t.Field == nil {
		return Unknown
	}
	yes, known := asked(t, e)
	if !known && e.Verdict == state.Running {
		return Unknown
	}
	if figure, ok := figureOf(t.Field.Name, e); t.Field.Kind == query.Count || t.Field.Kind == query.Duration {
		if !ok {
			return No // with a minus too, as in SQL
		}
		yes = compare(t, figure)
	} else if !known {
		yes = ended(t, e)
	}
	if yes != t.Not {
		return Yes
	}
	return No
}

// asked answers a term, without its minus, on what is known from the start; known is false
// for any other.
func asked(t query.Term, e *Entry) (yes, known bool) {
	switch t.Field.Name {
	case "model":
		return is(t, e.Asked), true
	case "method":
		return is(t, e.Method), true
	case "path":
		return is(t, e.Path), true
	case "caller":
		return is(t, e.Caller), true
	case "connection":
		return is(t, e.Connection), true
	case "origin":
		return is(t, string(e.Origin)), true
	case "by":
		return is(t, e.By), true
	case "session":
		if t.Op == query.Exactly {
			return is(t, e.Session), true
		}
		return strings.HasPrefix(e.Session, strings.TrimRight(t.Text, "*")) && (t.Text != "*" || e.Session != ""), true
	case "since":
		return !e.Undated && e.Start.UnixMicro() >= t.Time.UnixMicro(), true
	case "until":
		return !e.Undated && e.Start.UnixMicro() < t.Time.UnixMicro(), true
	}
	return false, false
}

// ended answers a term, without its minus, on words that are known at the end.
func ended(t query.Term, e *Entry) bool {
	listed := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return is(t, name) })
	}
	switch t.Field.Name {
	case "verdict":
		if strings.EqualFold(t.Text, "blocked") {
			return e.Blocked()
		}
		return is(t, string(e.Verdict))
	case "served":
		return is(t, e.Served)
	case "reason":
		return is(t, e.Reason)
	case "provider":
		return is(t, e.Provider)
	case "guardrail":
		return listed(e.Guardrails)
	case "tool":
		return listed(e.Tools)
	case "warning":
		return listed(e.Warnings)
	case "lint":
		return listed(e.Lint)
	case "cache":
		return like(t.Text, e.Cache)
	case "receipt":
		return listed(e.Receipt)
	case "run":
		return is(t, e.RunName())
	}
	return false
}

// is reports whether a text is what a term asks for.
func is(t query.Term, text string) bool {
	if t.Op == query.Exactly {
		return t.Text == text
	}
	return like(t.Text, text)
}

// figureOf is the figure of a field; ok is false where the exchange has none.
func figureOf(field string, e *Entry) (figure float64, ok bool) {
	switch field {
	case "status":
		return float64(e.Status), e.Status != StatusUnknown
	case "tokens":
		return float64(e.Tokens.Counts[usage.Input] + e.Tokens.Counts[usage.Output]), e.Tokens.Counts[usage.Input] >= 0 && e.Tokens.Counts[usage.Output] >= 0
	case "cost":
		return e.Cost, e.Cost >= 0
	case "lost":
		return e.Lost, e.Lost >= 0
	case "ttft":
		return float64(e.TTFTUS), e.TTFTUS >= 0
	case "total":
		return float64(e.TotalUS), e.TotalUS >= 0
	case "lasted":
		return float64(e.LastedUS), e.LastedUS >= 0
	}
	return 0, false
}

func compare(t query.Term, figure float64) bool {
	if t.Upto > 0 {
		return figure >= t.Number && figure < t.Upto
	}
	switch t.Op {
	case query.More:
		return figure > t.Number
	case query.Less:
		return figure < t.Number
	case query.AtLeast:
		return figure >= t.Number
	case query.AtMost:
		return figure <= t.Number
	}
	return figure == t.Number
}

// like compares without regard to the case of ASCII letters, as SQLite does; * stands for
// any run of characters, and alone for something.
func like(pattern, text string) bool {
	if pattern == "*" {
		return text != ""
	}
	pattern, text = lower(pattern), lower(text)
	first, rest, some := strings.Cut(pattern, "*")
	if !some {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, first)
	for ok {
		part, next, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(text, part)
		}
		at := strings.Index(text, part)
		if ok = at >= 0; ok {
			text, rest = text[at+len(part):], next
		}
	}
	return false
}

func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
