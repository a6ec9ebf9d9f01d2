package overview

import (
	"fmt"
	"net/http"
	"strings"

	"gatehouse/state/figures"
	"gatehouse/views"
	"gatehouse/views/text"
)

// caller draws the program whose exchange passed through the proxy, and at the end how long
// the proxy took to hand each part on. It is empty for an exchange of ours.
func (p pen) caller(s views.Subject) block {
	c := s.Capture
	if c == nil || c.Caller == nil {
		return block{}
	}
	b := block{title: "CALLER"}
	program := c.Caller.UserAgent
	if program == "" {
		program = "no User-Agent"
	}
	const mostLines = 3
	rows := text.Rows(text.SafeLine(program), max(p.width-labels, 8))
	for i, row := range rows[:min(len(rows), mostLines)] {
		b.lines = append(b.lines, p.fact(once(i == 0, "program"), p.styles.Text.Render(row)))
	}
	b.lines = append(b.lines, p.fact("address", p.styles.Text.Render(text.SafeLine(c.Caller.Address))))
	if s.Target != "" {
		b.lines = append(b.lines, p.fact("target", p.styles.Text.Render(text.Fit(text.SafeLine(s.Target), max(p.width-labels, 8), "…"))))
	}
	if s.Exchange.End == nil || c.Delivery == nil {
		return b
	}
	if n := c.Delivery.Missing; n > 0 {
		b.lines = append(b.lines, p.wrapped("The last "+figures.Thousands(int(n))+" bytes of the request passed and are not stored.", p.styles.Warn)...)
	}
	if status := c.Delivery.Status; status != 0 {
		b.lines = append(b.lines, p.fact("got", p.styles.Text.Render(ownAnswer(status))))
	}
	const wide = 10
	row := func(name, in, out, took string) string {
		return padded(p.styles.Dim.Render(name), labels+1) +
			p.styles.Dim.Render(fmt.Sprintf("%*s  %*s", wide, in, wide, out)) + p.styles.Text.Render(fmt.Sprintf("  %*s", wide, took))
	}
	b.lines = append(b.lines, p.styles.Dim.Render(row("", "received", "passed on", "took")))
	for _, h := range figures.HandOversOf(c) {
		b.lines = append(b.lines, row(h.Name, known(h.InUS), known(h.OutUS), known(h.ProxyUS)))
	}
	return b
}

// known writes a moment; a dash where it did not come.
func known(us int64) string {
	if us < 0 {
		return "–"
	}
	return figures.Duration(us)
}

// ownAnswer says what the program got where the proxy had nothing to hand on.
func ownAnswer(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status))) + ", made by the proxy: no answer came"
}
