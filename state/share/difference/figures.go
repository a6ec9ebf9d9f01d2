// Package difference compares two exchanges: in which figures and facts they differ, and how far
// apart these are.
package difference

import (
	"cmp"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// Figure is a figure of two exchanges, empty if it is not known, and their difference.
type Figure struct {
	Label, A, B, Apart string
	Alike              bool // one number as it is written, be one of them an estimate
	Unknown            bool // one of the two, which a saved answer lacks
	Near               bool // of what is measured: less than a millisecond or a hundredth apart, as two runs of one request are
}

// Differs reports whether the two say something else.
func (f Figure) Differs() bool { return f.A != f.B && !f.Alike && !f.Unknown }

// Figures compares what is known of two exchanges in words and numbers. All
// of it follows from their folds.
func Figures(a, b *state.Exchange) []Figure {
	rows := []Figure{
		{Label: "verdict", A: Verdict(a), B: Verdict(b)},
		{Label: "status", A: status(a), B: status(b)},
		asked(a, b),
		{Label: "served", A: a.Model, B: b.Model},
		{Label: "provider", A: figures.Provider(a, read.Routing(a.Routing)), B: figures.Provider(b, read.Routing(b.Routing))},
	}
	times := []struct {
		label string
		of    func(*state.Exchange) (int64, bool)
	}{{"TTFB", figures.TTFB}, {"TTFT", figures.TTFT}, {"total", figures.Total}}
	for _, t := range times {
		rows = append(rows, duration(t.label, a, b, t.of))
	}
	rows = append(rows, rate(a, b))
	rows = append(rows, used(a, b)...)
	rows = append(rows, cost(a, b), counted("frames", streamed(a, a.Frames), streamed(b, b.Frames)),
		counted("warnings", streamed(a, len(a.Warnings)), streamed(b, len(b.Warnings))))
	for i, f := range rows {
		rows[i] = f.withUnknown(a, b)
	}
	return rows
}

// asked compares the requested models; if a request is not known or names none, only the first of
// each, which the routing metadata has too.
func asked(a, b *state.Exchange) Figure {
	f := Figure{Label: "requested", A: a.Chain, B: b.Chain}
	if f.A == "" || f.B == "" {
		f.A, f.B = requested(a), requested(b)
	}
	return f
}

func requested(x *state.Exchange) string {
	return cmp.Or(read.Routing(x.Routing).Requested, x.RequestModel, x.Chain)
}

// Verdict is how an exchange ended, with its sign; empty where that is not known.
func Verdict(x *state.Exchange) string {
	switch x.Verdict {
	case state.Running:
		return explain.Sign(x.Verdict) + " running"
	case state.Unknown:
		return ""
	}
	return explain.Sign(x.Verdict) + " " + string(x.Verdict)
}

func status(x *state.Exchange) string {
	switch f := x.Failure; {
	case x.Head != nil && x.Head.Status > 0:
		return strconv.Itoa(x.Head.Status)
	case f != nil && f.Status > 0: // its code repeats it
		return strconv.Itoa(f.Status)
	}
	return ""
}

// used compares what the two report as used: the figures, and what reranks alone report.
func used(a, b *state.Exchange) (rows []Figure) {
	first, second := figures.TokensOf(a), figures.TokensOf(b)
	for _, k := range append(usage.Figures(), usage.Total, usage.SearchUnit) {
		f := Figure{Label: k.Label()}
		switch k {
		case usage.Input, usage.Output:
			f.Label = "tokens " + f.Label
		case usage.Total:
			f.Label = "tokens"
		}
		if k.Figure() != "" || a.Ranking != nil {
			f.A = first.Figure(k)
		}
		if k.Figure() != "" || b.Ranking != nil {
			f.B = second.Figure(k)
		}
		odd := first.Odd[k] != "" || second.Odd[k] != ""
		f.Alike = f.A == f.B || f.A != "" && f.B != "" && !odd && first.Counts[k] == second.Counts[k]
		if f.A != "" && f.B != "" && !f.Alike && !odd {
			f.Apart = more(second.Counts[k] - first.Counts[k])
			if k == usage.Output && (first.Estimated || second.Estimated) {
				f.Apart = "~" + f.Apart
			}
		}
		rows = append(rows, f)
	}
	return rows
}

// counted compares two counts; -1 is not known.
func counted(label string, a, b int) Figure {
	f := Figure{Label: label, Alike: a == b}
	if a >= 0 {
		f.A = figures.Thousands(a)
	}
	if b >= 0 {
		f.B = figures.Thousands(b)
	}
	if a >= 0 && b >= 0 && !f.Alike {
		f.Apart = more(b - a)
	}
	return f
}

// more writes by how many one count is more than another.
func more(n int) string {
	if n > 0 {
		return "+" + figures.Thousands(n)
	}
	return figures.Thousands(n)
}

// Known reports whether either exchange has the figure.
func (f Figure) Known() bool { return f.A != "" || f.B != "" }

// withUnknown marks a figure that only one exchange has as not known, instead of different, if the
// other is a saved answer.
func (f Figure) withUnknown(a, b *state.Exchange) Figure {
	const notKnown = "not known"
	switch {
	case f.A == "" && f.B != "" && !a.Known.All():
		f.A, f.Unknown = notKnown, true
	case f.B == "" && f.A != "" && !b.Known.All():
		f.B, f.Unknown = notKnown, true
	}
	return f
}

// streamed is a count of what a stream has, -1 of a document that may have ended one.
func streamed(x *state.Exchange, count int) int {
	if !x.Known.Stream {
		return -1
	}
	return count
}
