// Package jq runs jq filters in children of the same binary: what a filter
// holds cannot be counted from inside, and a child can be ended.
package jq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"gatehouse/state/tree"
)

// Word is the only argument of a program that is started as the child; see
// IsChild.
const Word = "--run-jq-filter"

// The bounds of a filter where a Runner says nothing.
const (
	DefaultTime   = time.Minute
	DefaultOutput = 64 << 20  // bytes; as much as a document that is opened may have
	leastMemory   = 256 << 20 // bytes, beside those for the document
	perByte       = 20        // bytes of memory for each byte of the document: decoded it takes some ten
)

// Runner starts the children. The zero value starts this program.
type Runner struct {
	Argv   []string      // that becomes the child; nil: this program with Word
	Memory int64         // bytes that the child may hold; 0: 256 MiB, and 20 times the document
	Time   time.Duration // that a filter may take; 0: DefaultTime
	Output int64         // bytes of a result; 0: DefaultOutput
}

// Run runs a jq filter on a document as tree.Filter does, in a process that
// ends when ctx does. An error says in plain words what is wrong; it is ctx's
// own when ctx ended the filter.
func (r Runner) Run(ctx context.Context, doc []byte, filter string) (tree.Filtered, error) {
	got, _, err := r.run(ctx, doc, filter)
	return got, err
}

// run also returns the state of the child after its end, nil where there was
// none.
func (r Runner) run(ctx context.Context, doc []byte, filter string) (tree.Filtered, *os.ProcessState, error) {
	if err := tree.CheckFilter(doc, filter); err != nil {
		return tree.Filtered{}, nil, err
	}
	if ctx.Err() != nil {
		return tree.Filtered{}, nil, ctx.Err()
	}
	r = r.completed(len(doc))
	c, err := r.start()
	if err != nil {
		return tree.Filtered{}, nil, err
	}
	got, err := c.ask(ctx, r, doc, filter)
	c.end()
	return got, c.cmd.ProcessState, err
}

// completed fills in what was left open.
func (r Runner) completed(doc int) Runner {
	if r.Argv == nil {
		r.Argv = []string{self(), Word}
	}
	if r.Memory == 0 {
		r.Memory = leastMemory + perByte*int64(doc)
	}
	if r.Time == 0 {
		r.Time = DefaultTime
	}
	if r.Output == 0 {
		r.Output = DefaultOutput
	}
	return r
}

// self is the path of this program. On Linux it is the very file that runs,
// also when another has taken its name since.
func self() string {
	const running = "/proc/self/exe"
	if runtime.GOOS == "linux" {
		if _, err := os.Stat(running); err == nil {
			return running
		}
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return os.Args[0]
}

// died says why a child ended without a result.
func (r Runner) died(err error, complaint string) error {
	var exit *exec.ExitError
	memory := errors.As(err, &exit) && exit.ExitCode() == exitMemory
	switch {
	case memory, strings.Contains(complaint, "out of memory"), strings.Contains(complaint, "cannot allocate memory"),
		strings.Contains(complaint, "pthread_create failed"): // a thread's stack is memory too
		return fmt.Errorf("stopped: it takes more than %d MiB of memory", r.Memory>>20)
	case strings.Contains(complaint, "stack overflow"), strings.Contains(complaint, "stack exceeds"):
		return errors.New("stopped: what the filter makes nests too deep")
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(complaint), "\n"); line != "" {
		return fmt.Errorf("jq ended without a result: %w: %s", err, line)
	}
	return fmt.Errorf("jq ended without a result: %w", err)
}

// bounded keeps the first bytes written to it, and drops the rest.
type bounded struct {
	room int
	kept []byte
}

func (b *bounded) Write(p []byte) (int, error) {
	b.kept = append(b.kept, p[:min(len(p), b.room-len(b.kept))]...)
	return len(p), nil
}

var _ io.Writer = (*bounded)(nil)
