package archive

import (
	"path/filepath"
	"sync"
	"testing"
)

// TestProgramsThatStartAtOnceAllRun: none takes another, which has just made the file of its
// lock, for one that is gone.
func TestProgramsThatStartAtOnceAllRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	looking := begun(t, dir)
	stop := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				looking.enqueue(job{do: looking.findLeft})
			}
		}
	})
	for range 200 {
		a := &Archive{spools: looking.spools}
		if err := a.lock(); err != nil {
			t.Error(err)
		}
		if !looking.running(a.instance) {
			t.Error("it is taken for one that is gone")
		}
		a.unlock()
	}
	close(stop)
	running.Wait()
}
