package query

import (
	"testing"
	"time"
)

// TestBetween: it adds to a query what Narrowed adds to its text.
func TestBetween(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, filter := range []string{"", "a", "verdict:failed or -b cost>1"} {
		q, err := Parse(filter, now)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Parse(Narrowed(filter, "since:2d"), now)
		if err != nil {
			t.Fatal(err)
		}
		got := q.WithTimeRange(now.Add(-48*time.Hour), time.Time{})
		if len(got.Any) != len(want.Any) {
			t.Fatalf("%q: %v", filter, got)
		}
		for i, all := range got.Any {
			last, same := all[len(all)-1], want.Any[i][len(want.Any[i])-1]
			if len(all) != len(want.Any[i]) || last.Field.Name != "since" || !last.Time.Equal(same.Time) || last.Op != same.Op {
				t.Errorf("%q: %v, not %v", filter, got, want)
			}
		}
	}
}
