// Package jq runs jq filters in child processes of the same binary: a process cannot measure the
// memory of a filter in itself, and a child can be killed.
package jq

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"gatehouse/state/json/tree"
)

// Word is the only argument of a child process; see IsChild.
const Word = "--run-jq-filter"

// The default limits of a filter.
const (
	DefaultTime   = 5 * time.Second
	DefaultOutput = 64 << 20  // bytes, as of an opened document
	baseMemory    = 256 << 20 // bytes, without the document
	memoryPerByte = 20        // of the document: decoded it takes some ten
)

// Runner starts the children. The zero value starts this program.
type Runner struct {
	Argv   []string      // of the child; nil: this program with Word
	Memory int64         // limit of the child in bytes; 0: 256 MiB, and 20 times the document
	Time   time.Duration // limit of a filter; 0: DefaultTime
	Output int64         // limit of a result in bytes; 0: DefaultOutput

	process int64 // limit of a child that runs several filters; 0: Memory
}

// Run runs a jq filter on a document as tree.Filter does, in a process that ends when ctx does. The
// error is that of ctx if that ended the filter.
func (r Runner) Run(ctx context.Context, doc []byte, filter string) (tree.Filtered, error) {
	got, _, err := r.run(ctx, doc, filter)
	return got, err
}

// run also returns the state of the child after its end; nil if there was none.
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

// completed sets the defaults; doc is the size of the document in bytes.
func (r Runner) completed(doc int) Runner {
	if r.Argv == nil {
		r.Argv = []string{self(), Word}
	}
	if r.Memory == 0 {
		r.Memory = baseMemory + memoryPerByte*int64(doc)
	}
	if r.process == 0 {
		r.process = r.Memory
	}
	if r.Time == 0 {
		r.Time = DefaultTime
	}
	if r.Output == 0 {
		r.Output = DefaultOutput
	}
	return r
}

// self returns the path of this program. On Linux it is the running file, even if its name was
// replaced since.
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

// died returns why a child ended without a result.
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
