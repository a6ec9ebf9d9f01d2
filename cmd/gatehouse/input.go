package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gatehouse/app/files"
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
	open := func() (io.ReadCloser, error) { return os.Open(name) }
	if name == "-" {
		name, open = inputName(args), func() (io.ReadCloser, error) { return io.NopCloser(h.stdin), nil }
	} else if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > files.MaxDocument {
		return nil, false, wrongUsage("%s: %w", name, errTooLong) // without a look at 64 MiB of it
	}
	data, err = readAll(ctx, open)
	if err != nil {
		return nil, false, stopOr(ctx, wrongUsage("%s: %s", name, unreadable(err)))
	}
	return data, true, nil
}

// inputName is what messages call the FILE of a command.
func inputName(args []string) string {
	if len(args) == 0 || args[0] == "-" {
		return "standard input"
	}
	return args[0]
}

// errTooLong is the error of an input that is longer than is read of one.
var errTooLong = fmt.Errorf("larger than %d MiB, the limit for a request", files.MaxDocument>>20)

// readAll reads until the end, at most files.MaxDocument bytes, or until ctx is
// done. Neither to open a named pipe that nobody writes to nor to read from one
// can be broken off: the call is left behind.
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

// stopOr turns an error into the exit code of the signal that caused it, if
// one did. What was to be said of that stays.
func stopOr(ctx context.Context, err error) error {
	code, ok := stopCode(ctx)
	var said *exit
	if !ok || errors.As(err, &said) && said.code == code {
		return err
	}
	return quietly(code)
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
