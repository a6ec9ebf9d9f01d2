package telemetry

import (
	"context"
	"net/http"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/stats"
)

// An archive that failed once may save what ends later: that counts once, though it was
// reported as not saved.
func TestWhatIsSavedAfterAllCountsOnce(t *testing.T) {
	a, err := archive.Open(t.Context(), t.TempDir(), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	failures := stats.Alert{Name: "down", Bounds: []stats.Bound{{Of: stats.Failures, Most: 3}}}
	w := New([]stats.Alert{failures}, time.Now().Add(-time.Minute), func(context.Context) *archive.Archive { return a })
	for i, want := range []int64{0, 0, 3} {
		c := &wire.Capture{
			ID: string(rune('a' + i)), Start: time.Now().Add(-time.Second), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndConnect},
			Sent: wire.Sent{Method: "GET", URL: "http://up.example/v1/models", Header: http.Header{}},
		}
		x := state.New(state.Other, c.ID, nil)
		x.Verdict = state.Failed
		about := history.About{Origin: history.Proxy, Kind: state.Other}
		a.Save(about, x, c, nil)
		w.Unsaved(history.Of(about, x, c))
		n, ok := w.Next(t.Context())
		if !ok || len(n.Faults) > 0 || (len(n.Past) > 0) != (want > 0) || want > 0 && n.Past[0].Level.Value != want {
			t.Errorf("after %d failures: %+v", i+1, n)
		}
	}
}
