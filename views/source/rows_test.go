package source

import (
	"testing"

	"pgregory.net/rapid"
)

// drawLayout is a layout of some text, its long strings folded.
func drawLayout(t *rapid.T) (*layout, string) {
	s := drawText(t, "text")
	l := newLayout()
	l.text = newPieceTable(s)
	l.folds = findFolds(nil, []byte(s), 0)
	l.setWidth(rapid.IntRange(1, 60).Draw(t, "width"))
	if rapid.Bool().Draw(t, "open") {
		l.setOpen(rapid.IntRange(0, len(s)).Draw(t, "at"))
	}
	return l, s
}

// TestRowsJoinToTheText: from the first row to the last and back nothing is
// left out, nothing twice, and no row is wider than the pane.
func TestRowsJoinToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := drawLayout(t)
		at := l.spotAt(0)
		rows, end := 0, 0
		for more := true; more; rows++ {
			r := at.row()
			if r.from != end {
				t.Fatalf("row %d begins at %d, want %d", rows, r.from, end)
			}
			if r.next != r.to && s[r.to:r.next] != "\n" {
				t.Fatalf("between rows %q is lost", s[r.to:r.next])
			}
			end = r.next
			off := r.from
			l.cells(at, func(at, col int, c cell, _ string) bool {
				if at != off {
					t.Fatalf("a cell at %d, want %d", at, off)
				}
				if col+c.width > l.width && at > r.from {
					t.Fatalf("row %d is wider than %d", rows, l.width)
				}
				off += c.size
				return true
			})
			if off != r.to {
				t.Fatalf("the cells of row %d end at %d, want %d", rows, off, r.to)
			}
			if found := l.spotAt(r.from); found.row() != r {
				t.Fatalf("the start of row %d is in another row", rows)
			}
			at, more = l.next(at)
		}
		if end != len(s) {
			t.Fatalf("the rows end at %d of %d", end, len(s))
		}
		if _, back := l.move(at, -2*rows); back != rows-1 {
			t.Fatalf("%d rows down, %d up", rows-1, back)
		}
	})
}

// TestTheCursorWalks: every step to the right is undone by one to the left,
// and a column leads back to its place.
func TestTheCursorWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := drawLayout(t)
		at := l.snap(rapid.IntRange(0, len(s)).Draw(t, "from"))
		for range 40 {
			if l.snap(at) != at {
				t.Fatalf("a cursor cannot stand at %d", at)
			}
			row := l.spotAt(at)
			if c := l.column(row, at); l.offset(row, c) != at && c < l.width {
				if r := row.row(); s[min(at, len(s)-1)] != '\r' && r.to != r.from {
					t.Fatalf("column %d of %d leads to %d", c, at, l.offset(row, c))
				}
			}
			next := l.after(at)
			if next == len(s) {
				return
			}
			if next <= at || l.before(next) != at {
				t.Fatalf("%d → %d → %d", at, next, l.before(next))
			}
			at = next
		}
	})
}

// TestFoldsFollowTheText: what is known of the folds after edits is what a
// look at the whole text finds.
func TestFoldsFollowTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := drawLayout(t)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			from := rapid.IntRange(0, len(s)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(s), from+5000)).Draw(t, "to")
			in := drawText(t, "new")
			l.text.edit(from, to, in)
			s = s[:from] + in + s[to:]
			due := l.refold(from, to, len(in)-(to-from))
			l.forget()
			want := findFolds(nil, []byte(s), 0)
			if due {
				l.folds = want
			}
			if len(l.folds) != len(want) {
				t.Fatalf("%d folds, want %d", len(l.folds), len(want))
			}
			for i := range want {
				if l.folds[i] != want[i] {
					t.Fatalf("fold %+v, want %+v", l.folds[i], want[i])
				}
			}
		}
	})
}
