package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
	list := func(ctx context.Context, args []string) error {
		return f.in(ctx, h, c, func(a archive.Reader) error { return f.list(ctx, h, a, strings.Join(args, " ")) })
	}
	var fields strings.Builder
	for _, f := range query.Fields() {
		fmt.Fprintf(&fields, "  %-22s %s\n", f.Example, f.About)
	}
	cmd := &cobra.Command{
		Use:   "history [list [QUERY] | search TEXT | show ID | diff ID ID | stats [QUERY] | recover FILE | prune]",
		Short: "List, search and show past exchanges",
		Long: "List, search and show the exchanges that were saved, the newest first.\n\n" +
			"QUERY is words, \"phrases\" and conditions; - in front means not, \"or\" separates\n" +
			"alternatives, * for any characters. Write -- before a QUERY that begins with -:\n\n" + fields.String() + "\n" +
			"ID is an exchange's id, its beginning, or last; team:ID is one of the team's history.",
		Args: noCommand("list, search, show, diff, stats, recover and prune"),
		RunE: interruptible(list),
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return wrongUsage("%w; %s --help lists the flags; write -- before a QUERY that begins with -", err, cmd.CommandPath())
	})
	cmd.PersistentFlags().BoolVar(&f.json, "json", false, "print one JSON object per line")
	cmd.PersistentFlags().IntVarP(&f.limit, "limit", "n", 50, "list at most `N` exchanges; 0: all")
	show := &cobra.Command{
		Use: "show ID", Short: "Print an exchange; with --json the object of send --json", Args: ids(1, "one ID"),
		RunE: interruptible(func(ctx context.Context, args []string) error {
			return f.ofIDs(ctx, h, c, args, func(a archive.Reader, ids []string) error {
				if f.run {
					return f.showRun(ctx, h, a, ids[0])
				}
				return f.show(ctx, h, a, ids[0])
			})
		}),
	}
	show.Flags().BoolVar(&f.run, "run", false, "the run: ID is an exchange of it, or its number")
	cmd.AddCommand(
		f.flagTeam(&cobra.Command{
			Use: "list [QUERY]", Short: "List the exchanges that QUERY matches", RunE: interruptible(list),
			Long: "List the exchanges that QUERY matches, the newest first. Without --limit at most 50 are\n" +
				"listed; --json prints one JSON object per line. gatehouse history --help explains QUERY.",
		}),
		f.flagTeam(&cobra.Command{
			Use: "search TEXT", Short: "Find the words of TEXT in prompts, answers, tools and documents", Args: atLeastOne("nothing to search for; give a TEXT"),
			RunE: interruptible(func(ctx context.Context, args []string) error {
				var quoted []string
				for _, word := range strings.Fields(strings.Join(args, " ")) {
					quoted = append(quoted, `"`+strings.ReplaceAll(word, `"`, "")+`"`)
				}
				return list(ctx, quoted)
			}),
		}),
		f.flagTeam(show),
		f.flagTeam(&cobra.Command{
			Use: "diff ID ID", Short: "Compare two exchanges and their requests", Args: ids(2, "two IDs"),
			RunE: interruptible(func(ctx context.Context, args []string) error {
				return f.ofIDs(ctx, h, c, args, func(a archive.Reader, ids []string) error { return diffExchanges(ctx, h, a, ids) })
			}),
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

// ids returns a check that a command has n ids.
func ids(n int, words string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return wrongUsage("%s takes %s, not %d; gatehouse history lists them", cmd.CommandPath(), words, len(args))
		}
		return nil
	}
}

// in opens the history of this machine or of the team.
func (f *historyFlags) in(ctx context.Context, h host, c *common, do func(archive.Reader) error) error {
	if f.team {
		return withTeam(ctx, h, c, func(_ config.Settings, store *team.Store) error { return do(store) })
	}
	return withHistory(ctx, h, c, func(a *archive.Archive) error { return do(a) })
}

// ofIDs is in for ids; team:ID is an id of the team.
func (f *historyFlags) ofIDs(ctx context.Context, h host, c *common, args []string, do func(archive.Reader, []string) error) error {
	ids, inTeam, err := withoutTeam(args)
	if err != nil {
		return err
	}
	of := historyFlags{team: f.team || inTeam}
	return of.in(ctx, h, c, func(r archive.Reader) error { return do(r, ids) })
}

// withoutTeam returns ids without the prefix of the team's history, and whether they had it.
func withoutTeam(args []string) (ids []string, inTeam bool, err error) {
	n := 0
	for _, id := range args {
		bare, is := strings.CutPrefix(id, history.TeamPrefix)
		if is {
			n++
		}
		ids = append(ids, bare)
	}
	if n > 0 && n < len(args) {
		return nil, false, wrongUsage("%s is in the team's history and another id is not; give ids from one history", strings.Join(args, ", "))
	}
	return ids, n > 0, nil
}

// withHistory opens the history for a command that reads it.
func withHistory(ctx context.Context, h host, c *common, do func(*archive.Archive) error) error {
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
	failed := false
	takeIn := func() error { // what cannot be added, as on a full disk, hinders no reading
		err := withProgress(ctx, h, progress.Step{Verb: "taking in", What: "what killed programs left"}, a.TakeInLeft)
		if failed = err != nil && ctx.Err() == nil && !hasCause[*exit](err); failed {
			h.say("warning: what killed programs left is not in the history yet: %v; the next command tries again", err)
			return nil
		}
		return err
	}
	if a.LeftLarge() {
		if err := takeIn(); err != nil {
			return err
		}
	}
	if n := a.Left(); n > 0 && !failed {
		h.say("%s that killed programs left are not in the history yet; they are taken in after this", figures.Counted(n, "exchange"))
	}
	if err := do(a); err != nil {
		return stopOr(ctx, err)
	}
	// What follows a long-running program does in the background.
	if a.Left() > 0 && !failed {
		if err := takeIn(); err != nil || failed {
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
	if hasCause[*share.FilterError](err) {
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

// noSuchID returns the error of an id or of a run's number as wrong usage, any other error unchanged.
func noSuchID(err error) error {
	switch {
	case hasCause[*share.LoneError](err):
		return wrongUsage("%w; leave out --run", err)
	case hasCause[*share.NoRunError](err):
		return wrongUsage("%w; gatehouse history stats --by run lists the runs", err)
	case errors.Is(err, team.ErrNone):
		return wrongUsage("%w; gatehouse history --team lists the ids", err)
	case errors.Is(err, archive.ErrNone), hasCause[*archive.ManyError](err):
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
	h.sayLines(note)
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
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case shown == 0 && text == "" && f.team:
		h.say("the history of the team is empty; gatehouse team status shows what waits to be pushed")
	case shown == 0 && text == "" && !hasLeftovers(a):
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

// hasLeftovers reports whether exchanges of killed programs are not in the history yet.
func hasLeftovers(r archive.Reader) bool {
	a, ok := r.(*archive.Archive)
	return ok && a.Left() > 0
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
