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
	var stderr strings.Builder
	if code := run(context.Background(), []string{"version"}, host{stdout: broken{syscall.ENOSPC}, stderr: &stderr}); code != exitFailed || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
}
