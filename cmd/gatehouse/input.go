package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// readInput reads the FILE of a command: a path, - for standard input, or with
// no word standard input when it is no terminal. given is false when there was
// nothing to read. A file that cannot be read is wrong usage.
func readInput(ctx context.Context, h host, args []string) (data []byte, given bool, err error) {
	name := "-"
	if len(args) == 1 {
		name = args[0]
	} else if isTerminal(h.stdin) {
		return nil, false, nil
	}
	if name == "-" {
		data, err = readAll(ctx, h.stdin)
		if err != nil {
			return nil, false, stopOr(ctx, wrongUsage("standard input: %w", err))
		}
		return data, true, nil
	}
	data, err = os.ReadFile(name)
	if err != nil {
		return nil, false, wrongUsage("%s: %s", name, unreadable(err))
	}
	return data, true, nil
}

// readAll reads until the end, or until ctx is done: a read from a pipe that
// nobody writes to cannot be broken off, so it is left behind.
func readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(r)
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// stopOr turns an error into the exit code of the signal that caused it, if
// one did.
func stopOr(ctx context.Context, err error) error {
	if code, ok := stopCode(ctx); ok {
		return quietly(code)
	}
	return err
}

// unreadable says in words why a file could not be read, and what to do.
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
