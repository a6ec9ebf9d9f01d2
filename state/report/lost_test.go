package report

import "testing"

// A loss of less than a tenth of a cent is no warning.
func TestSmallLossIsANote(t *testing.T) {
	for usd, want := range map[float64]Level{0.0009: Note, 0.001: Warning, 2: Warning} {
		f, ok := lostFinding(usd, 3)
		if !ok || f.Level != want || (lostCell(usd).Role == Quiet) != (want == Note) {
			t.Errorf("a loss of %v is %+v and the cell %+v", usd, f, lostCell(usd))
		}
	}
}
