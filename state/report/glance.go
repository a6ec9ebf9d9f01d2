package report

import (
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/history"
)

// Most of a text that a glance shows, in bytes.
const (
	mostAsked    = 600
	mostAnswered = 1200
)

// Glance tells of an exchange what is looked at while one goes through a list: how it ended,
// what was asked, how the answer begins, the way it took, and the figures.
func Glance(s Subject) []Report {
	x := s.Exchange
	asked, answered := Report{Title: "ASKED"}, Report{Title: "ANSWER"}
	if s.Capture != nil {
		asked.say(history.Prompt(x, s.Capture, mostAsked), Value)
	}
	left := mostAnswered
	for _, it := range x.Answer() {
		words, role := beginning(it, left)
		if words = strings.TrimSpace(words); words == "" {
			continue
		}
		if left -= len(words); left <= 0 {
			words = strings.TrimSpace(words) + " …"
		}
		if answered.say(words, role); left <= 0 {
			break
		}
	}
	if answered.Empty() && !x.Running() && x.Kind() != state.Rerank {
		answered.say("no text", Quiet)
	}
	return []Report{Verdict(s), asked, answered, Route(s), Time(s), Tokens(s)}
}

// GlanceAt tells what the row of an exchange has, before the exchange is read.
func GlanceAt(e *history.Entry) []Report {
	r := Report{Title: explain.Sign(e.Verdict) + " " + string(e.Verdict), Role: VerdictRole(e.Verdict), Sum: quiet(e.Reason)}
	asked := Report{Title: "ASKED"}
	asked.say(e.Words, Value)
	return []Report{r, asked}
}

// say adds a paragraph, if there is one.
func (r *Report) say(words string, role Role) {
	if words = strings.TrimSpace(words); words != "" {
		r.Blocks = append(r.Blocks, Span{words, role})
	}
}

// beginning is how an item of an answer begins, in at most so many bytes.
func beginning(it *state.Item, most int) (words string, role Role) {
	switch {
	case it.Type == "reasoning":
		size := 0
		for _, t := range it.TextBuffers() {
			size += t.Len()
		}
		if size > 0 {
			return "reasoning, " + figures.Size(size), Quiet
		}
		return "", Quiet
	case it.InputBuffer().Len() > 0:
		return it.Name() + " " + it.InputBuffer().Rope().Cut(0, int64(most)), Name
	}
	var all strings.Builder
	for _, t := range it.TextBuffers() {
		all.WriteString(t.Rope().Cut(0, int64(most-all.Len())))
	}
	return strings.ToValidUTF8(all.String(), ""), Value
}
