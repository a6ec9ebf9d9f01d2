package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// run is the whole program with all that it touches handed in; it returns the
// exit code.
func run(ctx context.Context, args []string, h host) int {
	root := newRoot(h)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var end *exit
	if !errors.As(err, &end) {
		end = &exit{exitUsage, err} // cobra's own: a flag or a command there is not
	}
	if end.err != nil {
		h.say("%v", end.err)
	}
	return end.code
}

func newRoot(h host) *cobra.Command {
	c := &common{}
	root := &cobra.Command{
		Use:   "gatehouse",
		Short: "A terminal playground and request inspector for model gateways",
		Long: "A terminal playground and request inspector for model gateways.\n\n" +
			"Without a command it opens the playground. Without --base-url and --profile\n" +
			"everything runs on a local gateway in this process, offline and without a key.",
		Args:              noSuchCommand,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return noEmptyFlags(cmd) },
		RunE:              func(cmd *cobra.Command, _ []string) error { return play(cmd.Context(), h, c) },
	}
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetIn(h.stdin)
	root.SetOut(h.stdout)
	root.SetErr(h.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return wrongUsage("%w; %s --help lists the flags", err, cmd.CommandPath())
	})
	c.register(root.PersistentFlags())
	root.AddCommand(newSend(h, c), newValidate(h, c), newGateway(h, c), newVersion(h))
	return root
}

// noSuchCommand refuses a word that is no command.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("%q is no command", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		text += "; did you mean " + near[0] + "?"
	} else {
		text += "; gatehouse --help lists them"
	}
	return wrongUsage("%s", text)
}

// atMostOneFile refuses a second FILE.
func atMostOneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return wrongUsage("%s takes one FILE, not %d (%q is one too many)", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}

// noEmptyFlags refuses --model "" and its like: it is the trace of a shell
// variable that was not set, and to take it as not given would be a guess.
func noEmptyFlags(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" {
			err = wrongUsage("--%s is empty; give it a value or leave it out", f.Name)
		}
	})
	return err
}
