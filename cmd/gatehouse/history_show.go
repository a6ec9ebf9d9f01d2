package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/json/tree"
	"gatehouse/state/report"
	"gatehouse/state/share/difference"
	"gatehouse/state/share/export"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// show prints one exchange: its figures, the request and the answer.
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

// reportText returns the reports on an exchange.
func reportText(h host, e *history.Entry, of *export.Exchange, cached report.Report) string {
	s := of.Subject()
	r := report.Exchange(s)
	return reports.Plain(h.columns(), r.Verdict, report.Entry(e, of.Capture), r.Route, report.Guards(s), r.Time, r.Tokens, cached, report.Receipt(s), r.Caller, r.Events, r.Settings, r.Headers)
}

// noBody returns the text for a missing body: that it is unknown, or the text for an empty one.
func noBody(unknown bool, none string) string {
	if unknown {
		return "(not recorded)"
	}
	return none
}

// showRun prints a run: its totals, and its exchanges on one axis of time.
func (f historyFlags) showRun(ctx context.Context, h host, a archive.Reader, id string) error {
	list, err := share.FindRun(ctx, a, id)
	if err != nil {
		return noSuchID(err)
	}
	if f.json {
		for i := range list {
			if _, err := h.forReport().stdout.Write(append(output.Entry(&list[i]), '\n')); err != nil {
				return err
			}
		}
		return nil
	}
	return h.printReports(report.Run(waterfall.Of(list)))
}

// diffExchanges prints the differences of two exchanges in figures, requests and answers: on a terminal
// as the playground draws them, else as a unified diff. Ids, times and callers always differ and are not
// compared.
func diffExchanges(ctx context.Context, h host, a archive.Reader, args []string) error {
	var sides [2]difference.Side
	for i, id := range args {
		e, err := a.Find(ctx, id)
		if err != nil {
			return noSuchID(err)
		}
		c, err := a.Capture(ctx, e.Key)
		if err != nil {
			return err
		}
		sides[i] = difference.Side{Entry: &e, Exchange: files.Fold(e.About, c), Capture: c}
	}
	out := &strings.Builder{}
	names := difference.Names(sides[0], sides[1])
	fmt.Fprintf(out, "%s A  %s\n%s B  %s\n", text.OnlyA, oneLine(names[0]), text.OnlyB, oneLine(names[1]))
	out.WriteString("\n" + differingFigures(sides[0], sides[1]) + "\n")
	p := diffPrinter{h: h, out: out}
	if p.styles = diffStyles(h); p.styles != nil {
		p.width = h.columns()
	}
	if sides[0].Exchange.Known.Request && sides[1].Exchange.Known.Request {
		p.texts("request", sides[0].Request(), sides[1].Request())
	} else {
		out.WriteString("Requests: not compared, a saved answer does not include its request.\n")
	}
	p.texts("answer", sides[0].Answer(), sides[1].Answer())
	_, err := h.stdout.Write([]byte(out.String()))
	return err
}

// differingFigures returns a table of the figures and facts in which two exchanges differ.
func differingFigures(a, b difference.Side) string {
	table := difference.Table(a, b)
	if len(table.Rows) == 0 {
		return "Figures: the same.\n"
	}
	return reports.Plain(0, report.Report{Blocks: []report.Block{table}})
}

// diffPrinter prints comparisons of texts.
type diffPrinter struct {
	h      host
	out    *strings.Builder
	styles *themes.Styles // nil: a unified diff
	width  int
}

// minSideBySide is the minimum width in cells for two texts side by side.
const minSideBySide = 140

func (p diffPrinter) texts(what, a, b string) {
	d := tree.DiffLines(a, b)
	removed, added := d.Counts()
	switch {
	case a == b:
		fmt.Fprintf(p.out, "%s: the same.\n", what)
	case p.styles == nil:
		if d.Apart {
			fmt.Fprintf(p.out, "%s: %s\n", what, text.ApartWords)
		}
		fmt.Fprintf(p.out, "--- A %s\n+++ B %s\n%s", what, what, quoted(d.Unified(a, b)))
	default:
		fmt.Fprintf(p.out, "%s  %s%d %s\n", strings.ToUpper(what), text.OnlyA, removed, text.OnlyB+figures.Counted(added, "line"))
		w := text.NewLineDiff(p.styles, rope.Plain(a), rope.Plain(b), d, text.Shown{Around: text.Around, SideBySide: p.width >= minSideBySide})
		w.SetWidth(max(p.width-1, 20))
		for i := range w.Len() {
			for _, line := range w.Lines(i) {
				p.out.WriteString(text.Guard(line) + "\n")
			}
		}
		p.out.WriteByte('\n')
	}
}

// diffStyles returns the colours of the terminal, none with NO_COLOR; nil if the output is no terminal.
func diffStyles(h host) *themes.Styles {
	if !isTerminal(h.stdout) {
		return nil
	}
	styles, _ := themes.ByName(themes.NameDarkANSI)
	styles.Limit(h.colours())
	return &styles
}
