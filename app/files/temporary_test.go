package files

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestASaveRemovesWhatAKilledOneLeft, and nothing else: neither what somebody
// saves at the moment, nor what only has such a name.
func TestASaveRemovesWhatAKilledOneLeft(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, age time.Duration) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("part of a session"), 0o600); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-age)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		return path
	}
	left := []string{file(".gatehouse-123", 2*leftBehind)}
	if locks {
		left = append(left, file(".gatehouse-456", 0))
	}
	kept := []string{file(".gatehouse-notes", 2*leftBehind), file("a.gatehouse-1", 2*leftBehind), file(".gatehouse-", 2*leftBehind)}
	living, err := temporary(nil, dir, []byte("being saved"))
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * leftBehind) // its program may have been stopped meanwhile
	if err := os.Chtimes(living.path, old, old); err != nil {
		t.Fatal(err)
	}
	if locks {
		kept = append(kept, living.path)
	}
	if err := os.Mkdir(filepath.Join(dir, ".gatehouse-789"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept[0], filepath.Join(dir, ".gatehouse-1000")); err == nil {
		kept = append(kept, filepath.Join(dir, ".gatehouse-1000"))
	}
	if err := Write(filepath.Join(dir, "session.json"), []byte("{}"), false); err != nil {
		t.Fatal(err)
	}
	for _, path := range left {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
	for _, path := range append(kept, filepath.Join(dir, ".gatehouse-789"), filepath.Join(dir, "session.json")) {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	living.remove()
	if _, err := Save(dir, "answer.txt", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".gatehouse-[0-9]*")); len(names) != 2 { // the folder and the link
		t.Errorf("there are %q", names)
	}
}

// TestSavesAtTheSameMoment do not take each other's files away.
func TestSavesAtTheSameMoment(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 50 {
				text := fmt.Sprint(i, k)
				path := filepath.Join(dir, fmt.Sprint(i))
				if err := Write(path, []byte(text), true); err != nil {
					t.Error(err)
				}
				if data, err := os.ReadFile(path); err != nil || string(data) != text {
					t.Errorf("%s, %v", data, err)
				}
			}
		})
	}
	all.Wait()
}
