package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gatehouse/app/answer"
	"gatehouse/state/check"
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
	report := check.For(as, file, settings.Service)
	var out bytes.Buffer
	for _, f := range report.Faults {
		fmt.Fprintln(&out, text.SanitizeLine(f.String()))
	}
	for _, f := range report.Warnings {
		fmt.Fprintln(&out, "warning: "+text.SanitizeLine(f.String()))
	}
	for _, f := range report.Hints {
		fmt.Fprintln(&out, "hint: "+text.SanitizeLine(f.String()))
	}
	if _, err := h.stdout.Write(out.Bytes()); err != nil && !answer.ReaderGone(err) {
		return &exit{exitFailed, fmt.Errorf("the faults could not be written to standard output: %w", err)}
	}
	if !report.OK() {
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
	say := func(line string) {
		if !said[line] {
			h.say("%s", line)
		}
		said[line] = true
	}
	ok = true
	for _, request := range requests {
		report := check.For(to, request, word)
		for _, f := range report.Warnings {
			say("warning: " + named(f, name))
		}
		for _, f := range report.Faults {
			say(named(f, name))
		}
		ok = ok && report.OK()
	}
	if !ok {
		h.say("nothing was sent; fix the request, or send it anyway with --force")
	}
	return ok
}

// named writes a finding; one about the whole document, whose path is ".", which reads
// like a file, under the name of what it was read from.
func named(f check.Finding, name string) string {
	if f.Path == "." {
		f.Path = name
	}
	return f.String()
}
