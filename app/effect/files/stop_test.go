package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/effect/progress"
)

// stoppedWork is work that was stopped already.
func stoppedWork(t *testing.T) *progress.Work {
	w := progress.Begin(t.Context(), progress.Step{})
	t.Cleanup(w.End)
	w.Stop()
	return w
}

// TestAStoppedWritingLeavesEverythingAsItWas: no truncated and no temporary file.
func TestAStoppedWritingLeavesEverythingAsItWas(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stopped *progress.StoppedError
	for _, path := range []string{there, filepath.Join(dir, "new")} {
		if err := WriteShown(stoppedWork(t), path, make([]byte, 3*pieceSize), true, nil); !errors.As(err, &stopped) || stopped.Step.Done != pieceSize {
			t.Errorf("%s: %v", path, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if kept, _ := os.ReadFile(there); err != nil || len(entries) != 1 || string(kept) != "mine" {
		t.Errorf("%v, %d files, %q", err, len(entries), kept)
	}
}

// TestAStoppedReadingOpensNothing, whatever the file is.
func TestAStoppedReadingOpensNothing(t *testing.T) {
	var stopped *progress.StoppedError
	for _, doc := range []string{`{"log":{"entries":[]}}`, `{"input":"x"}`, "no JSON"} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := OpenFile(stoppedWork(t), path); !errors.As(err, &stopped) || f.Conversation != nil || f.Set != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// TestAStoppedStreamIsNotReadToItsEnd: of a long answer as received no more is read than what
// comes before the next look.
func TestAStoppedStreamIsNotReadToItsEnd(t *testing.T) {
	for doc, want := range map[string]progress.Step{
		strings.Repeat("data: {\"type\":\"x\"}\n\n", 3*foldStep):                      {Verb: "replaying", Done: foldStep, Unit: "events"},
		strings.Repeat("{\"at_us\":1,\"data\":\"{\\\"type\\\":\\\"x\\\"}\"}\n", 4000): {Verb: "reading", Done: 1024, Unit: "lines"},
	} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
			t.Fatal(err)
		}
		var stopped *progress.StoppedError
		if _, err := OpenFile(stoppedWork(t), path); !errors.As(err, &stopped) || stopped.Step != want {
			t.Errorf("%.30s: %+v, want %+v", doc, err, want)
		}
	}
}
