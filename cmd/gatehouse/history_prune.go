package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/config"
	"gatehouse/app/progress"
	"gatehouse/state/archive"
	"gatehouse/state/figures"
	"gatehouse/state/query"
)

// limitFlags are those that say what is to be removed.
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

// limits reads them; other says that something else says what to remove.
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
		Long: "Remove exchanges from the history for good. Without --yes it only says what it\n" +
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
	said, do, step, kept := "would remove", a.Plan, progress.Step{Verb: "counting"}, "nothing was removed"
	if yes {
		said, do, step, kept = "removed", a.Prune, progress.Step{Verb: "removing", What: "exchanges"}, "the same command says what is left"
	}
	var r archive.Removal
	err := h.working(ctx, step, kept, func(w *progress.Work) (err error) {
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
	line := fmt.Sprintf("%s %s, %s, from %s to %s", said, figures.Counted(r.Count, "exchange"), figures.Size(int(r.Bytes)),
		r.First.Format("2006-01-02 15:04"), r.Last.Format("2006-01-02 15:04"))
	if !yes {
		line += "; --yes removes them"
	}
	_, err = fmt.Fprintln(h.stdout, line)
	return err
}
