package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"gatehouse/app/files"
	"gatehouse/app/share"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/views"
	columns "gatehouse/views/history"
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
		return printRankings(h, []*ranking{&r})
	}
	if f.json {
		return (&result{h}).Finish(x)
	}
	var out bytes.Buffer
	for _, line := range append(facts(&e), callerFacts(c)...) {
		fmt.Fprintf(&out, "%-10s %s\n", line[0], text.SafeLine(line[1]))
	}
	out.WriteString("\nREQUEST\n" + printable(h, indented(c.Sent.Body)) + "\n\nANSWER\n")
	out.WriteString(printable(h, strings.TrimRight(answerText(x, c), "\n")) + "\n")
	_, err = h.stdout.Write(out.Bytes())
	return err
}

// answerText is the text of an answer; where there is none, all that came.
func answerText(x *state.Exchange, c *wire.Capture) string {
	if text := x.Text(); text != "" {
		return text
	}
	return string(c.Text().All())
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

// facts are what there is to say of an exchange, a name and words each.
func facts(e *history.Entry) [][2]string {
	list := [][2]string{
		{"id", e.ID},
		{"at", e.Start.Format("2006-01-02 15:04:05.000 MST")},
		{"origin", string(e.Origin)},
	}
	for _, c := range columns.Columns()[2:] {
		if cell := c.Cell(e, e.Start); cell != "–" {
			list = append(list, [2]string{c.Title, cell})
		}
	}
	for _, more := range []struct {
		name  string
		words []string
	}{{"guardrails", e.Guardrails}, {"tools", e.Tools}, {"warnings", e.Warnings}} {
		if len(more.words) > 0 {
			list = append(list, [2]string{more.name, strings.Join(more.words, ", ")})
		}
	}
	return append(list, [2]string{"size", views.Size(int(e.Size))})
}

// callerFacts are the program whose exchange it was, and what the proxy added to it.
func callerFacts(c *wire.Capture) (list [][2]string) {
	if c.Caller == nil {
		return nil
	}
	list = append(list, [2]string{"caller", strings.TrimSpace(c.Caller.Address + "  " + c.Caller.UserAgent)})
	if n := c.Caller.Missing; n > 0 {
		list = append(list, [2]string{"not stored", fmt.Sprintf("the last %d bytes of the request, which passed", n)})
	}
	var words []string
	for _, h := range figures.HandOversOf(c) {
		if h.ProxyUS >= 0 {
			words = append(words, h.Name+" "+views.Duration(h.ProxyUS))
		}
	}
	if words != nil {
		list = append(list, [2]string{"proxy took", strings.Join(words, ", ")})
	}
	return list
}

// diffExchanges prints which figures of two exchanges differ, and how their requests and
// their answers do.
func diffExchanges(ctx context.Context, h host, a *archive.Archive, args []string) error {
	var described, requests, answers [2]string
	for i, id := range args {
		e, err := a.Find(ctx, id)
		if err != nil {
			return noSuchID(err)
		}
		c, err := a.Capture(ctx, e.Key)
		if err != nil {
			return err
		}
		var b strings.Builder
		for _, line := range append(facts(&e), callerFacts(c)...) {
			fmt.Fprintf(&b, "%-10s %s\n", line[0], text.SafeLine(line[1]))
		}
		described[i], requests[i] = b.String(), indented(c.Sent.Body)+"\n"
		answers[i] = strings.TrimRight(answerText(files.Fold(e.About, c), c), "\n") + "\n"
	}
	out := udiff.Unified(args[0], args[1], described[0], described[1]) +
		udiff.Unified(args[0]+" request", args[1]+" request", requests[0], requests[1]) +
		udiff.Unified(args[0]+" answer", args[1]+" answer", answers[0], answers[1])
	_, err := h.stdout.Write([]byte(printable(h, out)))
	return err
}
