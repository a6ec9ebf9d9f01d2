// Package query reads the filter language of the history: words, "phrases", field:value,
// field:=value, field>number, today, yesterday, a minus for not, and or between alternatives.
//
//	verdict:failed guardrail:* since:2d
//	model:borealis/* tokens>1000 -"rate limit" or ttft>2s
package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state/history"
)

// Query is a filter: it holds where all terms of one of its alternatives hold. One without
// alternatives holds for everything.
type Query struct {
	Any []All
}

// All are terms that must hold together.
type All []Term

// Asks reports whether any term is about a field; an empty name stands for text.
func (q Query) Asks(field string) bool {
	return slices.ContainsFunc(q.Any, func(all All) bool {
		return slices.ContainsFunc(all, func(t Term) bool {
			return t.Field == nil && field == "" || t.Field != nil && t.Field.Name == field
		})
	})
}

// Term is one condition. Without a field it is text that must be found.
type Term struct {
	Field  *Field // nil: text
	Not    bool
	Op     Op
	Text   string  // of a text field: what it must be, * for any run of characters; or the words to be found
	Phrase bool    // the words are adjacent
	Number float64 // of a number field, in its unit
	Upto   float64 // of status:4xx: the number that is too large; else 0
	Time   time.Time
}

// Op is a comparison.
type Op string

// The comparisons.
const (
	Is      Op = ":"
	More    Op = ">"
	Less    Op = "<"
	AtLeast Op = ">="
	AtMost  Op = "<="
	Exactly Op = ":=" // of a Text: these letters, without wildcards
)

// Error is a fault in a query and where it is.
type Error struct {
	At, Len int // bytes
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.At+1, e.Message) }

// Parse reads a query. Times count back from now. The error is an *Error.
func Parse(text string, now time.Time) (Query, error) {
	p := parser{text: text, now: now}
	var q Query
	var all All
	wanted := false // an alternative must follow
	for terms := 0; ; {
		word, ok, err := p.word()
		switch {
		case err != nil:
			return Query{}, err
		case !ok && wanted:
			return Query{}, &Error{p.from, p.at - p.from, "nothing follows or"}
		case !ok:
			if len(all) > 0 {
				q.Any = append(q.Any, all)
			}
			return q, nil
		case strings.EqualFold(word, "or"):
			if len(all) == 0 {
				return Query{}, &Error{p.from, p.at - p.from, "nothing is before or"}
			}
			q.Any, all, wanted = append(q.Any, all), nil, true
			continue
		}
		for _, condition := range day(word) {
			t, err := p.term(condition)
			if err != nil {
				return Query{}, err
			}
			all, wanted = append(all, t), false
			if terms++; terms > maxTerms {
				return Query{}, &Error{p.from, p.at - p.from, fmt.Sprintf("more than %d conditions, which a database does not answer in time; write fewer", maxTerms)}
			}
		}
	}
}

// maxTerms limits the conditions of a query: a database tests each of them on each row.
const maxTerms = 200

// And returns the query of what the query holds for and a term too.
func (q Query) And(t Term) Query {
	if len(q.Any) == 0 {
		return Query{Any: []All{{t}}}
	}
	any := make([]All, len(q.Any))
	for i, all := range q.Any {
		any[i] = append(slices.Clip(all), t)
	}
	return Query{Any: any}
}

// parser goes through the words of a query.
type parser struct {
	text     string
	now      time.Time
	from, at int // of the word that was read last
}

// word reads up to the next white space outside of quotes.
func (p *parser) word() (word string, ok bool, err error) {
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
	p.from = p.at
	quoted := -1
	for ; p.at < len(p.text) && (quoted >= 0 || !isSpace(p.text[p.at])); p.at++ {
		if p.text[p.at] == '"' {
			if quoted >= 0 {
				quoted = -1
			} else {
				quoted = p.at
			}
		}
	}
	if quoted >= 0 {
		return "", false, &Error{quoted, p.at - quoted, `the quote is not closed; write another "`}
	}
	return p.text[p.from:p.at], p.at > p.from, nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// day returns the conditions that a word stands for: yesterday and today alone are days.
func day(word string) []string {
	switch strings.ToLower(word) {
	case "yesterday":
		return []string{"since:yesterday", "until:today"}
	case "today":
		return []string{"since:today"}
	}
	return []string{word}
}

// term reads one word as a condition.
func (p *parser) term(word string) (Term, error) {
	var t Term
	if rest, ok := strings.CutPrefix(word, "-"); ok {
		t.Not, word = true, rest
	}
	if word == "" {
		return t, p.fault("a minus needs a word after it")
	}
	name, op, value := split(word)
	if op == "" {
		t.Text, t.Phrase = unquote(word)
		if t.Text == "" {
			return t, p.fault("nothing is between the quotes")
		}
		return t, nil
	}
	field, ok := Lookup(name)
	if !ok {
		return t, p.fault(fmt.Sprintf("no field %q; the fields are %s. Put text with a colon in quotes.", name, Names()))
	}
	t.Field, t.Op = field, op
	value, _ = unquote(value)
	if value == "" {
		return t, p.fault(fmt.Sprintf("%s needs a value, for example %s", field.Name, field.Example))
	}
	return p.value(t, value)
}

// split cuts a word at its first comparison outside of quotes.
func split(word string) (name string, op Op, value string) {
	i := strings.IndexAny(word, `:<>"`)
	if i <= 0 || word[i] == '"' {
		return "", "", ""
	}
	op = Op(word[i : i+1])
	if i+1 < len(word) && word[i+1] == '=' {
		op = Op(word[i : i+2])
	}
	return word[:i], op, word[i+len(op):]
}

func unquote(word string) (text string, quoted bool) {
	return strings.ReplaceAll(word, `"`, ""), strings.HasPrefix(word, `"`)
}

// value reads what a field is compared with.
func (p *parser) value(t Term, value string) (Term, error) {
	f := t.Field
	switch {
	case isText(f) && t.Op != Is && t.Op != Exactly:
		return t, p.fault(fmt.Sprintf("%s is compared with a colon, for example %s", f.Name, f.Example))
	case !isText(f) && t.Op == Exactly:
		return t, p.fault(fmt.Sprintf("%s does not take :=; write for example %s", f.Name, f.Example))
	}
	switch {
	case isText(f):
		if t.Text = value; f.Part && value != "*" && t.Op == Is {
			t.Text = "*" + value + "*"
		}
		if len(f.Values) > 0 && !strings.Contains(value, "*") && !slices.ContainsFunc(f.Values, func(v string) bool { return strings.EqualFold(v, value) }) {
			return t, p.fault(fmt.Sprintf("%s is one of %s", f.Name, strings.Join(f.Values, ", ")))
		}
		return t, nil
	case f.Match == history.Moment:
		at, err := When(value, p.now)
		if err != nil || t.Op != Is {
			return t, p.fault(fmt.Sprintf("%s takes a time, for example %s, %[1]s:14:00, %[1]s:yesterday or %[1]s:2026-11-20T14:00", f.Name, f.Example))
		}
		t.Time = at
		return t, nil
	}
	if f.Name == "status" && len(value) == 3 && strings.HasSuffix(strings.ToLower(value), "xx") {
		if first := value[0]; first >= '1' && first <= '5' && t.Op == Is {
			t.Number = float64(first-'0') * 100
			t.Upto = t.Number + 100
			return t, nil
		}
	}
	n, err := Number(value, f.Match)
	if err != nil {
		return t, p.fault(fmt.Sprintf("%s takes a number, for example %s", f.Name, f.Example))
	}
	t.Number = n
	return t, nil
}

// isText reports whether a field is compared as text.
func isText(f *Field) bool { return f.Match <= history.Number }

func (p *parser) fault(message string) error {
	return &Error{p.from, p.at - p.from, message}
}

// Number reads a number with its unit: 1k and 2M for counts; ms, s, m for durations,
// which are microseconds then, and milliseconds where no unit is named.
func Number(text string, match history.Match) (float64, error) {
	if match == history.Duration {
		if d, err := time.ParseDuration(text); err == nil {
			return float64(d.Microseconds()), nil
		}
		n, err := strconv.ParseFloat(text, 64)
		return n * 1000, err
	}
	text = strings.TrimPrefix(text, "$")
	factor := 1.0
	switch {
	case strings.HasSuffix(text, "k"), strings.HasSuffix(text, "K"):
		factor = 1e3
	case strings.HasSuffix(text, "M"):
		factor = 1e6
	}
	if factor > 1 {
		text = text[:len(text)-1]
	}
	n, err := strconv.ParseFloat(text, 64)
	return n * factor, err
}

// WithTimeRange returns a query that holds for what began in a span of time besides: not before from, and
// before to. A zero time is no bound.
func (q Query) WithTimeRange(from, to time.Time) Query {
	var bounds All
	for _, b := range []struct {
		field string
		at    time.Time
	}{{"since", from}, {"until", to}} {
		if f, ok := Lookup(b.field); ok && !b.at.IsZero() {
			bounds = append(bounds, Term{Field: f, Op: Is, Time: b.at})
		}
	}
	if len(bounds) == 0 {
		return q
	}
	if len(q.Any) == 0 {
		return Query{Any: []All{bounds}}
	}
	out := Query{}
	for _, all := range q.Any {
		out.Any = append(out.Any, append(slices.Clone(all), bounds...))
	}
	return out
}

// Times returns the bounds that a query sets to the time, zero for none, and rest what else it asks
// for; ok is false where that cannot be told apart, as with alternatives.
func (q Query) Times() (from, to time.Time, rest Query, ok bool) {
	if len(q.Any) > 1 {
		return from, to, q, false
	}
	for _, all := range q.Any {
		var others All
		for _, t := range all {
			switch {
			case t.Field == nil || t.Field.Match != history.Moment:
				others = append(others, t)
			case t.Not:
				return from, to, q, false
			case t.Field.Name == "since" && t.Time.After(from):
				from = t.Time
			case t.Field.Name == "until" && (to.IsZero() || t.Time.Before(to)):
				to = t.Time
			}
		}
		if len(others) > 0 {
			rest.Any = []All{others}
		}
	}
	return from, to, rest, true
}

// Narrowed returns the text of a query with terms added to each of its alternatives. A span of time
// replaces the previous one.
func Narrowed(text, terms string) string {
	var out []string
	p := parser{text: text}
	for {
		word, ok, err := p.word()
		if err != nil || !ok {
			break
		}
		if strings.EqualFold(word, "or") {
			out = append(out, terms)
		}
		if isTime(day(word)[0]) && isTime(terms) {
			continue
		}
		out = append(out, word)
	}
	return strings.TrimSpace(strings.Join(append(out, terms), " "))
}

func isTime(word string) bool {
	return strings.HasPrefix(word, "since:") || strings.HasPrefix(word, "until:")
}

// Written returns a time, to the second, as since: and until: take it. Its zone is named where the
// clock shows the time twice.
func Written(t time.Time) string {
	text := t.Format("2006-01-02T15:04:05")
	if read, err := When(text, t); err != nil || !read.Equal(t.Truncate(time.Second)) {
		return t.Format(time.RFC3339)
	}
	return strings.TrimSuffix(text, "T00:00:00")
}

// When reads a time as since: and until: take it: a day, a day and a time of it, a time of today, today, yesterday, or how long ago.
func When(text string, now time.Time) (time.Time, error) {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch strings.ToLower(text) {
	case "today":
		return midnight, nil
	case "yesterday":
		return midnight.AddDate(0, 0, -1), nil
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, nil
		}
	}
	if t, err := time.Parse("15:04", text); err == nil {
		return time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), 0, 0, now.Location()), nil
	}
	ago, err := Ago(text)
	return now.Add(-ago), err
}

// Ago reads a length of time such as 30m, 12h, 2d or 3w.
func Ago(text string) (time.Duration, error) {
	const day = 24 * time.Hour
	for unit, length := range map[string]time.Duration{"d": day, "w": 7 * day} {
		if n, ok := strings.CutSuffix(text, unit); ok {
			count, err := strconv.ParseFloat(n, 64)
			return time.Duration(count * float64(length)), err
		}
	}
	return time.ParseDuration(text)
}
