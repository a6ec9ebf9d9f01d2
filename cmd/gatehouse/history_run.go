package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/output"
	"gatehouse/state/report"
	"gatehouse/state/waterfall"
	reports "gatehouse/views/report"
)

// flagRun gives a command the flag for a whole run.
func (f *historyFlags) flagRun(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&f.run, "run", false, "the whole run: ID is an exchange of it, or its number")
	return cmd
}

// showRun prints a run: what it came to, and its exchanges on one axis of time.
func (f historyFlags) showRun(ctx context.Context, h host, a archive.Reader, id string) error {
	list, err := share.FindRun(ctx, a, id)
	var lone *share.LoneError
	if errors.As(err, &lone) {
		return wrongUsage("%w; leave out --run", err)
	}
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
	_, err = h.stdout.Write([]byte(reports.Plain(h.columns(), report.Run(waterfall.Of(list)))))
	return err
}
