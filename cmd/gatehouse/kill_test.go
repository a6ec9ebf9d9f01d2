package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/share"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/share/export"
)

var kills = flag.Int("kills", 5, "how many streams are killed")

// TestKilledInTheMiddleOfAStream kills the program with SIGKILL at random moments: what
// it had printed is in the history, and the history opens.
func TestKilledInTheMiddleOfAStream(t *testing.T) {
	if testing.Short() {
		t.Skipf("kills %d processes", *kills)
	}
	t.Parallel()
	dir := newDataDir(t)
	server := httptest.NewServer(gateway.New(gateway.WithPace(100 * time.Microsecond)))
	defer server.Close()
	config := filepath.Join(t.TempDir(), "config.toml")
	profile := fmt.Sprintf("profile = 'p'\n[profiles.p]\nbase_url = '%s/api/v1'\nkey_command = ['echo', 'key']\n", server.URL)
	if err := os.WriteFile(config, []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, uint64(*kills)))
	for i := range *kills {
		cmd, stdout, _ := child(t, "", "--data-dir", dir, "--config", config, "send", "-m", "sim/writer", "-p", "write 10 KB")
		shown := make([]byte, 1+random.IntN(2_000))
		if _, err := io.ReadFull(stdout, shown); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(stdout) // printed, and not yet read
		_ = cmd.Wait()
		shown = append(shown, rest...)

		x := lastOf(t, dir, i).State
		if x.Verdict != state.Truncated || !strings.HasPrefix(x.Text(), string(shown)) {
			t.Errorf("%d: %s; %d bytes were printed, %d are saved", i, x.Verdict, len(shown), len(x.Text()))
		}
	}
	a := historyIn(t, dir)
	if list, err := a.List(t.Context(), archive.Page{Limit: 1000}); err != nil || len(list) != *kills {
		t.Errorf("the history has %d exchanges (%v), want %d", len(list), err, *kills)
	}
}

// lastOf opens the history after a kill, and returns its newest exchange.
func lastOf(t *testing.T, dir string, kill int) export.Exchange {
	t.Helper()
	a := historyIn(t, dir)
	defer a.Close()
	last, err := share.Find(t.Context(), a, "last")
	if err != nil {
		t.Fatalf("after kill %d: %v", kill, err)
	}
	return last
}

// historyIn opens a history and takes in what is left in spools.
func historyIn(t *testing.T, dir string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	if err := a.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}
