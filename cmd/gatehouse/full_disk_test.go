//go:build linux

package main

import (
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
	har := filepath.Join(t.TempDir(), "calls.har")
	if err := os.WriteFile(har, archiveOf(400), 0o600); err != nil {
		t.Fatal(err)
	}
	inHistory(t, dir, "import", har).wants(t, exitOK)
	inHistory(t, dir, "send", "-m", "sim/writer", "-p", "the first").wants(t, exitOK)
	killed, stdout, _ := child(t, "", "--data-dir", dir, "--config", config, "send", "-m", "sim/writer", "-p", "write 2 MB")
	_, _ = io.ReadFull(stdout, make([]byte, 600_000))
	_ = killed.Process.Signal(syscall.SIGKILL)
	_ = killed.Wait()
	fill(t, filepath.Join(disk, "full"))

	for _, command := range [][]string{{"history", "list"}, {"history", "show", "last"}, {"export", "last", "--as", "json"}} {
		r := inHistory(t, dir, command...)
		r.wants(t, exitOK)
		if !strings.Contains(r.stdout, "the first") || !strings.Contains(r.stderr, "warning: ") {
			t.Errorf("%v: %.200q, %q", command, r.stdout, r.stderr)
		}
	}
	more := filepath.Join(disk, "more")
	if err := os.Remove(filepath.Join(dir, "history.spare")); err != nil {
		t.Fatal(err)
	}
	fill(t, more)
	if r := inHistory(t, dir, "history", "prune", "--all", "--yes"); r.code != exitFailed || !strings.Contains(r.stderr, "delete 1 MB of other files") {
		t.Errorf("without any space: exit %d, %s", r.code, r.stderr)
	}
	if err := os.Remove(more); err != nil { // as the spare file would be
		t.Fatal(err)
	}
	inHistory(t, dir, "history", "prune", "--all", "--yes").wants(t, exitOK)
	if r := inHistory(t, dir, "history", "list"); strings.Contains(r.stdout, "the first") {
		t.Errorf("it was not removed: %.300s", r.stdout)
	}
	if err := os.Remove(filepath.Join(disk, "full")); err != nil {
		t.Fatal(err)
	}
	inHistory(t, dir, "history", "list").wants(t, exitOK)
	if r := inHistory(t, dir, "history", "list"); !strings.Contains(r.stdout, "write 2 MB") {
		t.Errorf("what the killed program left is not added: %s%s", r.stdout, r.stderr)
	}
}

// fill fills a disk to its last byte with a file.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 16 << 10; size > 0; size /= 2 {
		for err := error(nil); err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
}
