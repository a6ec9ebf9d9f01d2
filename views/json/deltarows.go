package json

import (
	"gatehouse/state/tree"
	"gatehouse/views/text"
)

// deltaRow is a row that is shown.
type deltaRow struct {
	of     int // the delta's
	folded int // so many rows that are the same, the first of which this is
}

// SetOnly says whether what is the same is left out.
func (d *Delta) SetOnly(only bool) {
	d.only, d.rows = only, d.rows[:0]
	d.Forget(0)
	for i, c := range d.delta.Rows {
		whole := c.Kind == tree.Inside || c.Kind == tree.Respelled && d.delta.A.Container(c.A)
		if c.Depth == 0 && whole || only && !c.Differs() {
			continue // the document itself needs no row when what lies in it has
		}
		d.rows = append(d.rows, deltaRow{of: i})
	}
	if d.folds && !d.whole {
		d.fold()
	}
}

// fold makes one row of those that are the same, but for a few around each that is not.
func (d *Delta) fold() {
	var out []deltaRow
	for i := 0; i < len(d.rows); {
		end := i
		for end < len(d.rows) && d.delta.Rows[d.rows[end].of].Kind == tree.Same {
			end++
		}
		from, to := min(i+text.Around, end), max(end-text.Around, i)
		if i == 0 {
			from = 0
		}
		if end == len(d.rows) {
			to = end
		}
		if to-from < 2 {
			end = max(end, i+1)
			out = append(out, d.rows[i:end]...)
		} else {
			out = append(append(out, d.rows[i:from]...), deltaRow{of: d.rows[from].of, folded: to - from})
			out = append(out, d.rows[to:end]...)
		}
		i = end
	}
	d.rows = out
}

// SetFolded says whether long runs of what is the same are folded, where SetWhole does not
// unfold them.
func (d *Delta) SetFolded(folds bool) {
	d.folds = folds
	d.SetOnly(d.only)
}
