package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
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
	if f.json && e.Rerank() {
		r := ranking{body: c.Sent.Body, x: x}
		r.read(explain.Context{})
		return printRankings(h.forReport(), []*ranking{&r}, nil)
	}
	if f.json {
		var out bytes.Buffer
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
	out := bufio.NewWriter(h.stdout) // has the first error
	out.WriteString(reportText(h, &e, &of, cached))
	request := "REQUEST"
	if changed := c.ChangedRequest(); changed != nil {
		out.WriteString("\nREQUEST RECEIVED\n" + quoted(output.Indented([]byte(changed.Body))) + "\n")
		request = "REQUEST SENT"
	}
	out.WriteString("\n" + request + "\n" + cmp.Or(quoted(output.Indented(c.Sent.Body)), noBody(!x.Known.Request, "(no body)")+"\n") + "\nANSWER\n")
	if answer := strings.TrimRight(output.Answer(x, c, true), "\n"); answer != "" {
		quote(out, answer)
	} else {
		out.WriteString(noBody(!x.Known.Answer, "(empty)") + "\n")
	}
	return out.Flush()
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
	run, err := archive.Waterfall(ctx, a, list[0].Run)
	if err != nil {
		return err
	}
	return h.printReports(report.Run(run))
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

// statsFlags are those of history stats.
type statsFlags struct {
	*historyFlags
	by, since, until, against, values string
	csv                               bool
	failIf                            []string
}

func newStats(h host, c *common, history *historyFlags) *cobra.Command {
	f := statsFlags{historyFlags: history}
	cmd := &cobra.Command{
		Use: "stats [QUERY]", Short: "Figures of the exchanges that QUERY matches, by group and over time",
		Long: "Figures of the exchanges that QUERY matches: over time, and by GROUP, which is one of\n" +
			stats.Names() + ".\n\n" +
			"Percentiles are exact (nearest rank). With --against, changes from the span before are\n" +
			"marked where they are more than chance would do.\n\n" +
			"--fail-if compares figures of all these exchanges with bounds: " + strings.Join(stats.LimitNames(), ", ") + ".\n" +
			"The exit code is 1 if one is above its bound, no exchange reports it, or none matches.",
		Example: "  gatehouse history stats --by provider --since 1d --against 1d\n  gatehouse history stats caller:codex --by hour --csv\n  gatehouse history stats --since 1d --fail-if 'cost>5' --fail-if 'ttft_p95>2s'",
		RunE: interruptible(func(ctx context.Context, args []string) error {
			return f.in(ctx, h, c, func(a archive.Reader) error {
				return f.stats(ctx, h, a, strings.Join(args, " "), time.Now())
			})
		}),
	}
	cmd.Flags().StringVar(&f.by, "by", "served", "put the exchanges into groups by `GROUP`")
	completeWords(cmd, "by", strings.Split(stats.Names(), ", ")...)
	cmd.Flags().StringVar(&f.since, "since", "", "those since `TIME` alone: 1d, 12h, yesterday, 2026-11-20T14:00")
	cmd.Flags().StringVar(&f.until, "until", "", "those until `TIME` alone, as --since has it")
	cmd.Flags().StringArrayVar(&f.failIf, "fail-if", nil, "exit with 1 if `FIGURE>VALUE`: cost>5, failures>3, failed>5%, ttft_p95>2s, total_p95>30s, tokens>1M; repeatable")
	cmd.Flags().StringVar(&f.against, "against", "", "compare with those of the `TIME` before --since: 1d, 12h")
	cmd.Flags().StringVar(&f.values, "over-time", "ttft", "`WHAT` the chart shows below the exchanges: ttft, cost or tokens")
	completeWords(cmd, "over-time", measures...)
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print the groups as CSV")
	return cmd
}

// measures are the words of --over-time for the values of report.Measure.
var measures = []string{report.OfTTFT: "ttft", report.OfCost: "cost", report.OfTokens: "tokens"}

// stats prints the figures of the exchanges that a query matches.
func (f statsFlags) stats(ctx context.Context, h host, a archive.Reader, text string, now time.Time) error {
	by, ok := stats.DimensionOf(f.by)
	switch {
	case !ok && f.by == "model":
		return wrongUsage("--by model: served is the model that answered, asked the one that was asked for")
	case !ok:
		return wrongUsage("--by %s: a group is one of %s", f.by, stats.Names())
	}
	measure := slices.Index(measures, f.values)
	if measure < 0 {
		return wrongUsage("--over-time %s: it is ttft, cost or tokens", f.values)
	}
	if f.csv && f.json {
		return wrongUsage("--csv and --json: choose one of them")
	}
	span, was, err := f.spans(now)
	if err != nil {
		return err
	}
	limits, err := limitsOf(f.failIf)
	if err != nil {
		return err
	}
	x, err := f.read(ctx, h, a, text, span, by, now)
	if err != nil {
		return err
	}
	var before *stats.Exchanges
	if !was.From.IsZero() {
		if before, err = f.read(ctx, h, a, text, was, by, now); err != nil {
			return err
		}
	}
	width := h.columns()
	if width == 0 {
		width = 100 // bars of a pipe
	}
	t := stats.TableOf(x, before, by, span, max(width-12, 20), time.Local)
	t.Was = was
	switch {
	case f.json:
		_, err = h.forReport().stdout.Write(append(output.Statistics(t), '\n'))
	case f.csv:
		_, err = h.stdout.Write(output.StatisticsCSV(t))
	default:
		if f.limit > 0 && len(t.Groups) > f.limit {
			h.say("showing the largest %d of %d groups; --limit 0 lists all", f.limit, len(t.Groups))
			t.Groups = t.Groups[:f.limit]
		}
		err = h.printReports(report.Statistics{Table: t, Values: report.Measure(measure), Selected: -1, Sorted: "exchanges", Rows: 6, Now: now}.Report())
	}
	if err != nil {
		return err
	}
	return exceeded(h, limits, &t.All)
}

// limitsOf parses the values of --fail-if.
func limitsOf(texts []string) (limits []stats.Limit, err error) {
	for _, text := range texts {
		l, err := stats.ParseLimit(text)
		if err != nil {
			return nil, wrongUsage("--fail-if %s: %w", text, err)
		}
		limits = append(limits, l)
	}
	return limits, nil
}

// exceeded prints each limit that the figures exceed, or that no exchange reports; then the error has
// the exit code.
func exceeded(h host, limits []stats.Limit, g *stats.Group) (err error) {
	for _, l := range limits {
		if words := l.Exceeded(g); words != "" {
			h.say("--fail-if %s: %s", l.Text, words)
			err = quietly(exitFailed)
		}
	}
	return err
}

// spans returns the span of time of the flags, and the one that it is compared with; zero for none.
func (f statsFlags) spans(now time.Time) (span, was stats.Span, err error) {
	if f.since != "" {
		if span.From, err = query.When(f.since, now); err != nil {
			return span, was, wrongUsage("--since %s is no time; write for example 1d, 12h, 14:00, yesterday or 2026-11-20T14:00", f.since)
		}
		span.To = now
	}
	if f.until != "" {
		if span.To, err = query.When(f.until, now); err != nil {
			return span, was, wrongUsage("--until %s is no time; write for example 1d, 12h, 14:00, yesterday or 2026-11-20T14:00", f.until)
		}
		if !span.To.After(span.From) {
			return span, was, wrongUsage("--until %s is not after --since %s", f.until, f.since)
		}
	}
	if f.against == "" {
		return span, was, nil
	}
	length, err := query.Ago(f.against)
	switch {
	case err != nil || length <= 0:
		return span, was, wrongUsage("--against %s is no length of time; write for example 1d or 12h", f.against)
	case span.From.IsZero():
		return span, was, wrongUsage("--against needs --since: it compares with the time before that")
	}
	return span, stats.Span{From: span.From.Add(-length), To: span.From}, nil
}

// read reads the figures of the exchanges that a query matches in a span of time.
func (f statsFlags) read(ctx context.Context, h host, a archive.Reader, text string, span stats.Span, by stats.Dimension, now time.Time) (*stats.Exchanges, error) {
	x, note, err := filtering(ctx, h, a, text, now).Figures(ctx, a, span, by)
	h.sayLines(note)
	return x, badFilter(err)
}
