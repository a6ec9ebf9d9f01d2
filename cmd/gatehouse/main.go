// Command gatehouse is a terminal playground and request inspector for model gateways. Each command is one
// file: its flags, the code that the screen uses too, and its output.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/jq"
	"gatehouse/app/effect/relay"
	"gatehouse/views/kit/text"
)

func main() {
	if jq.IsChild(os.Args) { // the playground runs filters in a child process
		os.Exit(jq.Child(os.Stdin, os.Stdout))
	}
	os.Exit(run(context.Background(), os.Args[1:], host{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
	}))
}

// run runs a command line and returns the exit code.
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
	end, ok := errors.AsType[*exit](err)
	if !ok {
		end = &exit{exitUsage, err} // of cobra: an unknown flag or command
	}
	if end.err != nil {
		for _, line := range faultLines(end.err) {
			h.sayLine(text.Shortened(line))
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
			if !cmd.Flags().Changed("plain") {
				plain = h.wantsPlain()
			}
			if plain {
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
	// Not the flag of cobra, for which a full disk is wrong usage.
	root.Flags().BoolVar(&version, "version", false, "print what gatehouse version prints")
	root.Flags().BoolVar(&plain, "plain", false, "chat line by line, without a screen (default with TERM=dumb or ACCESSIBLE)")
	root.Flags().StringVar(&rec.to, "proxy", "", "also record what other programs send through a proxy to `URL` or a profile, or to the local gateway (local)")
	root.Flags().StringVar(&rec.addr, "proxy-addr", relay.DefaultAddress, "address `HOST:PORT` that the proxy listens on; port 0: any that is free")
	fileFlag(root, c)
	spanFlags(root, c)
	root.AddCommand(newSend(h, c), newRerank(h, c), newValidate(h, c), newHistory(h, c), newLint(h, c), newReceipt(h, c), newCheck(h, c), newCompare(h, c), newLab(h, c), newExport(h, c), newImport(h, c), newGateway(h, c), newProxy(h, c), newReplay(h, c), newMCP(h, c), newTeam(h, c), newDoctor(h, c), newVersion(h))
	root.InitDefaultCompletionCmd()
	c.completeValues(root)
	return root
}

// commandOrFile returns the error of a word that is neither a command nor a file.
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
		return wrongUsage("team: names no exchange; write its id after it, or last")
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

// noMore returns the error of arguments for a command without.
func noMore(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return wrongUsage("%s takes no arguments (%q is one too many)", cmd.CommandPath(), args[0])
	}
	return nil
}

// atMostOneFile returns the error of a second FILE.
func atMostOneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return wrongUsage("%s takes one FILE, not %d (%q is one too many)", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}

// atLeastOne returns a check of a command's arguments, with the message if there are none.
func atLeastOne(message string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(strings.Fields(strings.Join(args, " "))) == 0 {
			return wrongUsage("%s", message)
		}
		return nil
	}
}

// noCommand returns a check that a word after a command with subcommands is an error.
func noCommand(subcommands string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return wrongUsage("%q is no command of %s; there are %s", args[0], cmd.Name(), subcommands)
		}
		return nil
	}
}

// flagsFit returns the error of an empty value, which comes from an unset shell variable, and of a flag
// that is given twice and has one value: the first one would be dropped silently.
func flagsFit(cmd *cobra.Command, args []string) error {
	if cmd.DisableFlagParsing { // it parses them itself
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

// The exit codes (CONTRACT "Exit codes").
const (
	exitOK         = 0
	exitFailed     = 1 // failed or truncated
	exitUsage      = 2 // wrong usage or an invalid request
	exitIncomplete = 3
	exitSignal     = 128 // and the signal's number: 130, 143; 141 for a closed stdout
)

// exit ends a command with a code; with a nil err all was printed already.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// hasCause reports whether there is an error of a type among the causes of err.
func hasCause[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// wrongUsage returns an error of the command line or of a file that it names.
func wrongUsage(format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...)}
}

// faultList is the error of several faults, with a line for each.
type faultList []error

func (s faultList) Error() string { return errors.Join(s...).Error() }

// faultLines returns the lines of an error: one for each fault of a config or of check files.
func faultLines(err error) []string {
	if all, ok := errors.AsType[faultList](err); ok {
		return strings.Split(all.Error(), "\n")
	}
	wrong, ok := errors.AsType[*config.Wrong](err)
	if !ok {
		return []string{err.Error()}
	}
	var lines []string
	for _, f := range wrong.Listed() {
		lines = append(lines, f.Text)
	}
	return lines
}

// unread reports whether an error is that of writing to a standard output whose reader has gone, such as
// head. The path is the name that package os uses.
func unread(err error) bool {
	of, ok := errors.AsType[*os.PathError](err)
	return ok && of.Path == "/dev/stdout" && answer.ReaderGone(of)
}

// quietly returns an exit without a message; nil for 0.
func quietly(code int) error {
	if code == exitOK {
		return nil
	}
	return &exit{code: code}
}

// stopped is the cause of a context that a signal ended; SIGPIPE for a reader that has gone.
type stopped struct{ signal syscall.Signal }

func (s stopped) Error() string { return s.signal.String() }

// code returns 128 and the signal's number, as shells do.
func (s stopped) code() int { return exitSignal + int(s.signal) }

// stopCode returns the exit code of a command whose context was stopped.
func stopCode(ctx context.Context) (code int, ok bool) {
	if why, ok := errors.AsType[stopped](context.Cause(ctx)); ok {
		return why.code(), true
	}
	return 0, false
}

// interruptible returns the function of a command for cobra, which calls it with an interruptContext.
func interruptible(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		ctx, stop := interruptContext(cmd.Context())
		defer stop()
		return do(ctx, args)
	}
}

// interruptContext ends a context at the first SIGINT or SIGTERM, which is then its cause; a second one
// ends the program. A closed stdout is an EPIPE of the writer instead of the end of the program.
func interruptContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	pipe := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	signal.Notify(pipe, syscall.SIGPIPE)
	go func() {
		select {
		case s := <-signals:
			cancel(stopped{s.(syscall.Signal)})
			signal.Stop(signals)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		cancel(nil)
		signal.Stop(signals)
		signal.Stop(pipe)
	}
}

// apiVersion is the interface that is implemented (API document, "Versioning").
const apiVersion = "gateway API 1.0.0 (/api/v1)"

func newVersion(h host) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the program's version and the interface it implements",
		Args:  noMore,
		RunE:  func(*cobra.Command, []string) error { return printVersion(h) },
	}
}

func printVersion(h host) error {
	return h.print("the version", fmt.Appendf(nil, "gatehouse %s (%s %s/%s)\n%s\n",
		buildVersion(debug.ReadBuildInfo()), runtime.Version(), runtime.GOOS, runtime.GOARCH, apiVersion))
}

// buildVersion returns the module's version, or for a build from a work tree its commit.
func buildVersion(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	version := "devel"
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			version += " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			version += " modified"
		}
	}
	return version
}
