package jq

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"

	"gatehouse/state/json/tree"
)

// process is a running child. It runs one filter at a time.
type process struct {
	cmd       *exec.Cmd
	in        io.WriteCloser // its end makes the child exit
	out       *bufio.Reader
	complaint *bounded
	ended     bool
}

func (r Runner) start() (*process, error) {
	c := &process{cmd: exec.Command(r.Argv[0], r.Argv[1:]...), complaint: &bounded{limit: 4 << 10}}
	c.cmd.Env = []string{"GOTRACEBACK=none"} // without our keys
	c.cmd.Stderr = c.complaint
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	c.in, c.out = in, bufio.NewReader(out)
	return c, nil
}

// diedError is the error of a child that ended by itself, without a result.
type diedError struct{ error }

// ask runs a filter. Without a complete reply, the child has ended afterwards.
func (c *process) ask(ctx context.Context, r Runner, doc []byte, filter string) (tree.Filtered, error) {
	limited, cancel := context.WithTimeout(ctx, r.Time)
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = c.cmd.Process.Kill() })
	// A failed write shows in how the child ends.
	go func() { _ = writeFrames(c.in, request{Memory: r.Memory, Filter: filter}, doc) }()
	reply := &io.LimitedReader{R: c.out, N: r.Output + 1<<20}
	got, wrong, err := readReply(reply)
	if err == nil {
		if !stop() { // too late for this reply, and the child is killed
			c.end()
		}
		return got, wrong
	}
	full := reply.N <= 0
	if full {
		_ = c.cmd.Process.Kill()
	}
	err = c.cmd.Wait()
	c.ended = true
	stop()
	switch {
	case ctx.Err() != nil:
		return tree.Filtered{}, ctx.Err()
	case limited.Err() != nil:
		return tree.Filtered{}, fmt.Errorf("stopped: it takes longer than %s", r.Time)
	case full:
		return tree.Filtered{}, fmt.Errorf("the result is larger than %d MiB", r.Output>>20)
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	return tree.Filtered{}, diedError{r.died(err, string(c.complaint.data))}
}

func (c *process) end() {
	if c.ended {
		return
	}
	c.ended = true
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait() // it was killed
}
