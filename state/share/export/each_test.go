package export

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"gatehouse/state/statetest"
)

// unwatched watches nothing and stops nothing.
func unwatched(int) error { return nil }

// TestDocumentsOfSeveralAreCountedAndStop: each reports how many exchanges it has written, and
// ends when asked to.
func TestDocumentsOfSeveralAreCountedAndStop(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"sim/writer","input":"hi","stream":true}`, 0)
	list := slices.Repeat([]Exchange{{State: x, Shown: x, Capture: c}}, 5)
	stop := errors.New("stopped")
	for _, d := range Documents() {
		if !d.Several {
			continue
		}
		var counts []int
		if _, err := d.WriteEach(list, func(done int) error { counts = append(counts, done); return nil }); err != nil || fmt.Sprint(counts) != "[1 2 3 4 5]" {
			t.Errorf("%s: %v, %v", d.As, counts, err)
		}
		counts = nil
		out, err := d.WriteEach(list, func(done int) error {
			if counts = append(counts, done); done == 2 {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || out != nil || len(counts) != 2 {
			t.Errorf("%s: it stops after %v with %v and %d bytes", d.As, counts, err, len(out))
		}
	}
}
