package report

import (
	"cmp"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
)

// Limits of the texts in a glance, in bytes and lines, so that the figures below remain visible.
const (
	maxAsked    = 600
	maxAnswered = 800
	maxLines    = 10
)

// Glance returns a preview of an exchange for a list: how it ended, what was asked, how the answer
// begins, the route and the figures.
func Glance(s Subject) []Report {
	return []Report{Verdict(s), Asked(s), Answered(s), Route(s), Time(s), Tokens(s)}
}

// Asked returns how the prompt of an exchange begins.
func Asked(s Subject) Report {
	r := Report{Title: "ASKED"}
	if s.Capture != nil {
		r.say(history.Prompt(s.Capture.Sent.Body, s.Exchange.IsRerank(), maxAsked), Value)
	}
	return r
}

// Answered returns how the answer of an exchange begins.
func Answered(s Subject) Report {
	x, answered, left := s.Exchange, Report{Title: "ANSWER"}, maxAnswered
	for _, it := range x.Answer() {
		words, more, role := beginning(it, left)
		if words = strings.TrimSpace(words); words == "" {
			continue
		}
		left -= len(words)
		first := firstLines(words, maxLines-len(answered.Blocks))
		if more || len(first) < len(words) {
			answered.say(first+" …", role)
			break
		}
		answered.say(words, role)
	}
	if answered.Empty() && !x.Running() && x.Kind() != state.Rerank {
		answered.say("no text", Quiet)
	}
	return answered
}

// GlanceAt returns the preview that a history entry allows before its exchange is loaded.
func GlanceAt(e *history.Entry) []Report {
	r := Report{Title: explain.Sign(e.Verdict) + " " + string(e.Verdict), Role: VerdictRole(e.Verdict), Sum: quiet(e.Reason)}
	asked := Report{Title: "ASKED"}
	asked.say(e.Words, Value)
	return []Report{r, asked, SharedBy(e)}
}

// SharedBy reports who shared an exchange with the team, or how far sharing one of the local history has
// got; it is empty for an exchange that is not shared.
func SharedBy(e *history.Entry) Report {
	r := Report{Title: "SHARED"}
	switch {
	case e.By != "":
		r.Title = "SHARED BY"
		r.say(e.SharedBy(), Value)
	case e.Sharing == history.Waiting:
		r.say("waits to be pushed to the team", Value)
	case e.Sharing == history.WithTeam:
		r.say("the team has it", Value)
	case e.Sharing == history.Blocked:
		r.say("not shared: gatehouse team status has the reason", Bad)
	default:
		return Report{}
	}
	return r
}

func firstLines(words string, limit int) string {
	limit = max(limit, 1)
	lines := strings.SplitAfterN(words, "\n", limit+1)
	if len(lines) <= limit {
		return words
	}
	return strings.TrimSpace(strings.Join(lines[:limit], ""))
}

// say adds a paragraph, if there is one.
func (r *Report) say(words string, role Role) {
	if words = strings.TrimSpace(words); words != "" {
		r.Blocks = append(r.Blocks, Span{words, role})
	}
}

// add adds a fact, if there is one.
func (r *Report) add(label, words string, role Role) {
	if words != "" {
		r.Blocks = append(r.Blocks, field(label, words, role))
	}
}

// beginning returns how an item of an answer begins, in at most limit bytes, and whether more follows.
func beginning(it *state.Item, limit int) (words string, more bool, role Role) {
	size := 0
	var all strings.Builder
	for _, t := range it.TextBuffers() {
		size += t.Len()
		all.WriteString(t.Rope().Cut(0, int64(limit-all.Len())))
	}
	input := it.InputBuffer()
	switch {
	case it.Type == "reasoning" && size == 0:
		return "", false, Quiet
	case it.Type == "reasoning":
		return "reasoning, " + figures.Size(size), false, Quiet
	case input.Len() > 0:
		return it.FullName() + " " + strings.ToValidUTF8(input.Rope().Cut(0, int64(limit)), ""), input.Len() > limit, Name
	}
	return strings.ToValidUTF8(all.String(), ""), size > limit, Value
}

// Entry reports the fields by which the history finds an exchange.
func Entry(e *history.Entry, c *wire.Capture) Report {
	r := Report{Title: "EXCHANGE"}
	add := func(label, words string) { r.add(label, words, Value) }
	add("id", e.ID)
	at := "not recorded"
	if !e.Undated {
		at = e.Start.Format("2006-01-02 15:04:05.000 MST")
	}
	add("at", at)
	add("origin", string(e.Origin))
	add("shared by", e.SharedBy())
	if c.Sent.URL != "" {
		add("request", c.Sent.Line())
	}
	if e := c.Sent.Encoded; e != nil {
		codings := cmp.Or(strings.Join(wire.Codings(c.Sent.Header), ", "), "encoded")
		add("sent as", codings+", "+figures.Size(int(e.Size)))
	}
	add("guardrails", strings.Join(e.Guardrails, ", "))
	add("tools", strings.Join(e.Tools, ", "))
	add("warnings", strings.Join(e.Warnings, ", "))
	add("size", figures.Size(int(e.Size)))
	return r
}
