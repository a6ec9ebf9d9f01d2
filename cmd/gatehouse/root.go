package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/files"
	"gatehouse/app/relay"
	"gatehouse/views/text"
)

// run is the whole program with all that it touches handed in; it returns the
// exit code.
func run(ctx context.Context, args []string, h host) int {
	h.stdout, h.stderr = guarded(h.stdout), &statusLine{to: h.stderr}
	root := newRoot(h, args...)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case unread(err):
		return stopped{syscall.SIGPIPE}.code()
	}
	var end *exit
	if !errors.As(err, &end) {
		end = &exit{exitUsage, err} // cobra's own: a flag or a command there is not
	}
	if end.err != nil {
		for _, line := range faultLines(end.err) {
			h.say("%s", text.Shortened(line))
		}
	}
	return end.code
}

func newRoot(h host, args ...string) *cobra.Command {
	c := &common{}
	version, plain, rec := false, false, recording{}
	root := &cobra.Command{
		Use:   "gatehouse [FILE|team:ID]",
		Short: "A terminal playground and request inspector for model gateways",
		Long: "A terminal playground and request inspector for model gateways.\n\n" +
			"Without a command it opens the playground. FILE is a saved session or request, a\n" +
			"response, an event stream saved with curl -N, an HTTP Archive (HAR), a curl command,\n" +
			"a JSON array of items, a rerank set or the folder of a data set (BEIR); team:ID is an\n" +
			"exchange of the team's history.\n" +
			"Without --base-url and --profile everything runs on a local gateway inside this\n" +
			"process: offline, and without a key.",
		Args:              commandOrFile,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return flagsFit(cmd, args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if version {
				return printVersion(h)
			}
			if wantsPlain(h, plain, cmd.Flags().Changed("plain")) {
				switch {
				case rec.to != "":
					return wrongUsage("--proxy needs the playground's screen; without one, gatehouse proxy --to %s records", rec.to)
				case cmd.Flags().Changed("proxy-addr"):
					return wrongUsage("--proxy-addr needs the playground's screen; gatehouse proxy has --addr")
				}
				return chat(cmd.Context(), h, c, args)
			}
			return play(cmd.Context(), h, c, args, rec)
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetIn(h.stdin)
	root.SetOut(h.stdout)
	root.SetErr(h.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return wrongUsage("%w; %s --help lists the flags", err, cmd.CommandPath())
	})
	c.register(root.PersistentFlags())
	// Not cobra's own flag: that takes a full disk for wrong usage.
	root.Flags().BoolVar(&version, "version", false, "print what gatehouse version prints")
	root.Flags().BoolVar(&plain, "plain", false, "chat line by line, without a screen (default with TERM=dumb or ACCESSIBLE)")
	root.Flags().StringVar(&rec.to, "proxy", "", "also record what other programs send through a proxy to `URL` or a profile, or to the local gateway (local)")
	root.Flags().StringVar(&rec.addr, "proxy-addr", relay.DefaultAddress, "address `HOST:PORT` that the proxy listens on; port 0: any that is free")
	fileFlag(root, c)
	spanFlags(root, c)
	root.AddCommand(newSend(h, c), newRerank(h, c), newValidate(h, c), newHistory(h, c), newLint(h, c), newReceipt(h, c), newCheck(h, c), newExport(h, c), newImport(h, c), newGateway(h, c), newProxy(h, c), newReplay(h, c), newMCP(h, c), newTeam(h, c), newDoctor(h, c), newVersion(h))
	root.InitDefaultCompletionCmd()
	c.completeValues(root)
	return root
}

// commandOrFile refuses a word that is neither a command nor a file.
func commandOrFile(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := args[0]
	path, err := files.Expand(word)
	if err != nil {
		return wrongUsage("%w", err)
	}
	if _, err := os.Stat(path); err == nil {
		return atMostOneFile(cmd, args)
	}
	near := cmd.SuggestionsFor(word)
	id, team := inTeam(word)
	switch {
	case team && id == "":
		return wrongUsage("team: names no exchange; write its id behind it, or last")
	case team:
		return atMostOneFile(cmd, args)
	case word == "-":
		return wrongUsage("the playground cannot read standard input; give a FILE, or use gatehouse send -")
	case strings.ContainsAny(word, "/.~"):
		return wrongUsage("%s: no such file; relative paths start at the working directory", word)
	case len(near) > 0:
		return wrongUsage("%q is neither a command nor a file; did you mean %s?", word, near[0])
	case strings.ContainsAny(word, "0123456789") && strings.Trim(word, "0123456789abcdefghijklmnopqrstuvwxyz") == "": // as ids are
		return wrongUsage("%q is neither a command nor a file; if it is an exchange, gatehouse history show %s shows it", word, word)
	}
	return wrongUsage("%q is neither a command nor a file; gatehouse --help lists the commands", word)
}

// noMore refuses arguments of a command that takes none.
func noMore(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return wrongUsage("%s takes no arguments (%q is one too many)", cmd.CommandPath(), args[0])
	}
	return nil
}

// atMostOneFile refuses a second FILE.
func atMostOneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return wrongUsage("%s takes one FILE, not %d (%q is one too many)", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}

// flagsFit refuses --model "" and its like: it is the trace of a shell variable that was
// not set, and to take it as not given would be a guess. It refuses a flag that is given
// twice and means one thing: the value before would be dropped without a word.
func flagsFit(cmd *cobra.Command, args []string) error {
	if cmd.DisableFlagParsing { // it has its own
		return nil
	}
	given := map[string]string{}
	return cmd.Flags().ParseAll(args, func(f *pflag.Flag, value string) error {
		before, again := given[f.Name]
		given[f.Name] = value
		_, repeatable := f.Value.(pflag.SliceValue)
		switch {
		case value == "" && (repeatable || f.Value.Type() == "string"):
			return wrongUsage("--%s is empty; give it a value or leave it out", f.Name)
		case again && !repeatable && before != value:
			return wrongUsage("--%s is given twice; it takes one value", f.Name)
		}
		return nil
	})
}
