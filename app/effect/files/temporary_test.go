package files

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestSavesAtTheSameMoment do not take each other's files away.
func TestSavesAtTheSameMoment(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 50 {
				text := fmt.Sprint(i, k)
				path := filepath.Join(dir, fmt.Sprint(i))
				if err := Replace(path, []byte(text)); err != nil {
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
