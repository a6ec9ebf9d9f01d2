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

	"gatehouse/app/share"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/archive"
)

var kills = flag.Int("kills", 20, "how many streams are killed")

// TestKilledInTheMiddleOfAStream kills the program with SIGKILL at random moments: what
// it had printed is in the history, and the history opens.
func TestKilledInTheMiddleOfAStream(t *testing.T) {
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
		cmd, stdout, _ := child(t, "", "--data-dir", dir, "--config", config, "send", "-m", "sim/writer", "-p", "write 40 KB")
		shown := make([]byte, 1+random.IntN(8_000))
		if _, err := io.ReadFull(stdout, shown); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(stdout) // printed, and not yet read
		_ = cmd.Wait()
		shown = append(shown, rest...)

		a, err := archive.Open(t.Context(), dir, archive.Options{Fold: share.Fold, Report: func(err error) { t.Errorf("%d: %v", i, err) }})
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if err := a.Flush(t.Context()); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		last, err := share.Find(t.Context(), a, "last")
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		x := last.State
		if x.Verdict != state.Truncated || !strings.HasPrefix(x.Text(), string(shown)) {
			t.Errorf("%d: %s; %d bytes were printed, %d are saved", i, x.Verdict, len(shown), len(x.Text()))
		}
		if list, err := a.List(t.Context(), archive.Page{Limit: 1000}); err != nil || len(list) != i+1 {
			t.Errorf("%d: the history has %d exchanges (%v), want %d", i, len(list), err, i+1)
		}
		a.Close()
	}
}
