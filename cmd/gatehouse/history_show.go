package main

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/explain"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/output"
	"gatehouse/state/report"
	reports "gatehouse/views/report"
	"gatehouse/views/text"
)

// show prints one exchange: its figures, the request, the answer.
func (f historyFlags) show(ctx context.Context, h host, a archive.Reader, id string) error {
	e, err := a.Find(ctx, id)
	if err != nil {
		return noSuchID(err)
	}
	of, err := share.Load(ctx, a, &e)
	if err != nil {
		return err
	}
	x, c := of.State, of.Capture
	var out bytes.Buffer
	if f.json && e.Rerank() {
		r := ranking{body: c.Sent.Body, x: x}
		r.read(explain.Context{})
		return printRankings(h.forReport(), []*ranking{&r}, nil)
	}
	if f.json {
		if err := output.Exchange(&out, x); err != nil {
			return err
		}
		_, err := h.forReport().stdout.Write(out.Bytes())
		return err
	}
	cached := report.Cached(&e)
	if own, ok := a.(*archive.Archive); ok && !cached.Empty() {
		if now, found, err := own.Caching(ctx, e.ID); err == nil {
			cached = report.Cache(report.Caching{Now: now, Found: found, Of: x})
		}
	}
	out.WriteString(reportText(h, &e, &of, cached))
	out.WriteString("\nREQUEST\n" + cmp.Or(quoted(output.Indented(c.Sent.Body)), noBody(!x.Known.Request, "(no body)")+"\n") + "\nANSWER\n")
	out.WriteString(cmp.Or(quoted(strings.TrimRight(output.Answer(x, c, true), "\n")), noBody(!x.Known.Answer, "(empty)")+"\n"))
	_, err = h.stdout.Write(out.Bytes())
	return err
}

// reportText is what there is to say of an exchange besides its bodies.
func reportText(h host, e *history.Entry, of *export.Exchange, cached report.Report) string {
	told := of.Subject()
	r := report.Exchange(told)
	return reports.Plain(h.columns(), r.Verdict, report.Entry(e, of.Capture), r.Route, report.Guards(told), r.Time, r.Tokens, cached, report.Receipt(told), r.Caller, r.Events, r.Settings, r.Headers)
}

// noBody is what stands in the place of a body: that it is not known, or words for none.
func noBody(unknown bool, none string) string {
	if unknown {
		return "(not recorded)"
	}
	return none
}

// printable makes text safe where it goes to a terminal.
func printable(h host, s string) string {
	if isTerminal(h.stdout) {
		return text.Sanitize(s)
	}
	return s
}
