package report

import (
	"cmp"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/figures"
	"gatehouse/state/history"
)

// Entry reports the fields by which the history finds an exchange.
func Entry(e *history.Entry, c *wire.Capture) Report {
	r := Report{Title: "EXCHANGE"}
	add := func(label, words string) {
		if words != "" {
			r.Blocks = append(r.Blocks, field(label, words, Value))
		}
	}
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
