package archive

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/history/stats"
)

// TestAGroupIsNarrowedTo narrows to each group of every dimension, also where names are
// unusual: what is found then is what was counted.
func TestAGroupIsNarrowedTo(t *testing.T) {
	if testing.Short() {
		t.Skip("many exchanges, one thing after the other: minutes under the race detector, for nothing")
	}
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	names := []string{"", "gpt", "GPT", "gpt-4", "gpt 4", "a*b", "axb", `say "hi"`, "said hi", "under_score", "50%", "x:y", "or", "-minus", "*", "Zoë"}
	r := rand.New(rand.NewPCG(5, 6))
	one := func() string { return names[r.IntN(len(names))] }
	start := time.Now().Add(-30 * time.Hour).Truncate(time.Second)
	tx, err := a.db().write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1500 {
		e := synthetic(r, i, start.Add(time.Duration(i)*time.Minute))
		e.Undated = i%97 == 0
		e.Asked, e.Served, e.Provider, e.Caller, e.Path, e.Connection = one(), one(), one(), one(), one(), one()
		e.Session = []string{"", "task-1", "task-10", "Task-1", "a*", "a b", "s*t"}[r.IntN(7)]
		e.Verdict = stats.Verdicts[r.IntN(len(stats.Verdicts))]
		e.Reason = []string{"", "rate_limit", "max_output_tokens", "a reason", "Rate_limit", "r*", "rx"}[r.IntN(7)]
		if e.Verdict == state.Completed {
			e.Reason = ""
		}
		e.Status = []int{0, 200, 429, 500}[r.IntN(4)]
		e.Tools, e.Guardrails = nil, nil
		for range r.IntN(3) {
			if name := one(); name != "" && !slices.Contains(e.Tools, name) {
				e.Tools = append(e.Tools, name)
			}
			if name := one(); name != "" && !slices.Contains(e.Guardrails, name) {
				e.Guardrails = append(e.Guardrails, name)
			}
		}
		e.Run = int64(r.IntN(12))
		if err := a.insertEntry(tx, e.Start.UnixMicro(), &e); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	for _, d := range stats.Dimensions() {
		for _, g := range figuresOf(t, a, "", d).Groups(d, 0, time.Local) {
			filter := d.Filter(g.Name)
			if n := figuresOf(t, a, filter, d).Len(); n != g.Count {
				t.Errorf("%s %q: %d exchanges, and %d of %s", d.Name, g.Name, g.Count, n, filter)
			}
		}
	}
}
