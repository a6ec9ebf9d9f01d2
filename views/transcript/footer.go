package transcript

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/views/body"
)

// footer adds how the exchange stands or ended, with its figures.
func (b *builder) footer() {
	x := b.tv.turn.Exchange
	if x == nil {
		return
	}
	s, _ := b.section(key{part: partFooter}, x.Version)
	s.head = b.wrapped(append([]string{b.verdict(x)}, b.figures(x)...))
	for _, w := range x.Warnings {
		s.head = append(s.head, b.warning(w)...)
	}
	s.head = append(s.head, b.lacking(x)...)
	if x.Verdict != state.Running && x.Verdict != state.Completed {
		if ok, reason := b.tv.turn.Sent(); !ok {
			s.head = append(s.head, b.line(b.m.styles.Dim.Render("not part of what is sent next: "+reason)))
		}
	}
}

// lacking says in what the capture is not what was on the wire.
func (b *builder) lacking(x *state.Exchange) []string {
	var lines []string
	say := func(words string) { lines = append(lines, b.line(b.m.styles.Dim.Render(words))) }
	if x.Redacted > 0 {
		say(bytesOf(int64(x.Redacted)) + " of a known key overwritten with *")
	}
	if x.Dropped > 0 {
		say(bytesOf(x.Dropped) + " of the response not kept")
	}
	return lines
}

func bytesOf(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return thousands(int(n)) + " bytes"
}

// warning draws a warning in words, with its code.
func (b *builder) warning(w state.Warning) []string {
	styles := b.m.styles
	t := body.NewText(styles, styles.Warn)
	t.SetWidth(b.width)
	t.Update("⚠ " + limited(body.SanitizeLine(w.Message)))
	var lines []string
	for i := range t.Len() {
		lines = append(lines, t.Lines(i)...)
	}
	last, code := lines[len(lines)-1], styles.Dim.Render("("+body.SanitizeLine(w.Code)+")")
	if ansi.StringWidth(last)+2+ansi.StringWidth(code) <= b.width {
		lines[len(lines)-1] = last + "  " + code
		return lines
	}
	return append(lines, b.line("  "+code))
}

// signOf returns a verdict's sign and style. No verdict is told by its colour
// alone.
func (b *builder) signOf(v state.Verdict) (string, lipgloss.Style) {
	styles := b.m.styles
	switch v {
	case state.Completed:
		return "✓", styles.Good
	case state.Incomplete:
		return "◐", styles.Warn
	case state.Failed:
		return "✗", styles.Bad
	case state.Truncated:
		return "✂", styles.Warn
	case state.Cancelled:
		return "■", styles.Warn
	}
	return "●", styles.Running
}

// verdict draws the first words of the footer.
func (b *builder) verdict(x *state.Exchange) string {
	sign, style := b.signOf(x.Verdict)
	words := string(x.Verdict)
	switch {
	case x.Verdict != state.Running:
		if x.Reason != "" && x.Verdict != state.Completed {
			words += ": " + body.SanitizeLine(x.Reason)
		}
	case x.Head == nil:
		words = "waiting for the first byte"
	case x.FirstDeltaUS < 0 && x.Stream:
		words = "connected, waiting for the first token"
	case !x.Stream:
		words = "connected, waiting for the whole answer"
	default:
		words = "streaming"
	}
	return style.Render(sign + " " + words)
}

// figures draws what is known: labels quiet, estimates with a ~.
func (b *builder) figures(x *state.Exchange) []string {
	var words []string
	add := func(label, value string) {
		styles := b.m.styles
		if label != "" {
			words = append(words, styles.Dim.Render(label+" ")+styles.Text.Render(value))
			return
		}
		words = append(words, styles.Text.Render(value))
	}
	tokens := x.Tokens()
	count := func(label string, n int, about string) {
		if n >= 0 {
			add(label, about+thousands(n))
		}
	}
	about := ""
	if tokens.Estimated {
		about = "~"
	}
	count("in", tokens.In, "")
	count("cached", tokens.Cached, "")
	if !tokens.Estimated || tokens.Out > 0 {
		count("out", tokens.Out, about)
	}
	count("reasoning", tokens.Reasoning, "")
	if rate, estimated, ok := x.Rate(); ok {
		about = ""
		if estimated {
			about = "~"
		}
		add("", about+thousands(int(rate+0.5))+" tok/s")
	}
	if us, ok := x.TTFT(); ok {
		add("TTFT", duration(us))
	} else if us, ok := x.TTFB(); ok && x.Verdict == state.Running {
		add("first byte", duration(us))
	}
	if us, ok := x.Total(); ok {
		add("", duration(us))
	} else if x.LastDeltaUS > 0 {
		add("", duration(x.LastDeltaUS))
	}
	if cost, ok := x.Cost(); ok {
		add("", price(cost))
	}
	return words
}
