// Package process runs the local commands that config.toml binds to tools (CONTRACT "config.toml",
// [tools.NAME]), and the clipboard program of the system, and reports whether a shell can resume this
// process. The caller has asked whether a command may run.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/client/profile"
)

// The defaults of config.toml.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultMaxOutput = 65536 // bytes
)

const (
	maxComplaint = 16 << 10        // bytes of standard error
	minSecret    = 8               // bytes
	grace        = 1 * time.Second // for processes that hold the output open after the end
)

// ErrTime is the error of a command that exceeded its time.
var ErrTime = errors.New("it took longer than it may and was stopped; [tools.NAME] timeout in config.toml sets the time")

// Command is a local command: a program and its arguments, run without a shell
// in the working directory.
type Command struct {
	Argv      []string
	Timeout   time.Duration // 0: DefaultTimeout
	MaxOutput int64         // bytes of standard output; 0: DefaultMaxOutput
	Environ   []string      // as of os.Environ; see Without
	Given     []string      // names of variables that it gets from the environment of this program although they are credentials
}

// Result is the result of a command. It is valid also with an error.
type Result struct {
	Output       []byte // standard output, up to the limit
	Dropped      int64  // bytes of it beyond the limit
	Stderr       []byte // standard error, up to 16 KiB
	Exit         int    // -1: it did not start, or a signal ended it
	Elapsed      time.Duration
	OutputAsText string   // the output with invalid UTF-8 replaced by U+FFFD
	Withheld     []string // names of credentials in the environment of this program that the command did not get
}

// Run runs the command with input, the arguments of the call, on its standard input, until it ends, its
// time is over or ctx is done. Then its process group is killed too, which only processes leave that
// start another group (on systems without groups, only the command is killed). An exit code other than
// 0 is no error.
//
// The error is ErrTime, that of ctx, or why the command cannot run.
func (c Command) Run(ctx context.Context, input []byte) (Result, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return Result{Exit: -1}, errors.New("there is no command to run")
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.limit(), ErrTime)
	defer cancel()
	out := &Head{Limit: c.maxOutput()}
	complaint := &Head{Limit: maxComplaint}
	cmd := exec.CommandContext(limited, c.Argv[0], c.Argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, complaint
	cmd.Env = append([]string{}, c.Environ...) // not nil, which would be our environment
	var withheld []string
	for _, v := range os.Environ() {
		switch name, value, _ := strings.Cut(v, "="); {
		case slices.Contains(c.Given, name):
			cmd.Env = append(cmd.Env, v)
		case isCredential(name, value) && !slices.Contains(c.Environ, v):
			withheld = append(withheld, name)
		}
	}
	cmd.WaitDelay = grace
	isolate(cmd)
	began := time.Now()
	err := cmd.Run()
	if cmd.Process != nil { // it has ended; others in its group may not have
		_ = cmd.Cancel()
	}
	if errors.Is(err, exec.ErrWaitDelay) { // a process that it started holds the output open
		err = nil
	}
	r := Result{
		Output: out.Data, Dropped: out.Total - int64(len(out.Data)),
		Stderr: complaint.Data,
		Exit:   -1, Elapsed: time.Since(began),
		Withheld: withheld,
	}
	if r.Dropped > 0 {
		r.Output = trimPartialRune(r.Output)
		r.Dropped = out.Total - int64(len(r.Output))
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

// Conditions describes how the command would run, for the question to the user: in which folder, and
// the time limit.
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

func (c Command) maxOutput() int64 {
	if c.MaxOutput > 0 {
		return c.MaxOutput
	}
	return DefaultMaxOutput
}

// Hint returns a sentence about what a command of a tool that failed did not get, or "".
func (r Result) Hint(tool string) string {
	if len(r.Withheld) == 0 {
		return ""
	}
	return fmt.Sprintf(" It did not get the credential in %s; env = [%q] in [tools.%s] of config.toml gives it one.", strings.Join(r.Withheld, ", "), r.Withheld[0], tool)
}

// isCredential reports whether this program takes a variable for a credential: the key of a service, the password of
// PostgreSQL, headers of OTLP, a proxy with a password.
func isCredential(name, value string) bool {
	switch upper := strings.ToUpper(name); {
	case value == "":
		return false
	case name == "GATEHOUSE_API_KEY", name == "PGPASSWORD":
		return true
	case strings.HasPrefix(name, "OTEL_EXPORTER_OTLP_") && strings.HasSuffix(name, "HEADERS"):
		return true
	case strings.HasSuffix(upper, "_PROXY"):
		u, err := url.Parse(value)
		if err != nil || u.Host == "" { // written without a scheme
			u, err = url.Parse("http://" + value)
		}
		return err != nil && strings.Contains(value, "@") || err == nil && u.User != nil
	}
	return slices.ContainsFunc(profile.Services(), func(s profile.Service) bool { return s.KeyEnv == name })
}

// Without returns an environment without the variables of these names, without credentials, and without any whose
// value contains the secret. A secret shorter than 8 bytes is not searched in values, which may contain it by
// chance.
func Without(environ, names []string, secret string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, value, _ := strings.Cut(v, "=")
		return slices.Contains(names, name) || isCredential(name, value) || len(secret) >= minSecret && strings.Contains(value, secret)
	})
}

// trimPartialRune removes an incomplete character at the end.
func trimPartialRune(b []byte) []byte {
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

// Head is a writer that stores the first bytes written to it and counts all.
type Head struct {
	Limit int64 // bytes
	Data  []byte
	Total int64
}

func (h *Head) Write(p []byte) (int, error) {
	h.Total += int64(len(p))
	left := h.Limit - int64(len(h.Data))
	h.Data = append(h.Data, p[:min(int64(len(p)), left)]...)
	return len(p), nil
}
