package main

import (
	"context"
	"strings"
	"syscall"
	"testing"
)

// broken is a stream that cannot be written to.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestVersionToAFullDisk: the command line was right, so it is no wrong usage.
func TestVersionToAFullDisk(t *testing.T) {
	for _, arg := range []string{"version", "--version"} {
		var stderr strings.Builder
		if code := run(context.Background(), []string{arg}, host{stdout: broken{syscall.ENOSPC}, stderr: &stderr}); code != exitFailed || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%s: exit code %d, stderr %q", arg, code, stderr.String())
		}
	}
}

// TestVersionAsAFlag prints what the command prints: it is what people type first.
func TestVersionAsAFlag(t *testing.T) {
	flag, command := program(t, "", "--version"), program(t, "", "version")
	if flag.code != exitOK || flag.stdout != command.stdout || !strings.Contains(flag.stdout, apiVersion) {
		t.Errorf("exit code %d, %q, want %q; %s", flag.code, flag.stdout, command.stdout, flag.stderr)
	}
}
