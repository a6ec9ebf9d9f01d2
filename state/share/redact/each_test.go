package redact_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/share/redact"
)

// TestLongSearchReportsStepsAndStops within one exchange; then nothing of it is returned.
func TestLongSearchReportsStepsAndStops(t *testing.T) {
	rules, err := redact.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	c := &wire.Capture{ID: "x", Start: time.Unix(1, 0), Timing: wire.NoTiming(), Head: &wire.Head{Status: 200}, End: &wire.End{Cause: wire.EndClean}}
	for n := range 40 {
		c.Body.Append(fmt.Appendf(nil, "data: {\"delta\":\"%d %s\"}\n\n", n, strings.Repeat("words and more words ", 5000)), int64(n))
	}
	var reported []int
	if _, _, err := rules.CaptureEach(c, func(searched int) error { reported = append(reported, searched); return nil }); err != nil || len(reported) < 3 || !slices.IsSorted(reported) {
		t.Errorf("%v, reported %v", err, reported)
	}
	stop, calls := errors.New("stopped"), 0
	clean, hits, err := rules.CaptureEach(c, func(int) error { calls++; return stop })
	if clean != nil || hits != nil || !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
