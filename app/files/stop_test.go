package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gatehouse/app/progress"
)

// stoppedWork is work that was stopped already.
func stoppedWork(t *testing.T) *progress.Work {
	w := progress.Begin(t.Context(), progress.Step{})
	t.Cleanup(w.End)
	w.Stop()
	return w
}

// TestAStoppedWritingLeavesEverythingAsItWas: no half of a file, and no piece beside it.
func TestAStoppedWritingLeavesEverythingAsItWas(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stopped *progress.StoppedError
	for _, path := range []string{there, filepath.Join(dir, "new")} {
		if err := WriteShown(stoppedWork(t), path, make([]byte, 3*pieceSize), true); !errors.As(err, &stopped) || stopped.Step.Done != pieceSize {
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
