package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/history/query"
	"gatehouse/state/text/spelling"
	columns "gatehouse/views/history"
	"gatehouse/views/kit/text"
)

// historyFlags are the flags of the history command and its subcommands.
type historyFlags struct {
	json  bool
	run   bool // show the run of the exchange
	team  bool // of the team, not of this machine
	limit int
}

func newHistory(h host, c *common) *cobra.Command {
	var f historyFlags
	list := func(cmd *cobra.Command, args []string) error {
		return f.in(cmd, h, c, func(ctx context.Context, a archive.Reader) error {
			return f.list(ctx, h, a, strings.Join(args, " "))
		})
	}
	cmd := &cobra.Command{
		Use:   "history [list [QUERY] | search TEXT | show ID | diff ID ID | stats [QUERY] | recover FILE | prune]",
		Short: "List, search and show past exchanges",
		Long: "List, search and show the exchanges that were saved, the newest first.\n\n" +
			"QUERY is words, \"phrases\" and conditions; - in front means not, \"or\" separates\n" +
			"alternatives, * for any characters. Write -- before a QUERY that begins with -:\n\n" + queryFields() + "\n" +
			"ID is an exchange's id, its beginning, or last; team:ID is one of the team's history.",
		Args: noArguments,
		RunE: list,
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return wrongUsage("%w; %s --help lists the flags; write -- before a QUERY that begins with -", err, cmd.CommandPath())
	})
	cmd.PersistentFlags().BoolVar(&f.json, "json", false, "print one JSON object per line")
	cmd.PersistentFlags().IntVarP(&f.limit, "limit", "n", 50, "list at most `N` exchanges; 0: all")
	show := &cobra.Command{
		Use: "show ID", Short: "Print an exchange; with --json the object of send --json", Args: ids(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.ofIDs(cmd, h, c, args, func(ctx context.Context, a archive.Reader, args []string) error {
				if f.run {
					return f.showRun(ctx, h, a, args[0])
				}
				return f.show(ctx, h, a, args[0])
			})
		},
	}
	show.Flags().BoolVar(&f.run, "run", false, "the run: ID is an exchange of it, or its number")
	cmd.AddCommand(
		f.flagTeam(&cobra.Command{
			Use: "list [QUERY]", Short: "List the exchanges that QUERY matches", RunE: list,
		}),
		f.flagTeam(&cobra.Command{
			Use: "search TEXT", Short: "Find the words of TEXT in prompts, answers, tools and documents", Args: atLeastOneWord,
			RunE: func(cmd *cobra.Command, args []string) error {
				quoted := make([]string, 0, len(args))
				for _, word := range strings.Fields(strings.Join(args, " ")) {
					quoted = append(quoted, `"`+strings.ReplaceAll(word, `"`, "")+`"`)
				}
				return list(cmd, quoted)
			},
		}),
		f.flagTeam(show),
		f.flagTeam(&cobra.Command{
			Use: "diff ID ID", Short: "Compare two exchanges and their requests", Args: ids(2),
			RunE: func(cmd *cobra.Command, args []string) error {
				return f.ofIDs(cmd, h, c, args, func(ctx context.Context, a archive.Reader, args []string) error {
					return diffExchanges(ctx, h, a, args)
				})
			},
		}),
		f.flagTeam(newStats(h, c, &f)),
		newRecover(h, c, &f),
		newPrune(h, c),
	)
	return f.flagTeam(cmd)
}

// flagTeam gives a command the flag for the history of the team.
func (f *historyFlags) flagTeam(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&f.team, "team", false, "read the history of the team, which [team] of config.toml names")
	return cmd
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return wrongUsage("%q is no command of history; there are list, search, show, diff, stats, recover and prune", args[0])
	}
	return nil
}

func atLeastOneWord(cmd *cobra.Command, args []string) error {
	if len(strings.Fields(strings.Join(args, " "))) == 0 {
		return wrongUsage("nothing to search for; give a TEXT")
	}
	return nil
}

func ids(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return wrongUsage("%s takes %s, not %d; gatehouse history lists them", cmd.CommandPath(), [...]string{1: "one ID", 2: "two IDs"}[n], len(args))
		}
		return nil
	}
}

// queryFields lists the fields of the filter language, one on each line.
func queryFields() string {
	var b strings.Builder
	for _, f := range query.Fields() {
		fmt.Fprintf(&b, "  %-22s %s\n", f.Example, f.About)
	}
	return b.String()
}

// withHistory opens the history for a command that reads it.
func withHistory(cmd *cobra.Command, h host, c *common, do func(context.Context, *archive.Archive) error) error {
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	settings, err := c.loaded(h)
	if err != nil {
		return err
	}
	a, err := c.openToRead(ctx, h, settings)
	if err != nil {
		return stopOr(ctx, &exit{exitFailed, fmt.Errorf("the history cannot be opened: %w", err)})
	}
	defer a.Close()
	if err := a.Flush(ctx); err != nil {
		return stopOr(ctx, err)
	}
	if n := a.Left(); n > 0 {
		h.say("%s that killed programs left are not in the history yet; they are taken in after this", figures.Counted(n, "exchange"))
	}
	if err := do(ctx, a); err != nil {
		return stopOr(ctx, err)
	}
	return finish(ctx, h, a)
}

// finish does what a long-running program does in the background.
func finish(ctx context.Context, h host, a *archive.Archive) error {
	if a.Left() > 0 {
		if err := withProgress(ctx, h, progress.Step{Verb: "taking in", What: "what killed programs left"}, a.TakeInLeft); err != nil {
			return err
		}
	}
	return indexLeft(ctx, h, a, query.Query{Any: []query.All{{{Text: "a"}}}}) // any word
}

// filtering returns the filter of a command.
func filtering(ctx context.Context, h host, a archive.Reader, text string, now time.Time) share.Filter {
	return share.Filter{Text: text, Now: now, Index: func(q query.Query) error { return indexLeft(ctx, h, a, q) }}
}

// badFilter returns a malformed filter as wrong usage, any other error unchanged.
func badFilter(err error) error {
	var bad *share.FilterError
	if errors.As(err, &bad) {
		return wrongUsage("%w", err)
	}
	return err
}

// indexLeft indexes the exchanges that a query cannot find yet.
func indexLeft(ctx context.Context, h host, r archive.Reader, q query.Query) error {
	a, ok := r.(*archive.Archive)
	if !ok || a.Unfound(ctx, q) == "" {
		return nil
	}
	return withProgress(ctx, h, progress.Step{Verb: "indexing", What: "the history"}, func(ctx context.Context, each func(done, total int) error) error {
		return a.IndexLeft(ctx, q, each)
	})
}

// withProgress runs work on exchanges that reports how many are done.
func withProgress(ctx context.Context, h host, step progress.Step, do func(ctx context.Context, each func(done, total int) error) error) error {
	return h.working(ctx, step, "the next command continues it", func(w *progress.Work) error {
		return do(w.Context(), func(done, total int) error { return w.Counted(step.Verb, done, total, "exchanges") })
	})
}

// noSuchID returns an unknown id or number of a run as wrong usage, any other error unchanged.
func noSuchID(err error) error {
	var many *archive.ManyError
	var noRun *share.NoRunError
	switch {
	case errors.As(err, &noRun):
		return wrongUsage("%w; gatehouse history stats --by run lists the runs", err)
	case errors.Is(err, team.ErrNone):
		return wrongUsage("%w; gatehouse history --team lists the ids", err)
	case errors.Is(err, archive.ErrNone), errors.As(err, &many):
		return wrongUsage("%w; gatehouse history lists the ids", err)
	}
	return err
}

// list prints the entries that a query matches, as they are read.
func (f historyFlags) list(ctx context.Context, h host, a archive.Reader, text string) error {
	now := time.Now()
	q, note, err := filtering(ctx, h, a, text, now).On(ctx, a)
	if err != nil {
		return badFilter(err)
	}
	if note != "" {
		h.say("%s", note)
	}
	if f.json {
		h = h.forReport()
	}
	out := bufio.NewWriter(h.stdout)
	line := func(e *history.Entry) []byte { return output.Entry(e) }
	if !f.json {
		t, err := columnsFor(h, archive.Each(ctx, a, q, f.limit), f.team, now)
		if err != nil {
			return err
		}
		line = t.line
		if t.any {
			out.WriteString(t.head() + "\n")
		}
	}
	shown, last := 0, int64(0)
	for e, err := range archive.Each(ctx, a, q, f.limit) {
		if err != nil {
			return errors.Join(out.Flush(), err)
		}
		written := append(line(&e), '\n')
		if len(written) > out.Available() { // each write is complete lines, see terminal
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if _, err := out.Write(written); err != nil {
			return err
		}
		shown, last = shown+1, e.Key
	}
	if err := out.Flush(); err != nil || f.json {
		return err
	}
	switch {
	case shown == 0 && text == "" && f.team:
		h.say("the history of the team is empty; gatehouse team status shows what waits to be pushed")
	case shown == 0 && text == "" && leftIn(a) == 0:
		h.say("the history is empty; exchanges of the playground, send, rerank and proxy are listed here")
	case shown == 0:
		h.say("nothing in the history matches %s", text)
	case shown == f.limit:
		older, err := a.List(ctx, archive.Page{Query: q, Before: last, Limit: 1})
		if err == nil && len(older) > 0 {
			h.say("showing the latest %d; --limit 0 lists all", f.limit)
		}
	}
	return nil
}

// leftIn returns how many exchanges of killed programs are not in the history yet.
func leftIn(r archive.Reader) int {
	if a, ok := r.(*archive.Archive); ok {
		return a.Left()
	}
	return 0
}

// idWidth is the width of an id in cells; lists show its beginning.
const idWidth = 8

// table prints entries in columns: on a terminal those that fit its width, as the list of the playground,
// else all of them in full.
type table struct {
	columns []history.Column
	widths  []int
	width   int // of the terminal; 0: it is none
	now     time.Time
	any     bool // there are entries
}

// columnsFor returns the table for some entries.
func columnsFor(h host, entries iter.Seq2[history.Entry, error], team bool, now time.Time) (*table, error) {
	t := &table{columns: history.ListColumns(team), width: h.columns(), now: now}
	for _, c := range t.columns {
		t.widths = append(t.widths, text.Width(c.Cell.Title))
	}
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		t.any = true
		if t.width > 0 {
			break
		}
		for i, c := range t.columns {
			t.widths[i] = max(t.widths[i], text.Width(columns.Cell(&c, &e, now)))
		}
	}
	if t.width > 0 {
		t.columns, t.widths = columns.Fit(t.width-idWidth-len(gap), team)
	}
	return t, nil
}

func (t *table) head() string {
	return t.draw("id", func(c *history.Column, width int) string { return columns.Aligned(c.Cell.Title, width, c.Cell.Right) }, "first words")
}

func (t *table) line(e *history.Entry) []byte {
	cell := func(c *history.Column, width int) string { return columns.Draw(c, columns.Cell(c, e, t.now), width) }
	return []byte(t.draw(spelling.Word(e.ID[:min(idWidth, len(e.ID))]), cell, columns.Words(e, t.columns)))
}

func (t *table) draw(id string, cell func(c *history.Column, width int) string, words string) string {
	var b strings.Builder
	b.WriteString(columns.Aligned(id, idWidth, false) + gap)
	for i := range t.columns {
		b.WriteString(cell(&t.columns[i], t.widths[i]) + gap)
	}
	line := spelling.Inert(strings.TrimRight(b.String()+words, " "))
	if t.width > 0 {
		line = text.Truncate(line, t.width, "…")
	}
	return line
}

// gap separates two columns.
const gap = "  "

func newRecover(h host, c *common, history *historyFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "recover FILE",
		Short: "Add what can be read of a history that was set aside",
		Long: "Add to the history what can be read of one that is damaged or of an older version.\n\n" +
			"FILE is a database that was set aside, as history.db.damaged-20261120-101500.123 in\n" +
			"the folder of the history. It is not changed.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return wrongUsage("%s takes one FILE, not %d; gatehouse doctor lists those that were set aside", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if history.json {
				return wrongUsage("history recover has no --json; gatehouse history list --json lists what was added")
			}
			if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
				return wrongUsage("%s: no such file; gatehouse doctor lists those that were set aside", args[0])
			}
			return withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error { return recoverFrom(ctx, h, a, args[0]) })
		},
	}
}

func recoverFrom(ctx context.Context, h host, a *archive.Archive, path string) error {
	var r archive.Recovery
	step := progress.Reading(path)
	err := h.working(ctx, step, "the same command continues it", func(w *progress.Work) (err error) {
		r, err = a.Recover(w.Context(), path, func(done, total int) error { return w.Counted("recovering", done, total, "exchanges") })
		return cmp.Or(w.Err(), err)
	})
	if err != nil {
		return err
	}
	for _, id := range r.Listed {
		h.say("%s: what was sent and received is lost; its line in the list remains", id)
	}
	for _, key := range r.Lost {
		h.say("exchange of %s: lost", time.UnixMicro(key).Format("2006-01-02 15:04:05.000"))
	}
	if r.Unmarked > 0 {
		h.say("%s: the settings share such exchanges with the team, and the file does not say that these were to be; gatehouse team push shares them, by ID or QUERY", figures.Counted(r.Unmarked, "exchange"))
	}
	line := fmt.Sprintf("recovered %d of %s", r.Complete+len(r.Listed), figures.Counted(r.Found, "exchange"))
	if len(r.Listed) > 0 {
		line += fmt.Sprintf(": %d complete, %d without request and answer", r.Complete, len(r.Listed))
	}
	if r.Known > 0 {
		line += fmt.Sprintf("; %d were in the history already", r.Known)
	}
	_, err = fmt.Fprintln(h.stdout, line)
	return err
}

// limitFlags are the flags that select what is removed.
type limitFlags struct {
	older, over string
	all, yes    bool
}

func (l *limitFlags) register(f *pflag.FlagSet) {
	f.StringVar(&l.older, "older", "", "remove what is older than `D`, for example 30d")
	f.StringVar(&l.over, "over", "", "remove the oldest until no more than `SIZE` is left, for example 500MB")
	f.BoolVar(&l.all, "all", false, "remove everything")
	f.BoolVar(&l.yes, "yes", false, "remove it; without --yes only report what would be removed")
}

// limits returns the limits of the flags; with other something else selects what is removed.
func (l *limitFlags) limits(other bool) (archive.Limits, error) {
	limits := archive.Limits{All: l.all}
	if l.older != "" {
		age, err := query.Ago(l.older)
		switch {
		case err == nil && age == 0:
			return limits, wrongUsage("--older %s: everything is older than that; --all removes everything", l.older)
		case err != nil || age < 0:
			return limits, wrongUsage("--older %s: must be a duration such as 12h, 30d or 8w", l.older)
		}
		limits.Before = time.Now().Add(-age)
	}
	if l.over != "" {
		size, err := config.ParseSize(l.over)
		if err != nil || size == 0 {
			return limits, wrongUsage("--over %s: must be a size such as 500MB", l.over)
		}
		limits.Bytes = size
	}
	switch {
	case other && limits != (archive.Limits{}):
		return limits, wrongUsage("--own cannot be combined with --older, --over or --all; write for example --own 'until:30d'")
	case !other && limits == (archive.Limits{}):
		return limits, wrongUsage("give --older D, --over SIZE or --all to say what to remove")
	}
	return limits, nil
}

func newPrune(h host, c *common) *cobra.Command {
	var l limitFlags
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove old exchanges from the history for good",
		Long: "Remove exchanges from the history for good. Without --yes it only prints what it\n" +
			"would remove.",
		Args: noMore,
		RunE: func(cmd *cobra.Command, _ []string) error {
			limits, err := l.limits(false)
			if err != nil {
				return err
			}
			return withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error { return prune(ctx, h, a, limits, l.yes) })
		},
	}
	l.register(cmd.Flags())
	return cmd
}

func prune(ctx context.Context, h host, a *archive.Archive, limits archive.Limits, yes bool) error {
	verb, do, step, stopped := "would remove", a.Plan, progress.Step{Verb: "counting"}, "nothing was removed"
	if yes {
		verb, do, step, stopped = "removed", a.Prune, progress.Step{Verb: "removing", What: "exchanges"}, "the same command shows what is left"
	}
	var r archive.Removal
	err := h.working(ctx, step, stopped, func(w *progress.Work) (err error) {
		r, err = do(w.Context(), limits)
		if err != nil {
			err = cmp.Or(w.Err(), err)
		}
		return err
	})
	if err != nil {
		return err
	}
	if r.Count == 0 {
		h.say("nothing to remove")
		return nil
	}
	line := fmt.Sprintf("%s %s, %s, from %s to %s", verb, figures.Counted(r.Count, "exchange"), figures.Size(int(r.Bytes)),
		r.First.Format("2006-01-02 15:04"), r.Last.Format("2006-01-02 15:04"))
	if !yes {
		line += "; --yes removes them"
	}
	_, err = fmt.Fprintln(h.stdout, line)
	return err
}
