// Package difference compares two exchanges: in which figures and facts they differ, and how far
// apart these are.
package difference

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

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

// Verdict returns how an exchange ended, with its sign; empty where that is not known.
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
		return strconv.Itoa(x.HTTPStatus())
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

// streamed returns a count of what a stream has, -1 of a document that may have ended one.
func streamed(x *state.Exchange, count int) int {
	if !x.Known.Stream {
		return -1
	}
	return count
}

func duration(label string, a, b *state.Exchange, of func(*state.Exchange) (int64, bool)) Figure {
	first, okA := of(a)
	second, okB := of(b)
	f := Figure{Label: label}
	longest := int64(0)
	if okA {
		longest = first
	}
	if okB {
		longest = max(longest, second)
	}
	if okA {
		f.A = figures.DurationInUnitOf(first, longest)
	}
	if okB {
		f.B = figures.DurationInUnitOf(second, longest)
	}
	if f.Alike = okA && okB && f.A == f.B; okA && okB && !f.Alike {
		sign, apart := "+", second-first
		if apart < 0 {
			sign, apart = "-", -apart
		}
		f.Near = apart < 1000 || apart*100 < longest
		f.Apart = times(sign+figures.DurationInUnitOf(apart, longest), float64(first), float64(second))
	}
	return f
}

func rate(a, b *state.Exchange) Figure {
	f := Figure{Label: "tok/s"}
	first, guessA, okA := figures.RateOf(a)
	second, guessB, okB := figures.RateOf(b)
	mark := func(guess bool) string {
		if guess {
			return "~"
		}
		return ""
	}
	near := math.Abs(second-first)*100 < max(first, second)
	first, second = math.RoundToEven(first), math.RoundToEven(second)
	f.Alike = okA && okB && first == second
	if okA {
		f.A = mark(guessA) + figures.Thousands(int(first))
	}
	if okB {
		f.B = mark(guessB) + figures.Thousands(int(second))
	}
	if okA && okB && !f.Alike {
		f.Near, f.Apart = near, times(mark(guessA || guessB)+more(int(second-first)), first, second)
	}
	return f
}

// times adds to the difference of two figures how many times as much B is, if that distinguishes it
// from A.
func times(apart string, a, b float64) string {
	if a <= 0 || b <= 0 {
		return apart
	}
	if r := ratio(b / a); r != "×1.00" {
		apart += "  " + r
	}
	return apart
}

// ratio writes how many times as much B is: two digits, or all before the point;
// near one as many as tell it from one.
func ratio(times float64) string {
	switch {
	case times < 0.001:
		return "<×0.001"
	case times > 0.9 && times < 1.1:
		return "×" + strconv.FormatFloat(times, 'f', 2, 64)
	case times >= 10:
		return "×" + strconv.FormatFloat(times, 'f', 0, 64)
	}
	return "×" + strconv.FormatFloat(times, 'g', 2, 64)
}

// cost compares what was paid: both sums and their difference, with as many digits as the longer one
// has on other pages; if these are equal for different sums, with as many as distinguish them.
func cost(a, b *state.Exchange) Figure {
	f := Figure{Label: "cost"}
	first, okA := figures.CostOf(a)
	second, okB := figures.CostOf(b)
	v, fineA := amount(first)
	w, fineB := amount(second)
	if okA && okB && fineA && fineB {
		digits := max(shown(first), shown(second))
		if !v.Equal(w) && v.StringFixed(digits) == w.StringFixed(digits) {
			digits = max(digits, decimals(v), decimals(w))
		}
		f.A, f.B = "$"+figures.Grouped(v.StringFixed(digits)), "$"+figures.Grouped(w.StringFixed(digits))
		if apart := w.Round(digits).Sub(v.Round(digits)); f.A != f.B { // that of the sums shown
			sign := "+$"
			if apart.IsNegative() {
				sign = "-$"
			}
			f.Apart = sign + figures.Grouped(apart.Abs().StringFixed(digits))
		}
		return f
	}
	if okA {
		f.A = figures.Price(first)
	}
	if okB {
		f.B = figures.Price(second)
	}
	return f
}

// amount reads a sum of money as it was spelled; ok is false for what is none.
func amount(spelled string) (v decimal.Decimal, ok bool) {
	_, exponent, _ := strings.Cut(strings.ToLower(spelled), "e")
	if len(spelled) > 32 || len(exponent) > 3 { // as 1e-9 has
		return v, false
	}
	v, err := decimal.NewFromString(spelled)
	return v, err == nil && !v.IsNegative()
}

// shown returns the number of decimals that a sum has on other pages.
func shown(spelled string) int32 {
	_, digits, _ := strings.Cut(figures.Price(spelled), ".")
	return int32(len(digits))
}

// decimals returns the number of decimals that a sum needs: two to nine, after which there is only
// the error of computing.
func decimals(v decimal.Decimal) int32 {
	const least, most = 2, 9
	_, digits, _ := strings.Cut(v.Round(most).String(), ".")
	return int32(max(len(digits), least))
}
