package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/figures"
	"gatehouse/state/query"
)

// historyFlags are those of the history command and what it holds.
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
			"QUERY is words, \"phrases\" and conditions; - in front means not, or stands between\n" +
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
		f.flagRun(f.flagTeam(&cobra.Command{
			Use: "show ID", Short: "Print an exchange; with --json the object of send --json", Args: ids(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				return f.ofIDs(cmd, h, c, args, func(ctx context.Context, a archive.Reader, args []string) error {
					if f.run {
						return f.showRun(ctx, h, a, args[0])
					}
					return f.show(ctx, h, a, args[0])
				})
			},
		})),
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
			takes := "one ID"
			if n == 2 {
				takes = "two IDs"
			}
			return wrongUsage("%s takes %s, not %d; gatehouse history lists them", cmd.CommandPath(), takes, len(args))
		}
		return nil
	}
}

// queryFields lists the fields of the filter language.
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

// finish does what the archive would do beside in a program that runs for longer.
func finish(ctx context.Context, h host, a *archive.Archive) error {
	if a.Left() > 0 {
		if err := goOn(ctx, h, progress.Step{Verb: "taking in", What: "what killed programs left"}, a.TakeInLeft); err != nil {
			return err
		}
	}
	return indexLeft(ctx, h, a, anyWord)
}

// filtering is a filter of a command.
func filtering(ctx context.Context, h host, a archive.Reader, text string, now time.Time) share.Filter {
	return share.Filter{Text: text, Now: now, Index: func(q query.Query) error { return indexLeft(ctx, h, a, q) }}
}

// badFilter is the error of a filter on the command line.
func badFilter(err error) error {
	var bad *share.FilterError
	if errors.As(err, &bad) {
		return wrongUsage("%w", err)
	}
	return err
}

// indexLeft indexes what a query does not find yet.
func indexLeft(ctx context.Context, h host, r archive.Reader, q query.Query) error {
	a, ok := r.(*archive.Archive)
	if !ok || a.Unfound(ctx, q) == "" {
		return nil
	}
	return goOn(ctx, h, progress.Step{Verb: "indexing", What: "the history"}, func(ctx context.Context, each func(done, total int) error) error {
		return a.IndexLeft(ctx, q, each)
	})
}

// goOn runs a work over exchanges, which says how many of how many it has done.
func goOn(ctx context.Context, h host, step progress.Step, do func(ctx context.Context, each func(done, total int) error) error) error {
	return h.working(ctx, step, "the next command goes on with it", func(w *progress.Work) error {
		return do(w.Context(), func(done, total int) error { return w.Counted(step.Verb, done, total, "exchanges") })
	})
}

// anyWord is a query for a word.
var anyWord = query.Query{Any: []query.All{{{Text: "a"}}}}

// noSuchID is the error of an id, or of a run's number, on the command line.
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
