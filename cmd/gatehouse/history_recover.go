package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/app/progress"
	"gatehouse/state/archive"
	"gatehouse/state/figures"
)

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
		h.say("%s: what was sent and received is lost; its line in the list is kept", id)
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
