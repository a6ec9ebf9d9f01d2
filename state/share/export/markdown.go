package export

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

// markdownDocument writes a transcript: the messages, the calls with their arguments, and how each
// exchange ended. Each exchange of a session has what is new in it.
func markdownDocument(list []Exchange, each Each) ([]byte, error) {
	t := transcript{}
	last := list[len(list)-1]
	t.line("# " + inLine(strings.Join(strings.Fields(cmp.Or(last.Title, "Transcript")), " ")))
	if where := about(list); where != "" {
		t.line(where)
	}
	for i, of := range list {
		if of.State == nil {
			continue
		}
		at := placeOf(list, i)
		if len(list) > 1 {
			number := fmt.Sprintf("Exchange %d of %d", i+1, len(list))
			if at.branch != "" {
				number += ": " + at.branch
			}
			t.line("---\n\n*" + number + "*")
		}
		t.masked = of.State.Redacted > 0
		t.request(of, i, at)
		if changed := of.Capture.ChangedRequest(); changed != nil {
			t.line("*The request was changed before it was sent, by:* " + codeSpan(strings.Join(changed.By, "; ")))
		}
		if of.State.Made != "" {
			t.line("*The request was not sent. It was answered:* " + codeSpan(of.State.Made))
		}
		t.answer(of.State)
		if line := ending(of); line != "" {
			t.line(line)
		}
		if err := each(i + 1); err != nil {
			return nil, err
		}
	}
	return []byte(strings.TrimSuffix(t.String(), "\n")), nil
}

// about says when and where exchanges were made.
func about(list []Exchange) string {
	first := list[0]
	var words []string
	switch c := first.Capture; {
	case c == nil || c.Start.IsZero():
	case c.Lacks.Start:
		words = append(words, "time not recorded")
	default:
		words = append(words, c.Start.UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	switch {
	case first.Local:
		words = append(words, "local gateway (simulated)")
	case first.About.BaseURL != "":
		words = append(words, codeSpan(first.About.BaseURL))
	}
	return strings.Join(words, ", ")
}

// ending says in one line how an exchange ended, by which model, at what price and in
// which time; empty for one that has not been made.
func ending(of Exchange) string {
	x, c := of.State, of.Capture
	if x.Running() {
		return ""
	}
	if c == nil {
		c = &wire.Capture{}
	}
	e := history.Of(of.About, x, c)
	words := []string{"**" + string(e.Verdict) + "**"}
	if e.Reason != "" && e.Verdict != state.Completed {
		words[0] += " (" + codeSpan(e.Reason) + ")"
	}
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	switch {
	case e.ByProxy:
		add("no answer; the proxy sent HTTP %d", e.Status)
	case e.Status == history.StatusUnknown:
		add("HTTP status not recorded")
	case e.Status != 0 && e.Status != 200:
		add("HTTP %d", e.Status)
	}
	if model := cmp.Or(e.Served, e.Asked); model != "" {
		add("%s", codeSpan(model))
	}
	if e.Provider != "" {
		add("by %s", codeSpan(e.Provider))
	}
	for _, f := range report.InLine(x, 0) {
		if !f.Bare {
			f.Value = f.Label + " " + f.Value
		}
		add("%s", f.Value)
	}
	if f, ok := report.ReceiptWarning(report.SubjectOf(x, c, of.About, of.Prices)); ok {
		add("cost: %s", escapeTags(f.Message))
	}
	if cached := report.CachedLine(of.Listed); cached != "" {
		add("cache %s", escapeTags(cached))
	}
	for _, w := range e.Warnings {
		add("warning %s", codeSpan(w))
	}
	return spelling.Inert(strings.Join(words, " · "))
}
