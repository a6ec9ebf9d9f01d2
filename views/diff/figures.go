package diff

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/body"
)

// figure is a row of the table: what each exchange says, and how far apart the
// two are.
type figure struct {
	label, a, b, apart string
	alike              bool // so near that it tells nothing: less than a millisecond or a hundredth apart, or written alike
}

// differs reports whether the two say something else.
func (f figure) differs() bool { return f.a != f.b && !f.alike }

// figuresOf compares what is known of two exchanges in words and numbers. All
// of it follows from their folds.
func figuresOf(a, b *state.Exchange) []figure {
	rows := []figure{
		{label: "verdict", a: verdict(a), b: verdict(b)},
		{label: "status", a: status(a), b: status(b)},
		{label: "asked", a: a.Chain, b: b.Chain},
		{label: "served", a: a.Model, b: b.Model},
		{label: "provider", a: provider(a), b: provider(b)},
	}
	times := []struct {
		label string
		of    func(*state.Exchange) (int64, bool)
	}{{"first byte", (*state.Exchange).TTFB}, {"first token", (*state.Exchange).TTFT}, {"total", (*state.Exchange).Total}}
	for _, t := range times {
		rows = append(rows, duration(t.label, a, b, t.of))
	}
	rows = append(rows, rate(a, b))
	first, second := counts(a), counts(b)
	rows = append(rows, tokens("tokens in", first.In, second.In, "", ""), tokens("cached", first.Cached, second.Cached, "", ""),
		tokens("tokens out", first.Out, second.Out, estimate(first), estimate(second)), tokens("reasoning", first.Reasoning, second.Reasoning, "", ""),
		cost(a, b),
		tokens("frames", a.Frames, b.Frames, "", ""), tokens("warnings", len(a.Warnings), len(b.Warnings), "", ""))
	return rows
}

func verdict(x *state.Exchange) string {
	if x.Running() {
		return views.Sign(x.Verdict) + " running"
	}
	return views.Sign(x.Verdict) + " " + string(x.Verdict)
}

func status(x *state.Exchange) string {
	if x.Head == nil {
		return ""
	}
	return strconv.Itoa(x.Head.Status)
}

// provider is the endpoint's that served, as the answer or its routing says.
func provider(x *state.Exchange) string {
	if p := text(x.Response, "provider"); p != "" {
		return p
	}
	if len(x.Routing) == 0 {
		return ""
	}
	routing := wire.ReadRouting(x.Routing)
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

func duration(label string, a, b *state.Exchange, of func(*state.Exchange) (int64, bool)) figure {
	first, okA := of(a)
	second, okB := of(b)
	f := figure{label: label}
	longest := int64(0)
	if okA {
		longest = first
	}
	if okB {
		longest = max(longest, second)
	}
	if okA {
		f.a = durationIn(first, longest)
	}
	if okB {
		f.b = durationIn(second, longest)
	}
	if okA && okB {
		sign, apart := "+", second-first
		if apart < 0 {
			sign, apart = "-", -apart
		}
		if f.alike = apart < 1000 || apart*100 < longest || f.a == f.b; f.alike {
			return f
		}
		f.apart = sign + durationIn(apart, longest)
		if first > 0 && second > 0 {
			f.apart += "  " + ratio(float64(second)/float64(first))
		}
	}
	return f
}

// durationIn writes a time in the unit that views.Duration has for a longer
// one, so that the times of a row compare at a glance.
func durationIn(us, longest int64) string {
	switch {
	case longest >= 60_000_000 && us < 60_000_000:
		return fmt.Sprintf("0m %02ds", us/1_000_000)
	case longest >= 60_000_000 || us < 0:
		return views.Duration(us)
	case longest >= 1_000_000 && us < 1_000_000:
		return fmt.Sprintf("%.2f s", float64(us)/1e6)
	case longest >= 1000 && us < 1000:
		return fmt.Sprintf("%.1f ms", float64(us)/1e3)
	}
	return views.Duration(us)
}

func rate(a, b *state.Exchange) figure {
	f := figure{label: "tok/s"}
	first, guessA, okA := a.Rate()
	second, guessB, okB := b.Rate()
	write := func(v float64, guess bool) string {
		s := strconv.FormatFloat(v, 'f', 0, 64)
		if guess {
			s = "~" + s
		}
		return s
	}
	if okA {
		f.a = write(first, guessA)
	}
	if okB {
		f.b = write(second, guessB)
	}
	f.alike = okA && okB && math.Abs(second-first)*100 < max(first, second)
	if okA && okB && f.a != f.b && !f.alike && first > 0 {
		f.apart = ratio(second / first)
	}
	return f
}

// counts are the tokens of an exchange; an estimate of none is not known.
func counts(x *state.Exchange) state.Tokens {
	t := x.Tokens()
	if t.Estimated && t.Out == 0 {
		t.Out = -1
	}
	return t
}

func estimate(t state.Tokens) string {
	if t.Estimated {
		return "~"
	}
	return ""
}

func tokens(label string, a, b int, guessA, guessB string) figure {
	f := figure{label: label}
	if a >= 0 {
		f.a = guessA + views.Thousands(a)
	}
	if b >= 0 {
		f.b = guessB + views.Thousands(b)
	}
	if a >= 0 && b >= 0 && a != b {
		f.apart = views.Thousands(b - a)
		if b > a {
			f.apart = "+" + f.apart
		}
		if guessA+guessB != "" {
			f.apart = "~" + f.apart
		}
	}
	return f
}

// known reports whether either exchange has the figure.
func (f figure) known() bool { return f.a != "" || f.b != "" }

// figures makes the section of the figures: the label, A, B, and what lies
// between.
func (m *Model) figures() section {
	var rows []figure
	for _, f := range figuresOf(m.a.Exchange, m.b.Exchange) {
		f.a, f.b = body.SanitizeLine(f.a), body.SanitizeLine(f.b) // whole: they are compared
		if f.known() && (!m.only || f.differs()) {
			rows = append(rows, f)
		}
	}
	s := section{title: "FIGURES"}
	if len(rows) == 0 {
		s.content = said(m.styles, "No figure differs.")
		return s
	}
	rows = append([]figure{{a: "A", b: "B", apart: "B - A"}}, rows...)
	content := &lines{draw: func(i, width int) string { return m.figure(rows[i], width) }}
	for _, f := range rows {
		content.text = append(content.text, strings.TrimRight(strings.Join([]string{f.label, or(f.a), or(f.b), f.apart}, "  "), " "))
	}
	s.content = content
	return s
}

func or(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// figure draws a row of the table.
func (m *Model) figure(f figure, width int) string {
	const label, apart = 12, 18
	column := min(max((width-label-apart-4)/2, 6), 32)
	style := m.styles.Dim
	sign := "  "
	if f.differs() && f.label != "" {
		style, sign = m.styles.Text, m.styles.Warn.Render("~")+" "
	}
	right := func(s string, cells int, style lipgloss.Style) string {
		s = ansi.Truncate(body.SafeLine(s), cells, "…")
		return strings.Repeat(" ", cells-ansi.StringWidth(s)) + style.Render(s)
	}
	line := sign + m.styles.Dim.Render(f.label+strings.Repeat(" ", label-len(f.label))) +
		right(or(f.a), column, style) + "  " + right(or(f.b), column, style)
	if f.apart != "" {
		line += "   " + style.Render(f.apart)
	}
	return ansi.Truncate(line, width, "")
}

// ratio writes how many times as much B is: two digits, or all before the point.
func ratio(times float64) string {
	if times >= 10 {
		return "×" + strconv.FormatFloat(times, 'f', 0, 64)
	}
	return "×" + strconv.FormatFloat(times, 'g', 2, 64)
}
