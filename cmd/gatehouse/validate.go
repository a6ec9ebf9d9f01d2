package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gatehouse/app/answer"
	"gatehouse/state/check"
	"gatehouse/state/report"
	"gatehouse/views/text"
)

func newValidate(h host, c *common) *cobra.Command {
	var as string
	cmd := &cobra.Command{
		Use:   "validate [FILE|-]",
		Short: "Check a request without sending it, and print one fault per line",
		Long: "Check a request without sending it. Each fault is one line:\nPATH: what is wrong and what is allowed.\n\n" +
			"Exit codes: 0 no fault, 1 faults, 2 the file cannot be read.",
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return validate(ctx, h, c, check.Target(as), args)
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "`KIND` of the request: responses or rerank (default: detected from its members)")
	completeWords(cmd, "as", string(check.ForResponses), string(check.ForRerank))
	return cmd
}

func validate(ctx context.Context, h host, c *common, as check.Target, args []string) error {
	if as != "" && as != check.ForResponses && as != check.ForRerank {
		return wrongUsage("--as %s: must be responses or rerank", as)
	}
	file, given, err := readInput(ctx, h, args)
	if err != nil {
		return err
	}
	if !given {
		return wrongUsage("nothing to validate; give a FILE or a request on standard input")
	}
	if err := cmp.Or(noSet(file), noStream(file)); err != nil {
		return err
	}
	if as == "" {
		as = check.Kind(file)
	}
	settings, _, err := c.load(h) // what there is to say of them is for the commands that connect
	if err != nil {
		return err
	}
	found := report.Checked(check.For(as, file, settings.Service))
	var out bytes.Buffer
	for _, f := range found {
		fmt.Fprintln(&out, text.SanitizeLine(f.Line()))
	}
	if _, err := h.stdout.Write(out.Bytes()); err != nil && !answer.ReaderGone(err) {
		return &exit{exitFailed, fmt.Errorf("the faults could not be written to standard output: %w", err)}
	}
	if len(report.Faults(found)) > 0 {
		return quietly(exitFailed)
	}
	if isTerminal(h.stdout) {
		h.say("no faults in this %s request", as)
	}
	return nil
}

// reportFaults checks what is about to be sent to one endpoint; ok is false when
// it must not be. name is where the request was read from, and stands for the path of
// the whole document; word is the service's. What several requests have in common is
// said once.
func reportFaults(h host, to check.Target, name, word string, requests ...[]byte) (ok bool) {
	said := map[string]bool{}
	ok = true
	for _, request := range requests {
		found := report.Checked(check.For(to, request, word))
		ok = ok && len(report.Faults(found)) == 0
		for _, f := range found {
			if f.Path == "." { // reads like a file
				f.Path = name
			}
			if line := f.Line(); f.Level != report.Note && !said[line] {
				h.say("%s", line)
				said[line] = true
			}
		}
	}
	if !ok {
		h.say("nothing was sent; fix the request, or send it anyway with --force")
	}
	return ok
}
