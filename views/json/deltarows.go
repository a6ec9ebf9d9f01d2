package json

import (
	"gatehouse/state/tree"
	"gatehouse/views/text"
)

// deltaRow is a row that is shown.
type deltaRow struct {
	of    int  // the delta's
	run   int  // so many elements side by side only one of the documents has, the first of which this is
	among bool // it is one of those

	folded int // so many rows that are the same, the first of which this is
}

// manyBeside is from how many elements on a run is counted, and each of them drawn
// in few lines.
const manyBeside = 4

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
	for i := 0; i < len(d.rows); {
		n := d.beside(d.rows[i:])
		if n >= manyBeside {
			d.rows[i].run = n
			for j := range n {
				d.rows[i+j].among = true
			}
		}
		i += n
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

// beside counts the elements of an array, from the first row on, that lie side by
// side in the one document that has them; 1 for any other row.
func (d *Delta) beside(rows []deltaRow) int {
	first := d.delta.Rows[rows[0].of]
	x, at := d.delta.B, first.B
	if first.Kind == tree.Removed {
		x, at = d.delta.A, first.A
	}
	if first.Apart || first.Kind != tree.Added && first.Kind != tree.Removed || x.Number(at) < 0 {
		return 1
	}
	n := 1
	for n < len(rows) && rows[n].of == rows[0].of+n {
		if c := d.delta.Rows[rows[n].of]; c.Kind != first.Kind || c.Depth != first.Depth {
			break
		}
		n++
	}
	return n
}
