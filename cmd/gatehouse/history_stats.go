package main

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/state/archive"
	"gatehouse/state/output"
	"gatehouse/state/query"
	"gatehouse/state/report"
	"gatehouse/state/spelling"
	"gatehouse/state/stats"
	reports "gatehouse/views/report"
)

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
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.in(cmd, h, c, func(ctx context.Context, a archive.Reader) error {
				return f.stats(ctx, h, a, strings.Join(args, " "), time.Now())
			})
		},
	}
	cmd.Flags().StringVar(&f.by, "by", "served", "put the exchanges into groups by `GROUP`")
	completeWords(cmd, "by", strings.Split(stats.Names(), ", ")...)
	cmd.Flags().StringVar(&f.since, "since", "", "those since `TIME` alone: 1d, 12h, yesterday, 2026-11-20T14:00")
	cmd.Flags().StringVar(&f.until, "until", "", "those until `TIME` alone, as --since has it")
	cmd.Flags().StringArrayVar(&f.failIf, "fail-if", nil, "exit with 1 if `FIGURE>VALUE`: cost>5, failures>3, failed>5%, ttft_p95>2s, total_p95>30s, tokens>1M; repeatable")
	cmd.Flags().StringVar(&f.against, "against", "", "compare with those of the `TIME` before --since: 1d, 12h")
	cmd.Flags().StringVar(&f.values, "over-time", "ttft", "`WHAT` the chart shows below the exchanges: ttft, cost or tokens")
	completeWords(cmd, "over-time", "ttft", "cost", "tokens")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print the groups as CSV")
	return cmd
}

// stats prints the figures of what a query holds for.
func (f statsFlags) stats(ctx context.Context, h host, a archive.Reader, text string, now time.Time) error {
	by, ok := stats.DimensionOf(f.by)
	switch {
	case !ok && f.by == "model":
		return wrongUsage("--by model: served is the model that answered, asked the one that was asked for")
	case !ok:
		return wrongUsage("--by %s: a group is one of %s", f.by, stats.Names())
	}
	values, ok := map[string]report.Measure{"ttft": report.OfTTFT, "cost": report.OfCost, "tokens": report.OfTokens}[f.values]
	if !ok {
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
		_, err = h.forReport().stdout.Write(append(statsObject(t), '\n'))
	case f.csv:
		_, err = h.stdout.Write(f.table(t))
	default:
		if f.limit > 0 && len(t.Groups) > f.limit {
			h.say("showing the largest %d of %d groups; --limit 0 lists all", f.limit, len(t.Groups))
			t.Groups = t.Groups[:f.limit]
		}
		told := report.Statistics{Table: t, Values: values, Selected: -1, Sorted: "exchanges", Rows: 6, Now: now}.Report()
		_, err = h.stdout.Write([]byte(reports.Plain(h.columns(), told)))
	}
	if err != nil {
		return err
	}
	return exceeded(h, limits, &t.All)
}

// limitsOf reads the values of --fail-if.
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

// exceeded reports each limit that the figures are above, or that no exchange has a figure for; an
// error for the exit code if there is one.
func exceeded(h host, limits []stats.Limit, g *stats.Group) (err error) {
	for _, l := range limits {
		if words := l.Exceeded(g); words != "" {
			h.say("--fail-if %s: %s", l.Text, words)
			err = quietly(exitFailed)
		}
	}
	return err
}

// spans are the span of time that is asked for, and that with which it is compared; zero for none.
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

// read reads the figures of what a query holds for in a span of time.
func (f statsFlags) read(ctx context.Context, h host, a archive.Reader, text string, span stats.Span, by stats.Dimension, now time.Time) (*stats.Exchanges, error) {
	x, note, err := filtering(ctx, h, a, text, now).Figures(ctx, a, span, by)
	if note != "" {
		h.say("%s", note)
	}
	return x, badFilter(err)
}

// table is the groups as CSV.
func (f statsFlags) table(t *stats.Table) []byte {
	rows := [][]string{{t.By.Name, "exchanges", "failed", "ttft_p50_ms", "ttft_p95_ms", "total_p50_ms", "total_p95_ms", "tok_s_p50",
		"input_tokens", "cached_tokens", "output_tokens", "estimated", "cost", "cost_known", "cached_share", "cache_lost", "cache_lost_known"}}
	for i := range t.Groups {
		g := &t.Groups[i].Now
		rows = append(rows, []string{
			g.Name, strconv.Itoa(g.Count), strconv.Itoa(g.Failed),
			string(output.Milliseconds(orUnknown(g.TTFT.Known, g.TTFT.P50))), string(output.Milliseconds(orUnknown(g.TTFT.Known, g.TTFT.P95))),
			string(output.Milliseconds(orUnknown(g.Total.Known, g.Total.P50))), string(output.Milliseconds(orUnknown(g.Total.Known, g.Total.P95))),
			string(output.Milliseconds(orUnknown(g.Rate.Known, g.Rate.P50))),
			sumText(g.In), sumText(g.Cached), sumText(g.Out), strconv.Itoa(g.Guessed), string(sumInDollars(g.Cost)), strconv.Itoa(g.Cost.Known),
			string(cachedShare(g)), string(sumInDollars(g.Lost)), strconv.Itoa(g.Lost.Known),
		})
	}
	return spelling.ReportCSV(rows)
}

func orUnknown(known int, v int64) int64 {
	if known == 0 {
		return -1
	}
	return v
}

func sumText(s stats.Sum) string {
	if s.Known == 0 {
		return ""
	}
	return strconv.FormatInt(s.Sum, 10)
}

// cachedShare is the share of the input that was read from a cache; nil where it is not reported.
func cachedShare(g *stats.Group) []byte {
	share, ok := g.CachedShare()
	if !ok {
		return nil
	}
	return strconv.AppendFloat(nil, share, 'f', 4, 64)
}

func sumInDollars(s stats.Sum) []byte {
	if s.Known == 0 {
		return nil
	}
	return strconv.AppendFloat(nil, stats.Dollars(float64(s.Sum)), 'f', -1, 64)
}

// statsObject is the figures as JSON.
func statsObject(t *stats.Table) []byte {
	var o output.Object
	o.Text("by", t.By.Name)
	known := t.Known()
	o.Raw("since", when(known.From))
	o.Raw("until", when(known.To))
	o.Raw("all", groupObject(&t.All))
	if t.Before != nil {
		o.Raw("before", groupObject(t.Before))
	}
	var groups, bins [][]byte
	for i := range t.Groups {
		groups = append(groups, comparedObject(t, &t.Groups[i]))
	}
	for i := range t.Bins {
		var bin output.Object
		bin.Raw("since", when(t.Bins[i].From))
		bin.Raw("until", when(t.Bins[i].To))
		bin.Raw("figures", groupObject(&t.Bins[i].Group))
		bins = append(bins, bin.End())
	}
	o.Raw("groups", jsonList(groups))
	o.Raw("bins", jsonList(bins))
	return o.End()
}

func jsonList(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte{','})...), ']')
}

func when(t time.Time) []byte {
	if t.IsZero() {
		return nil
	}
	return strconv.AppendQuote(nil, t.UTC().Format(time.RFC3339))
}

// comparedObject is a group, and where it is compared what it was and what can be said of that.
func comparedObject(t *stats.Table, c *stats.Compared) []byte {
	var o output.Object
	o.Text("name", c.Now.Name)
	o.Raw("figures", groupObject(&c.Now))
	if !t.Comparing() {
		return o.End()
	}
	o.Raw("before", groupObject(&c.Before))
	var changes output.Object
	for _, change := range []struct {
		name string
		stats.Change
	}{{"failed", c.Failed}, {"ttft", c.TTFT}, {"total", c.Total}, {"cost", c.Cost}} {
		var one output.Object
		one.Text("verdict", [...]string{stats.TooFew: "too few", stats.Chance: "chance", stats.More: "more", stats.Less: "less"}[change.Verdict])
		if change.Verdict != stats.TooFew {
			_ = one.Value("p", change.P)
		}
		changes.Raw(change.name, one.End())
	}
	o.Raw("changes", changes.End())
	return o.End()
}

func groupObject(g *stats.Group) []byte {
	var o output.Object
	o.Int("exchanges", int64(g.Count))
	o.Int("failed", int64(g.Failed))
	var verdicts output.Object
	for i, n := range g.Verdicts {
		if n > 0 {
			verdicts.Int(string(stats.Verdicts[i]), int64(n))
		}
	}
	o.Raw("verdicts", verdicts.End())
	for _, s := range []struct {
		name string
		stats.Spread
	}{{"ttft_ms", g.TTFT}, {"total_ms", g.Total}, {"tok_s", g.Rate}} {
		var spread output.Object
		spread.Int("known", int64(s.Known))
		spread.Raw("p50", output.Milliseconds(orUnknown(s.Known, s.P50)))
		spread.Raw("p95", output.Milliseconds(orUnknown(s.Known, s.P95)))
		o.Raw(s.name, spread.End())
	}
	var tokens output.Object
	for _, s := range []struct {
		name string
		stats.Sum
	}{{"input", g.In}, {"cached", g.Cached}, {"output", g.Out}} {
		if s.Known == 0 {
			tokens.Raw(s.name, nil)
			continue
		}
		tokens.Int(s.name, s.Sum.Sum)
	}
	tokens.Int("estimated", int64(g.Guessed))
	o.Raw("tokens", tokens.End())
	o.Raw("cost", sumInDollars(g.Cost))
	o.Int("cost_known", int64(g.Cost.Known))
	o.Raw("cached_share", cachedShare(g))
	o.Raw("cache_lost", sumInDollars(g.Lost))
	o.Int("cache_lost_known", int64(g.Lost.Known))
	return o.End()
}
