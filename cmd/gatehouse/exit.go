package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"gatehouse/app/answer"
	"gatehouse/app/config"
)

// The exit codes (CONTRACT "Exit codes").
const (
	exitOK         = 0
	exitFailed     = 1 // failed or truncated
	exitUsage      = 2 // wrong usage or an invalid request
	exitIncomplete = 3
	exitSignal     = 128 // and the signal's number: 130, 143; 141 for a closed stdout
)

// exit ends a command with a code; a nil err says nothing more.
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

// wrongUsage is an error of the person's command line or of a file it names.
func wrongUsage(format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...)}
}

// faultList is the error of several faults, each of which has a line.
type faultList []error

func (s faultList) Error() string { return errors.Join(s...).Error() }

// faultLines are an error's lines: of a config, or of check files, one for each of its faults.
func faultLines(err error) []string {
	var all faultList
	if errors.As(err, &all) {
		return strings.Split(all.Error(), "\n")
	}
	var wrong *config.Wrong
	if !errors.As(err, &wrong) {
		return []string{err.Error()}
	}
	told := wrong.Listed()
	lines := make([]string, len(told))
	for i, f := range told {
		lines[i] = f.Text
	}
	return lines
}

// unread reports whether an error is that of writing to standard output, by the name that package
// os gives it, what nobody reads any more, as behind head.
func unread(err error) bool {
	var of *os.PathError
	return errors.As(err, &of) && of.Path == "/dev/stdout" && answer.ReaderGone(of)
}

// quietly ends with a code when all has been said.
func quietly(code int) error {
	if code == exitOK {
		return nil
	}
	return &exit{code: code}
}

// stopped is why a context ended: a signal, or a reader of our output that
// went away.
type stopped struct{ signal syscall.Signal }

func (s stopped) Error() string { return s.signal.String() }

// code returns 128 and the signal's number, as shells do.
func (s stopped) code() int { return exitSignal + int(s.signal) }

// stopCode is the exit code of a command whose context was stopped.
func stopCode(ctx context.Context) (code int, ok bool) {
	var why stopped
	if errors.As(context.Cause(ctx), &why) {
		return why.code(), true
	}
	return 0, false
}

// interruptible ends the context at the first SIGINT or SIGTERM, which is then
// its cause; a second one ends the program at once. A closed stdout is left to
// the writer, which sees EPIPE, instead of killing the program.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
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
