package diff

import (
	"cmp"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// figure is a row of the table: what each exchange says, and how far apart the
// two are.
type figure struct {
	label, a, b, apart string
	alike              bool // one number as it is written, be one of them an estimate
	untold             bool // by a saved answer: one of the two is not known
	near               bool // of what is measured: less than a millisecond or a hundredth apart, as two runs of one request are
}

// differs reports whether the two say something else.
func (f figure) differs() bool { return f.a != f.b && !f.alike && !f.untold }

// figuresOf compares what is known of two exchanges in words and numbers. All
// of it follows from their folds.
func figuresOf(a, b *state.Exchange) []figure {
	rows := []figure{
		{label: "verdict", a: verdict(a), b: verdict(b)},
		{label: "status", a: status(a), b: status(b)},
		asked(a, b),
		{label: "served", a: a.Model, b: b.Model},
		{label: "provider", a: provider(a), b: provider(b)},
	}
	times := []struct {
		label string
		of    func(*state.Exchange) (int64, bool)
	}{{"TTFB", figures.TTFB}, {"TTFT", figures.TTFT}, {"total", figures.Total}}
	for _, t := range times {
		rows = append(rows, duration(t.label, a, b, t.of))
	}
	rows = append(rows, rate(a, b))
	first, second := counts(a), counts(b)
	rows = append(rows, tokens("tokens in", first.In, second.In, "", "").odd(first.Odd.Input, second.Odd.Input),
		tokens("cached", first.Cached, second.Cached, "", "").odd(first.Odd.Cached, second.Odd.Cached),
		tokens("tokens out", first.Out, second.Out, estimate(first), estimate(second)).odd(first.Odd.Output, second.Odd.Output),
		tokens("reasoning", first.Reasoning, second.Reasoning, "", "").odd(first.Odd.Reasoning, second.Odd.Reasoning),
		searched("tokens", a, b, func(u *wire.Usage) int { return u.Total }),
		searched("search units", a, b, func(u *wire.Usage) int { return u.Searches }),
		cost(a, b),
		tokens("frames", streamed(a, a.Frames), streamed(b, b.Frames), "", ""),
		tokens("warnings", streamed(a, len(a.Warnings)), streamed(b, len(b.Warnings)), "", ""))
	for i, f := range rows {
		rows[i] = f.told(a, b)
	}
	return rows
}

// Figures are those in which two exchanges differ by more than two runs of one request do:
// the name, what each says, and what lies between.
func Figures(a, b *state.Exchange) (rows [][4]string) {
	for _, f := range figuresOf(a, b) {
		if f.known() && f.differs() && !f.near {
			rows = append(rows, [4]string{f.label, text.SanitizeLine(cmp.Or(f.a, "–")), text.SanitizeLine(cmp.Or(f.b, "–")), f.apart})
		}
	}
	return rows
}

// odd puts what came in the place of a count into a figure, as it is spelled.
func (f figure) odd(a, b string) figure {
	if a == "" && b == "" {
		return f
	}
	if a != "" {
		f.a = figures.OddCount(a)
	}
	if b != "" {
		f.b = figures.OddCount(b)
	}
	f.apart, f.alike = "", f.a == f.b
	return f
}

// asked compares the models that were asked for; where a request is not known or
// names none, only what the routing metadata tells too: the first of each.
func asked(a, b *state.Exchange) figure {
	f := figure{label: "requested", a: a.Chain, b: b.Chain}
	if f.a == "" || f.b == "" {
		f.a, f.b = requested(a), requested(b)
	}
	return f
}

func requested(x *state.Exchange) string {
	return cmp.Or(read.Routing(x.Routing).Requested, x.RequestModel, x.Chain)
}

func verdict(x *state.Exchange) string {
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

// provider is the endpoint's that served, as the answer or its routing says.
func provider(x *state.Exchange) string {
	if p := stringAt(x.Response, "provider"); p != "" {
		return p
	}
	if len(x.Routing) == 0 {
		return ""
	}
	routing := read.Routing(x.Routing)
	for _, e := range routing.Endpoints {
		if e.Selected {
			return e.Provider
		}
	}
	if n := len(routing.Attempts); n > 0 {
		return routing.Attempts[n-1].Provider
	}
	return ""
}

// counts are the tokens of an exchange; an estimate of none is not known.
func counts(x *state.Exchange) figures.Tokens {
	t := figures.TokensOf(x)
	if _, ok := t.Output(); !ok {
		t.Out = -1
	}
	return t
}

func estimate(t figures.Tokens) string {
	if t.Estimated {
		return "~"
	}
	return ""
}

func tokens(label string, a, b int, guessA, guessB string) figure {
	f := figure{label: label}
	if a >= 0 {
		f.a = guessA + figures.Thousands(a)
	}
	if b >= 0 {
		f.b = guessB + figures.Thousands(b)
	}
	if f.alike = a == b; a >= 0 && b >= 0 && !f.alike {
		f.apart = more(b - a)
		if guessA+guessB != "" {
			f.apart = "~" + f.apart
		}
	}
	return f
}

// searched compares a figure of what two reranks used, which tell no other.
func searched(label string, a, b *state.Exchange, of func(*wire.Usage) int) figure {
	used := func(x *state.Exchange) int {
		if x.Ranking == nil || x.Ranking.Usage == nil {
			return wire.None
		}
		return of(x.Ranking.Usage)
	}
	return tokens(label, used(a), used(b), "", "")
}

// more writes by how many one count is more than another.
func more(n int) string {
	if n > 0 {
		return "+" + figures.Thousands(n)
	}
	return figures.Thousands(n)
}

// known reports whether either exchange has the figure.
func (f figure) known() bool { return f.a != "" || f.b != "" }

// figures makes the section of the figures: the label, A, B, and what lies
// between.
func (m *Model) figures() section {
	s := section{title: "FIGURES"}
	var rows []figure
	for _, f := range figuresOf(m.a.Exchange, m.b.Exchange) {
		if f.untold {
			s.about = "not known: not in " + cmp.Or(explain.Saved(m.a.Exchange), explain.Saved(m.b.Exchange))
		}
		f.a, f.b = text.SanitizeLine(f.a), text.SanitizeLine(f.b) // whole: they are compared
		if f.known() && (!m.only || f.differs()) {
			rows = append(rows, f)
		}
	}
	if len(rows) == 0 {
		s.tell("No differences.")
		return s
	}
	rows = append([]figure{{a: "A", b: "B", apart: "B - A"}}, rows...)
	content := &lines{draw: func(i, width int) []string { return m.figure(rows[i], width) }}
	for _, f := range rows {
		content.text = append(content.text, strings.TrimRight(strings.Join([]string{f.label, cmp.Or(f.a, "–"), cmp.Or(f.b, "–"), f.apart}, "  "), " "))
	}
	s.content = content
	return s
}

// figure draws a row of the table.
func (m *Model) figure(f figure, width int) []string {
	const label, apart = 12, 18
	column := min(max((width-label-apart-4)/2, 6), 32)
	style := m.styles.Dim
	sign := "  "
	switch {
	case f.label == "" || !f.differs():
	case f.near:
		sign = m.styles.Dim.Render("~") + " "
	default:
		style, sign = m.styles.Text, m.styles.Warn.Render("~")+" "
	}
	right := func(i int, lines []string) string {
		if i >= len(lines) {
			return strings.Repeat(" ", column)
		}
		return text.Right(style.Render(text.Truncate(lines[i], column, "…")), column)
	}
	a, b := wrapped(cmp.Or(f.a, "–"), column), wrapped(cmp.Or(f.b, "–"), column)
	out := make([]string, max(len(a), len(b)))
	for i := range out {
		before := strings.Repeat(" ", 2+label)
		if i == 0 {
			before = sign + m.styles.Dim.Render(text.Pad(f.label, label))
		}
		line := before + right(i, a) + "  " + right(i, b)
		if i == 0 && f.apart != "" {
			line += "   " + style.Render(f.apart)
		}
		out[i] = text.Truncate(line, width, "")
	}
	return out
}
