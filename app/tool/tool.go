// Package tool runs the local commands that config.toml binds to tools
// (CONTRACT "config.toml", [tools.NAME]), and the program of the system that fills the
// clipboard. Nothing here asks whether a command may run: the caller has asked.
package tool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// What holds where config.toml says nothing.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultMaxOutput = 65536 // bytes
)

const (
	maxComplaint = 16 << 10        // bytes of standard error that are kept
	minSecret    = 8               // bytes
	grace        = 1 * time.Second // for what holds the output open behind the end
)

// ErrTime is the error of a command that ran longer than it may.
var ErrTime = errors.New("it took longer than it may and was stopped; [tools.NAME] timeout in config.toml sets the time")

// Command is a local command: a program and its arguments, run without a shell
// in the working directory.
type Command struct {
	Argv      []string
	Timeout   time.Duration // 0: DefaultTimeout
	MaxOutput int64         // bytes of standard output that are kept; 0: DefaultMaxOutput
	Environ   []string      // as os.Environ gives it; see Without
}

// Result is what a command left behind. It is of use also beside an error.
type Result struct {
	Output       []byte // standard output, up to the bound
	Dropped      int64  // bytes of it beyond the bound
	Stderr       []byte // standard error, up to 16 KiB
	StderrTotal  int64  // bytes of it in all
	Exit         int    // -1: it did not start, or a signal ended it
	Elapsed      time.Duration
	OutputAsText string // the output in UTF-8, with what is none as U+FFFD
}

// Run runs the command with input, which are the arguments of the call, on its
// standard input, until it ends, its time is over or ctx is done. Then all that
// it started is killed too: its process group, out of which only a process goes
// that makes one of its own (where there are no groups, the command alone). An
// exit code other than 0 is no error, but a result.
//
// The error is ErrTime, ctx's own, or says why the command cannot run.
func (c Command) Run(ctx context.Context, input []byte) (Result, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return Result{Exit: -1}, errors.New("there is no command to run")
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.limit(), ErrTime)
	defer cancel()
	out := &bounded{room: c.room()}
	complaint := &bounded{room: maxComplaint}
	cmd := exec.CommandContext(limited, c.Argv[0], c.Argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, complaint
	cmd.Env = append([]string{}, c.Environ...) // not nil, which would be our own
	cmd.WaitDelay = grace
	apart(cmd)
	began := time.Now()
	err := cmd.Run()
	if cmd.Process != nil { // it has ended; what it left behind in its group has not
		_ = cmd.Cancel()
	}
	if errors.Is(err, exec.ErrWaitDelay) { // something it started held the output open
		err = nil
	}
	r := Result{
		Output: out.kept, Dropped: out.total - int64(len(out.kept)),
		Stderr: complaint.kept, StderrTotal: complaint.total,
		Exit: -1, Elapsed: time.Since(began),
	}
	if r.Dropped > 0 {
		r.Output = wholeRunes(r.Output)
		r.Dropped = out.total - int64(len(r.Output))
	}
	r.OutputAsText = strings.ToValidUTF8(string(r.Output), "\ufffd")
	if cmd.ProcessState != nil {
		r.Exit = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case limited.Err() != nil && r.Exit < 0:
		return r, ErrTime
	case errors.Is(err, exec.ErrNotFound):
		return r, fmt.Errorf("%s was not found; check the command in config.toml", c.Argv[0])
	case err != nil && !errors.As(err, &exit):
		return r, fmt.Errorf("it does not run: %w", err)
	}
	return r, nil
}

// Conditions say how the command would run, for whoever is to agree to it: in which
// folder, and for how long at most.
func (c Command) Conditions() string {
	where, err := os.Getwd()
	if err != nil {
		where = "the working directory"
	}
	return fmt.Sprintf("in %s without a shell, for at most %s", where, c.limit())
}

func (c Command) limit() time.Duration {
	if c.Timeout > 0 {
		return c.Timeout
	}
	return DefaultTimeout
}

func (c Command) room() int64 {
	if c.MaxOutput > 0 {
		return c.MaxOutput
	}
	return DefaultMaxOutput
}

// Without returns an environment without the variables of these names, and
// without any that holds the secret under another name. A secret shorter than
// 8 bytes is looked for by name alone: it stands in too much by chance.
func Without(environ, names []string, secret string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, value, _ := strings.Cut(v, "=")
		return slices.Contains(names, name) || len(secret) >= minSecret && strings.Contains(value, secret)
	})
}

// wholeRunes drops a character that was cut in two at the end.
func wholeRunes(b []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax-1, len(b)); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}

// bounded keeps the first bytes written to it and counts all.
type bounded struct {
	room  int64
	kept  []byte
	total int64
}

func (b *bounded) Write(p []byte) (int, error) {
	b.total += int64(len(p))
	left := b.room - int64(len(b.kept))
	b.kept = append(b.kept, p[:min(int64(len(p)), left)]...)
	return len(p), nil
}
