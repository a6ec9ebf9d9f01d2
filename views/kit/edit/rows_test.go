package edit

import (
	"testing"

	"pgregory.net/rapid"
)

// drawEditor is an editor of some text, parts of it folded.
func drawEditor(t *rapid.T) (*Editor, string) {
	s := drawText(t, "text")
	e := NewKind(Kind{Lexer: quotes{}, Hanging: rapid.Bool().Draw(t, "hanging"), Piece: testPiece}, func(int, int, int) {})
	e.Splice(0, 0, s)
	var folds []Fold
	for at := 0; at < len(s) && len(folds) < 4; {
		from := e.Snap(rapid.IntRange(at, len(s)).Draw(t, "fold"))
		to := e.Snap(min(from+rapid.SampledFrom([]int{1, 30, 6000}).Draw(t, "folded"), e.text.LineEnd(from)))
		if from >= at && to > from {
			folds = append(folds, Fold{from, to, " … some … "})
		}
		at = max(to, from) + 1
	}
	e.SetFolds(folds)
	e.SetWidth(rapid.IntRange(1, 60).Draw(t, "width"))
	if rapid.Bool().Draw(t, "open") {
		e.SetOpen(rapid.IntRange(0, len(s)).Draw(t, "at"))
	}
	return e, s
}

// TestRowsJoinToTheText: from the first row to the last and back nothing is
// left out, nothing twice, and no row is wider than the pane.
func TestRowsJoinToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, s := drawEditor(t)
		at := e.SpotAt(0)
		rows, end := 0, 0
		for more := true; more; rows++ {
			r := at.Row()
			if r.From != end {
				t.Fatalf("row %d begins at %d, want %d", rows, r.From, end)
			}
			if r.Next != r.To && s[r.To:r.Next] != "\n" {
				t.Fatalf("between rows %q is lost", s[r.To:r.Next])
			}
			end = r.Next
			off := r.From
			e.Cells(at, func(at, col int, c Cell, _ string) bool {
				if at != off {
					t.Fatalf("a cell at %d, want %d", at, off)
				}
				if col+c.Width > e.width && at > r.From {
					t.Fatalf("row %d is wider than %d", rows, e.width)
				}
				off += c.Size
				return true
			})
			if off != r.To {
				t.Fatalf("the cells of row %d end at %d, want %d", rows, off, r.To)
			}
			if found := e.SpotAt(r.From); found.Row() != r {
				t.Fatalf("the start of row %d is in another row", rows)
			}
			at, more = e.Next(at)
		}
		if end != len(s) {
			t.Fatalf("the rows end at %d of %d", end, len(s))
		}
		if _, back := e.Move(at, -2*rows); back != rows-1 {
			t.Fatalf("%d rows down, %d up", rows-1, back)
		}
	})
}

// TestTheCursorWalks: every step to the right is undone by one to the left,
// and a column leads back to its place.
func TestTheCursorWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, s := drawEditor(t)
		at := e.Snap(rapid.IntRange(0, len(s)).Draw(t, "from"))
		for range 40 {
			if e.Snap(at) != at {
				t.Fatalf("a cursor cannot stand at %d", at)
			}
			row := e.SpotAt(at)
			if c := e.Column(row, at); e.Offset(row, c) != at && c < e.width {
				if r := row.Row(); s[min(at, len(s)-1)] != '\r' && r.To != r.From {
					t.Fatalf("column %d of %d leads to %d", c, at, e.Offset(row, c))
				}
			}
			next := e.after(at)
			if next == len(s) {
				return
			}
			if next <= at || e.before(next) != at {
				t.Fatalf("%d → %d → %d", at, next, e.before(next))
			}
			at = next
		}
	})
}

// TestATabBehindABlankEndsItsRow: it would be wider on the next one.
func TestATabBehindABlankEndsItsRow(t *testing.T) {
	e := NewKind(Kind{Hanging: true, Piece: testPiece}, func(int, int, int) {})
	e.Splice(0, 0, "ab \tcd")
	e.SetWidth(4)
	e.Cells(e.SpotAt(4), func(at, col int, c Cell, _ string) bool {
		if col+c.Width > 4 {
			t.Errorf("the cell at %d ends in column %d", at, col+c.Width)
		}
		return true
	})
	if got := e.SpotAt(4).Row(); got.From != 4 {
		t.Errorf("the word behind the tab begins a row at %d", got.From)
	}
}
