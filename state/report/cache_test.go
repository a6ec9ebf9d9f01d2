package report_test

import (
	"testing"

	"gatehouse/state/history"
	"gatehouse/state/report"
)

// TestACacheIsOnlySaidToBeLostWhereSomethingAskedForIt: of several causes, or none that is known, one may
// be that nothing did.
func TestACacheIsOnlySaidToBeLostWhereSomethingAskedForIt(t *testing.T) {
	for _, c := range []struct {
		verdict string
		lost    float64
		want    string
	}{
		{"edited", -1, "← edited, cache lost"},
		{"edited", 0.25, "← edited, cache lost, ~$0.2500"},
		{"several", 0.25, "← cache lost, several causes, ~$0.2500"},
		{"several", -1, ""},
		{"unknown", 0.25, "← cache lost, cause not known, ~$0.2500"},
		{"unknown", 0, ""},
		{"not-asked", 0.25, ""},
		{"hit", 0, ""},
	} {
		if got := report.CacheNote(&history.Entry{Cache: c.verdict, Lost: c.lost}); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.verdict, c.lost, got, c.want)
		}
	}
}
