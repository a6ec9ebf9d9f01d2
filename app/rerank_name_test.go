package app

import "testing"

// TestRunsOfOneModelAreToldApart: the line below the inspector names the settings
// that a run was asked with, and the line above is the set's.
func TestRunsOfOneModelAreToldApart(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/bm25")
		r.set.Models[1] = r.set.Models[1].WithTopN(1)
		d.rank()
		d.keys("l", "l", "i")
		d.shows("sim/bm25 top_n 1  ✓")
		d.shows("untitled set*")
		d.hides("routing metadata")
	})
}
