package main

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"gatehouse/app/share"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/explain"
	"gatehouse/state/export"
	"gatehouse/state/history"
	"gatehouse/state/report"
	reports "gatehouse/views/report"
	"gatehouse/views/text"
)

// show prints one exchange: its figures, the request, the answer.
func (f historyFlags) show(ctx context.Context, h host, a *archive.Archive, id string) error {
	e, err := a.Find(ctx, id)
	if err != nil {
		return noSuchID(err)
	}
	of, err := share.Load(ctx, a, &e)
	if err != nil {
		return err
	}
	x, c := of.State, of.Capture
	if f.json && e.Rerank() {
		r := ranking{body: c.Sent.Body, x: x}
		r.join()
		return printRankings(h.forJSON(), []*ranking{&r})
	}
	if f.json {
		return (&result{h.forJSON()}).Finish(x)
	}
	var out bytes.Buffer
	cached := report.Cached(&e)
	if now, found, err := a.Caching(ctx, e.ID); err == nil && !cached.Empty() {
		cached = report.Cache(report.Caching{Now: now, Found: found})
	}
	out.WriteString(reportText(h, &e, &of, cached))
	out.WriteString("\nREQUEST\n" + printable(h, cmp.Or(indented(c.Sent.Body), noBody(!x.Known.Request, "(no body)"))) + "\n\nANSWER\n")
	out.WriteString(printable(h, cmp.Or(strings.TrimRight(answerText(x, c, true), "\n"), noBody(!x.Known.Answer, "(empty)"))) + "\n")
	_, err = h.stdout.Write(out.Bytes())
	return err
}

// reportText is what there is to say of an exchange besides its bodies.
func reportText(h host, e *history.Entry, of *export.Exchange, cached report.Report) string {
	x, c := of.State, of.Capture
	told := report.Subject{
		Exchange: x, Capture: c, Target: e.Target, Replayed: e.Origin == history.Replay, Alone: true, Metadata: c.Sent.AsksMetadata(), Service: e.Service, Read: report.ReadAll(x, c), Local: e.Connection == history.Local, Prices: of.Prices,
		Ways: report.Ways{Context: explain.Context{BaseURL: e.BaseURL, KeySent: len(wire.KeyHeaders(c.Sent.Header)) > 0, Command: true}},
	}
	r := report.Exchange(told)
	return reports.Plain(h.columns(), r.Verdict, report.Entry(e, c), r.Route, report.Guards(told), r.Time, r.Tokens, cached, report.Receipt(told), r.Caller, r.Events, r.Settings, r.Headers)
}

// noBody is what stands in the place of a body: that it is not known, or words for none.
func noBody(unknown bool, none string) string {
	if unknown {
		return "(not recorded)"
	}
	return none
}

// choiceLine says which of several answers it is, and why it ended where they differ.
func choiceLine(c state.Choice) string {
	if c.Finish == "" {
		return c.Name + ":"
	}
	return c.Name + " (finish_reason " + c.Finish + "):"
}

// indented is a request as a person reads it; what is no JSON as it was sent.
func indented(body []byte) string {
	out, err := scan.AppendIndent(nil, body, "")
	if err != nil {
		return string(body)
	}
	return string(out)
}

// printable makes text safe where it goes to a terminal.
func printable(h host, s string) string {
	if isTerminal(h.stdout) {
		return text.Sanitize(s)
	}
	return s
}
