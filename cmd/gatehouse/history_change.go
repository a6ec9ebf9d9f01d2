package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/imports"
	"gatehouse/app/effect/progress"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history/query"
	"gatehouse/views/kit/text"
)

func newImport(h host, c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE|FOLDER…",
		Short: "Import exchanges of other programs into the history",
		Long: "Import exchanges of other programs into the history, where origin:import finds them.\n\n" +
			"FILE is an HTTP Archive (HAR) from gatehouse, a browser or another program, a script\n" +
			"with curl commands, a Postman collection, spans of model calls in OTLP JSON, or the\n" +
			"output of a batch (OpenAI, Anthropic, Gemini and others), with its input if you name\n" +
			"both. A FOLDER is searched for such files. Keys, cookies and other credentials are\n" +
			"overwritten. Exchanges that are already in the history are skipped.",
		Args: atLeastOne("nothing to import; give a FILE or a FOLDER"),
		RunE: interruptible(func(ctx context.Context, args []string) error { return runImport(ctx, h, c, args) }),
	}
	fileFlag(cmd, c)
	return cmd
}

func runImport(ctx context.Context, h host, c *common, args []string) error {
	if c.noPersist {
		return wrongUsage("--no-persist saves nothing, and import does nothing else; leave it out")
	}
	settings, _, err := c.load(h)
	if err != nil {
		return err
	}
	i := imports.Import{Allowed: c.allowFiles}
	for _, name := range settings.KeyVars {
		i.Secrets = append(i.Secrets, h.getenv(name))
	}
	err = withHistory(ctx, h, c, func(a *archive.Archive) error {
		i.Archive = a
		const onStop = "what was imported is saved, and the same command imports the rest"
		return h.working(ctx, progress.Step{Verb: "importing"}, onStop, func(w *progress.Work) error { return i.Run(w, args) })
	})
	for _, fault := range i.Faults {
		h.sayLine(text.Shortened(fault.Error()))
	}
	err = cmp.Or(err, h.print("the summary", []byte(summary(i.Report)+"\n")))
	if err == nil && len(i.Faults) > 0 {
		return quietly(exitFailed)
	}
	return err
}

// summary describes what an import did.
func summary(r imports.Report) string {
	words := []string{number(r.Added, "exchange imported", "exchanges imported")}
	add := func(n int, one, several string) {
		if n > 0 {
			words = append(words, number(n, one, several))
		}
	}
	add(r.Known, "was already in the history", "were already in the history")
	add(r.Lists, "model list skipped", "model lists skipped")
	add(r.FailedLists, "failed model list skipped", "failed model lists skipped")
	add(r.Sockets, "WebSocket connection skipped", "WebSocket connections skipped")
	add(r.Silent, "span without messages skipped", "spans without messages skipped")
	add(len(r.Others), "other request skipped", "other requests skipped")
	add(r.Files, "other file skipped", "other files skipped")
	add(len(r.Faults), "fault", "faults")
	lines := strings.Join(words, ", ")
	counts := map[string]int{}
	for _, place := range r.Others {
		counts[place]++
	}
	const maxListed = 20
	for n, place := range slices.Sorted(maps.Keys(counts)) {
		if n == maxListed {
			return fmt.Sprintf("%s\nskipped: %d more unsupported endpoints", lines, len(counts)-n)
		}
		lines += fmt.Sprintf("\nskipped: %d to %s (not supported)", counts[place], text.Shortened(place))
	}
	return lines
}

// number returns a count with its noun.
func number(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

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
		RunE: interruptible(func(ctx context.Context, args []string) error {
			if history.json {
				return wrongUsage("history recover has no --json; gatehouse history list --json lists what was added")
			}
			if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
				return wrongUsage("%s: no such file; gatehouse doctor lists those that were set aside", args[0])
			}
			return withHistory(ctx, h, c, func(a *archive.Archive) error { return recoverFrom(ctx, h, a, args[0]) })
		}),
	}
}

func recoverFrom(ctx context.Context, h host, a *archive.Archive, path string) error {
	var r archive.Recovery
	err := h.working(ctx, progress.Reading(path), "the same command continues it", func(w *progress.Work) (err error) {
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
		RunE: interruptible(func(ctx context.Context, _ []string) error {
			limits, err := l.limits(false)
			if err == nil && l.yes {
				err = archive.UseSpare(c.dataDir())
			}
			if err != nil {
				return err
			}
			return withHistory(ctx, h, c, func(a *archive.Archive) error { return prune(ctx, h, a, limits, l.yes) })
		}),
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
			err = cmp.Or(w.Err(), error(&exit{exitFailed, err}))
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
		r.First.Format(minuteLayout), r.Last.Format(minuteLayout))
	if !yes {
		line += "; --yes removes them"
	}
	_, err = fmt.Fprintln(h.stdout, line)
	return err
}
