package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/state/archive"
	"gatehouse/state/history/output"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
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
