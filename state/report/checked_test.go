package report

import (
	"slices"
	"testing"

	"gatehouse/state"
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

// TestLikelyHintsComeBeforeOthers, and look like warnings, but are counted as hints.
func TestLikelyHintsComeBeforeOthers(t *testing.T) {
	found := Checked(check.Report{Hints: []check.Finding{{Path: "a", Message: "x"}, {Path: "b", Message: "y", Likely: true}}})
	if found[0].Line() != "hint: b: y" || found[0].Mark() != "⚠" || found[1].Level != Note {
		t.Errorf("%+v", found)
	}
	if got := Counted(found); got != (Span{"no faults ✓, 2 hints", Warn}) {
		t.Errorf("%v", got)
	}
}

// TestWhatWasSentAndIsUnknownIsTold with the settings, whether they were echoed or not.
func TestWhatWasSentAndIsUnknownIsTold(t *testing.T) {
	for request, want := range map[string]string{
		`{"input":"hi","temprature":1,"reasoning":{"efort":"low"}}`: "sent, and not known to the API: temprature, reasoning.efort",
		`{"input":"hi","temperature":1}`:                            "",
	} {
		x := state.NewExchange("x", []byte(request))
		r := Settings(Subject{Exchange: x, Read: ReadAll(x, nil)})
		got := ""
		for _, b := range r.Blocks {
			if s, ok := b.(Span); ok && s.Role == Warn {
				got = s.Text
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", request, got, want)
		}
	}
}
