package difference

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/report"
)

// Side is one of two exchanges of the history.
type Side struct {
	Entry    *history.Entry
	Exchange *state.Exchange
	Capture  *wire.Capture
}

// Names tell two sides apart; one is empty where nothing is known that does.
func Names(a, b Side) [2]string { return history.Distinguish(a.named(), b.named()) }

func (s Side) named() history.Side {
	return history.SideOf(s.Exchange, s.Capture, history.Asked(s.Exchange, s.Capture))
}

// Request returns what was sent, as text.
func (s Side) Request() string { return output.Indented(s.Capture.Sent.Body) }

// Answer returns what was answered, as text.
func (s Side) Answer() string {
	answer := strings.TrimRight(output.Answer(s.Exchange, s.Capture, false), "\n")
	if answer == "" && !s.Exchange.Known.Answer {
		return "(not recorded)"
	}
	return answer
}

// Table returns the figures and facts in which two exchanges differ by more than two runs of one request
// do, without rows where they do in none. Ids, times and callers, which no two exchanges share, are
// not compared.
func Table(a, b Side) report.Table {
	t := report.Table{Columns: []report.Column{{}, {Title: "A"}, {Title: "B"}, {Title: "B - A"}}}
	add := func(cells ...string) {
		row := report.Row{}
		for _, c := range cells {
			row.Cells = append(row.Cells, report.Span{Text: c})
		}
		t.Rows = append(t.Rows, row)
	}
	for _, f := range Figures(a.Exchange, b.Exchange) {
		if f.Known() && f.Differs() && !f.Near {
			add(f.Label, cmp.Or(f.A, "–"), cmp.Or(f.B, "–"), f.Apart)
		}
	}
	first, second := a.facts(), b.facts()
	var names []string
	for _, list := range [][]fact{first, second} {
		for _, f := range list {
			if !slices.Contains(names, f.name) {
				names = append(names, f.name)
			}
		}
	}
	for _, name := range names {
		if one, other := ofFacts(first, name), ofFacts(second, name); one != other {
			add(name, one, other, "")
		}
	}
	return t
}

// fact is a property of an exchange that is no figure.
type fact struct{ name, words string }

// facts returns what is held against that of another exchange: no ids, times and callers.
func (s Side) facts() (list []fact) {
	add := func(name, words string) {
		if words != "" {
			list = append(list, fact{name, words})
		}
	}
	add("guardrails", strings.Join(s.Entry.Guardrails, ", "))
	add("tools", strings.Join(s.Entry.Tools, ", "))
	add("warnings", strings.Join(s.Entry.Warnings, ", "))
	address := s.Capture.Sent.URL
	if u, err := url.Parse(address); err == nil && u.Hostname() == "127.0.0.1" {
		address = u.Path // the port of a service on this machine is no difference
	}
	add("request", strings.TrimSpace(s.Capture.Sent.Verb()+" "+address))
	name, finish := s.Exchange.Finished()
	add(name, finish)
	reason := s.Exchange.Reason
	if s.Exchange.Verdict == state.Cancelled {
		reason = explain.Ending(s.Exchange, s.Capture)
	}
	if reason != finish {
		add("reason", reason)
	}
	if f := s.Exchange.Failure; f != nil {
		if !scan.IsNull(f.Code) {
			add("error code", scan.AnyText(f.Code))
		}
		add("error type", f.Type)
		add("error", f.Message)
	}
	return list
}

func ofFacts(list []fact, name string) string {
	for _, f := range list {
		if f.name == name {
			return f.words
		}
	}
	return "–"
}
