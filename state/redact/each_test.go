package redact_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/redact"
)

// TestALongSearchIsWatchedAndStops within one exchange; then nothing of it is returned.
func TestALongSearchIsWatchedAndStops(t *testing.T) {
	rules, err := redact.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	c := &wire.Capture{ID: "x", Start: time.Unix(1, 0), Timing: wire.NoTiming(), Head: &wire.Head{Status: 200}, End: &wire.End{Cause: wire.EndClean}}
	for n := range 40 {
		c.Body.Append(fmt.Appendf(nil, "data: {\"delta\":\"%d %s\"}\n\n", n, strings.Repeat("words and more words ", 5000)), int64(n))
	}
	var told []int
	if _, _, err := rules.CaptureEach(c, func(searched int) error { told = append(told, searched); return nil }); err != nil || len(told) < 3 || !slices.IsSorted(told) {
		t.Errorf("%v, told %v", err, told)
	}
	stop, calls := errors.New("stopped"), 0
	clean, hits, err := rules.CaptureEach(c, func(int) error { calls++; return stop })
	if clean != nil || hits != nil || !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
