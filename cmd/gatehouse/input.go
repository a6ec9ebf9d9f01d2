package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/process"
	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/intake"
	"gatehouse/state/text/spelling"
)

// readInput reads the FILE of a command: a path, - for standard input, or without arguments standard
// input if it is no terminal. given is false if there was nothing to read. A file that cannot be read is
// wrong usage.
func readInput(ctx context.Context, h host, args []string) (data []byte, given bool, err error) {
	name := "-"
	if len(args) == 1 {
		name = args[0]
	} else if isTerminal(h.stdin) {
		return nil, false, nil
	}
	open := func() (io.ReadCloser, error) { return os.Open(name) }
	if name == "-" {
		name, open = inputName(args), func() (io.ReadCloser, error) { return io.NopCloser(h.stdin), nil }
	} else if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > files.MaxDocument {
		return nil, false, wrongUsage("%s: %w", name, errTooLong) // without reading 64 MiB of it
	}
	data, err = readAll(ctx, open)
	if err != nil {
		return nil, false, stopOr(ctx, wrongUsage("%s: %s", name, unreadable(err)))
	}
	return data, true, nil
}

// inputName returns the name of the FILE of a command in messages.
func inputName(args []string) string {
	if len(args) == 0 || args[0] == "-" {
		return "standard input"
	}
	return args[0]
}

// errTooLong is the error of an input beyond files.MaxDocument.
var errTooLong = fmt.Errorf("larger than %d MiB, the limit for a request", files.MaxDocument>>20)

// readAll reads at most files.MaxDocument bytes, until the end or until ctx is done. Opening and reading a
// named pipe without a writer cannot be interrupted: that goroutine then stays.
func readAll(ctx context.Context, open func() (io.ReadCloser, error)) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		r, err := open()
		if err != nil {
			done <- result{err: err}
			return
		}
		defer r.Close()
		data, err := io.ReadAll(io.LimitReader(r, files.MaxDocument+1))
		if len(data) > files.MaxDocument {
			data, err = nil, errTooLong
		}
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// stopOr returns the exit code of the signal that stopped ctx, else err. An error with that code
// is returned with its message.
func stopOr(ctx context.Context, err error) error {
	code, ok := stopCode(ctx)
	if exited, is := errors.AsType[*exit](err); !ok || is && exited.code == code {
		return err
	}
	return quietly(code)
}

// unreadable describes why a file could not be read, and what to do.
func unreadable(err error) string {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file; give the path of a request as JSON, or - for standard input"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read it; change its rights or give another file"
	case errors.As(err, &at):
		if info, statErr := os.Stat(at.Path); statErr == nil && info.IsDir() {
			return "a directory; give the path of a file in it"
		}
		return at.Err.Error()
	}
	return fmt.Sprint(err)
}

// openFile reads the FILE of the playground into the options. Rerank and Lab open their files themselves;
// an exchange of the team's history is opened once the program has started.
func openFile(ctx context.Context, h host, args []string, o *app.Options) error {
	if len(args) == 0 {
		return nil
	}
	if id, ok := inTeam(args[0]); ok {
		o.TeamExchange = id
		return nil
	}
	var f files.File
	err := h.reading(ctx, args[0], "nothing was opened", func(w *progress.Work) (err error) {
		f, err = files.OpenFile(w, args[0], o.AllowFiles...)
		return err
	})
	switch {
	case err != nil:
		return err
	case f.Set != nil, f.Lab != nil:
		o.FirstFile = args[0]
	default:
		o.Session = &f.Session
	}
	return nil
}

// inTeam returns the id of an exchange of the team's history, if a word names one and no file.
func inTeam(word string) (id string, ok bool) {
	if id, ok = strings.CutPrefix(word, history.TeamPrefix); !ok {
		return "", false
	}
	_, err := os.Stat(word)
	return id, err != nil
}

// reading is working for reading a file. Its error is wrong usage.
func (h host) reading(ctx context.Context, path, stopped string, do func(*progress.Work) error) error {
	ctx, stop := interruptContext(ctx)
	defer stop()
	err := h.working(ctx, progress.Reading(path), stopped, do)
	if err == nil || hasCause[*exit](err) {
		return err
	}
	return stopOr(ctx, wrongUsage("%w", err))
}

// noSet returns the error of a rerank set instead of a single request.
func noSet(file []byte) error {
	if !dataset.IsSet(file) {
		return nil
	}
	return wrongUsage("this is a rerank set, not one request; gatehouse rerank FILE runs it, gatehouse FILE opens it, and W on its screen saves the request of one model")
}

// noStream returns the error of saved exchanges instead of a request.
func noStream(file []byte) error {
	switch {
	case har.LooksLikeHAR(file):
		return wrongUsage("this is an HTTP Archive, not a request; gatehouse FILE opens it, and gatehouse export FILE --as json writes the last request in it")
	case intake.LooksLikeBatch(file):
		return wrongUsage("this is a file of the Batch API, not a request; gatehouse import FILE imports it")
	case client.LooksLikeEvents(file):
		return wrongUsage("this is what send --events printed, not a request; gatehouse FILE opens it, and ctrl+s there saves a request that continues it")
	case scan.Check(file) == nil:
		return nil
	}
	switch err := client.CheckSaved(file); {
	case errors.Is(err, client.ErrNoAnswer):
		return nil
	case err != nil:
		return wrongUsage("this is a saved response, not a request; %v", err)
	}
	return wrongUsage("this is a saved response (an event stream, or one with its head), not a request; gatehouse FILE opens it, and ctrl+s there saves a request that continues it")
}

// boundTools returns the commands of config.toml. Their environment is ours without keys.
func boundTools(s config.Settings, key string, environ []string) map[string]process.Command {
	environ = process.Without(environ, s.KeyVars, key)
	tools := make(map[string]process.Command, len(s.Tools))
	for name, t := range s.Tools {
		tools[name] = process.Command{Argv: t.Command, Timeout: t.Limit(), MaxOutput: t.MaxOutput, Environ: environ, Given: t.Env}
	}
	return tools
}

// fileFlag adds --allow-files to a command that reads files which name others.
func fileFlag(cmd *cobra.Command, c *common) {
	cmd.Flags().StringArrayVar(&c.allowFiles, "allow-files", nil, "let FILE also name files below `DIR`, repeatable; without it those of its repository, or else of its folder")
	completeFlag(cmd, "allow-files", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
}

// errUnsent is the error of requests to which the user did not agree.
var errUnsent = errors.New("nothing is sent")

// recipient is a gateway that checks name.
type recipient struct {
	settings config.Settings
	checks   []*expect.Check // the first is where its file names the address
}

// place returns where a file names the address.
func (r recipient) place() string { return fmt.Sprintf("%s:%d", r.checks[0].File, r.checks[0].Line) }

// allowAddresses asks once whether requests may go to the addresses that only files name.
// Where nobody can be asked, the error names the flags that allow them. --yes is no answer.
func (c *common) allowAddresses(ctx context.Context, h host, allowed []string, all []recipient) error {
	reach, err := config.ReachOf(c.file, config.ReadEnvironment(h.getenv), c.flags, allowed)
	if err != nil {
		return wrongUsage("%w", err)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(s recipient) bool { return reach.Has(s.settings) })
	if len(all) == 0 {
		return nil
	}
	stderr, ok := h.stderr.(*statusLine)
	if !ok || !isTerminal(stderr.to) || !isTerminal(h.stdin) {
		var faults faultList
		for _, s := range all {
			faults = append(faults, fmt.Errorf("%s: only this file names %s; --allow-address %s allows it", s.place(), s.address(), spelling.ShellWord(base(s.settings))))
		}
		return wrongUsage("%w", append(faults, errUnsent))
	}
	h.say("only the files name these addresses:")
	for _, s := range all {
		requests := 0
		for _, one := range s.checks {
			requests += one.Repeat
		}
		h.say("  %s: %s to %s", s.place(), figures.Counted(requests, "request"), s.address())
	}
	yes, err := h.ask(ctx, "Send to them?")
	if err == nil && !yes {
		err = wrongUsage("%w", errUnsent)
	}
	return err
}

// address returns the address in words. Letters that look like others are escaped.
func (s recipient) address() string {
	words := strings.Trim(strconv.QuoteToASCII(base(s.settings)), `"`)
	if s.settings.FromProfile {
		words += fmt.Sprintf(" (profile %q)", s.settings.Profile)
	}
	return words
}

// base returns an address without the credentials in it.
func base(s config.Settings) string {
	address := withoutPassword(s.BaseURL)
	for _, secret := range capture.InAddress(address) {
		address = strings.ReplaceAll(address, secret, "***")
	}
	return address
}

// ask asks a question on stderr that is answered with y or yes on a line of stdin.
func (h host) ask(ctx context.Context, question string) (yes bool, err error) {
	io.WriteString(h.stderr, question+" [y/N] ")
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(h.stdin).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes", nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
