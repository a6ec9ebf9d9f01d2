//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/app/effect/files"
)

// zeros is an input without an end; it counts what was read of it.
type zeros struct{ read int64 }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += int64(len(p))
	return len(p), nil
}

// TestInputsHaveABound: a device, a sparse file and a pipe that never end.
func TestInputsHaveABound(t *testing.T) {
	if testing.Short() {
		t.Skip("reads up to the bound again and again")
	}
	sparse := filepath.Join(t.TempDir(), "sparse.json")
	if err := os.WriteFile(sparse, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 5<<30); err != nil {
		t.Skip("no sparse files here")
	}
	for _, command := range []string{"send", "validate"} {
		for _, file := range []string{"/dev/zero", sparse} {
			r := program(t, "", command, file)
			r.wants(t, exitUsage, file, "larger than 64 MiB, the limit for a request")
		}
		z := &zeros{}
		code := run(t.Context(), []string{command, "-"}, host{stdin: z, stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return "" }})
		if code != exitUsage || z.read > 2*files.MaxDocument {
			t.Errorf("%s: exit %d after %d MiB", command, code, z.read>>20)
		}
	}
}

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	return path
}

// TestAPipeThatNobodyOpensCanBeLeft: the open itself blocks.
func TestAPipeThatNobodyOpensCanBeLeft(t *testing.T) {
	path := fifo(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped{syscall.SIGINT})
	left := make(chan error, 1)
	go func() {
		_, _, err := readInput(ctx, host{}, []string{path})
		left <- err
	}()
	var end *exit
	select {
	case err := <-left:
		if !errors.As(err, &end) || end.code != 130 {
			t.Errorf("%v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it is still being opened")
	}
	if w, err := os.OpenFile(path, os.O_RDWR, 0); err == nil { // ends the pending call
		w.Close()
	}
}

// TestTheFirstInterruptEndsAReadOfAPipe, which gives nothing.
func TestTheFirstInterruptEndsAReadOfAPipe(t *testing.T) {
	for _, command := range []string{"send", "validate"} {
		path := fifo(t)
		cmd, _, stderr := child(t, "", command, path)
		w, err := os.OpenFile(path, os.O_WRONLY, 0) // waits until it is open for reading
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		hangs := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		hangs.Stop()
		w.Close()
		if code := cmd.ProcessState.ExitCode(); code != 130 {
			t.Errorf("%s: exit %d, %s", command, code, stderr)
		}
	}
}

func TestAConfigIsARegularFile(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.toml")
	if err := os.WriteFile(large, []byte(strings.Repeat("#\n", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, words := range map[string]string{
		"/dev/zero": "not a regular file", fifo(t): "not a regular file", t.TempDir(): "not a regular file", large: "larger than 1 MiB",
	} {
		for _, command := range []string{"send", "validate"} {
			r := program(t, "{}", command, "--config", path)
			r.wants(t, exitUsage, path, words)
		}
	}
}
