package report

import (
	"slices"
	"testing"

	"gatehouse/state/check"
)

func TestTheGravestFindingComesFirstAndIsNamedByItsPlace(t *testing.T) {
	found := Checked(check.Report{
		Hints:    []check.Finding{{Path: "model", Message: "h"}},
		Faults:   []check.Finding{{Path: ".", Message: "f"}},
		Warnings: []check.Finding{{Path: "route", Message: "w"}},
	})
	var lines []string
	for _, f := range found {
		lines = append(lines, f.Line())
	}
	if want := []string{".: f", "warning: route: w", "hint: model: h"}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	for _, c := range []struct {
		of   []Finding
		want Span
	}{
		{found, Span{"1 fault, 1 warning, 1 hint", Bad}},
		{found[1:], Span{"no faults ✓, 1 warning, 1 hint", Warn}},
		{Faults(found[1:]), Span{"no faults ✓", Good}},
	} {
		if got := Counted(c.of); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}
