//go:build linux

package main

import (
	"bytes"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gatehouse/gateway"
)

// TestAFullDiskHindersNoReading: what a killed program left cannot be added, which is a warning; commands that read, and
// those that make space, do what they are for.
func TestAFullDiskHindersNoReading(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a process")
	}
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, 0) })
	dir := filepath.Join(disk, "data")
	server := httptest.NewServer(gateway.New(gateway.WithPace(1)))
	defer server.Close()
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("profile = 'p'\n[profiles.p]\nbase_url = '"+server.URL+"/api/v1'\nkey_command = ['echo', 'key']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "the first").wants(t, exitOK)
	killed, stdout, _ := child(t, "", "--data-dir", dir, "--config", config, "send", "-m", "sim/writer", "-p", "write 2 MB")
	_, _ = io.ReadFull(stdout, make([]byte, 600_000))
	_ = killed.Process.Signal(syscall.SIGKILL)
	_ = killed.Wait()
	fill(t, disk, 160<<10) // as much as programs need to open the history

	for _, command := range [][]string{{"history", "list"}, {"history", "show", "last"}, {"export", "last", "--as", "json"}} {
		r := inHistory(t, dir, command...)
		r.wants(t, exitOK)
		if !strings.Contains(r.stdout, "the first") || !strings.Contains(r.stderr, "warning: ") {
			t.Errorf("%v: %.200q, %q", command, r.stdout, r.stderr)
		}
	}
	inHistory(t, dir, "history", "prune", "--all", "--yes").wants(t, exitOK)
	if r := inHistory(t, dir, "history", "list"); strings.Contains(r.stdout, "the first") {
		t.Errorf("it was not removed: %s", r.stdout)
	}
	if err := os.Remove(filepath.Join(disk, "full")); err != nil {
		t.Fatal(err)
	}
	inHistory(t, dir, "history", "list").wants(t, exitOK)
	if r := inHistory(t, dir, "history", "list"); !strings.Contains(r.stdout, "write 2 MB") {
		t.Errorf("what the killed program left is not added: %s%s", r.stdout, r.stderr)
	}
}

// fill leaves some bytes of a disk.
func fill(t *testing.T, disk string, left int) {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "full"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var size int64
	for block := bytes.Repeat([]byte("x"), 16<<10); ; {
		n, err := f.Write(block)
		if size += int64(n); err != nil {
			break
		}
	}
	if err := f.Truncate(size - int64(left)); err != nil {
		t.Fatal(err)
	}
}
