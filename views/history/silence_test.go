package history

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/history"
)

// TestSilenceAtTheEndIsShown: of every exchange that stayed open for a second or more after its last
// byte, whatever columns fit.
func TestSilenceAtTheEndIsShown(t *testing.T) {
	of := func(total, lasted int64, words string) history.Entry {
		return history.Entry{TotalUS: total, LastedUS: lasted, Words: words}
	}
	passed := of(200_000, 30_200_000, "")
	passed.Path, passed.Method, passed.Caller = "/v1/models", "GET", "agent"
	for _, test := range []struct {
		entry history.Entry
		want  string
	}{
		{of(1_500_000, 61_500_000, "Rotate my keys"), "silent for 1m 00s at the end  Rotate my keys"},
		{of(1_500_000, 2_700_000, ""), "silent for 1.2 s at the end"},
		{passed, "silent for 30.0 s at the end  GET /v1/models"},
		{of(1_500_000, 1_510_000, "Rotate my keys"), "Rotate my keys"},
		{of(-1, -1, "no times"), "no times"},
		{of(1_500_000, -1, "it runs"), "it runs"},
	} {
		if got := Words(&test.entry, nil); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestEndHasAColumnBeforeTheTotal if it fits; it is dropped before the total.
func TestEndHasAColumnBeforeTheTotal(t *testing.T) {
	for width, want := range map[int]string{240: "total lasted", 160: "total", 90: "total"} {
		columns, _ := Fit(width, false)
		var times []string
		for _, c := range columns {
			if c.Cell.Title == "total" || c.Cell.Title == "lasted" {
				times = append(times, c.Cell.Title)
			}
		}
		if got := strings.Join(times, " "); got != want {
			t.Errorf("%d cells: %q, want %q", width, got, want)
		}
	}
}

func TestEmptyAnswerIsNamedBeforeTheWords(t *testing.T) {
	for _, test := range []struct {
		verdict      state.Verdict
		reason, want string
	}{
		{state.Completed, history.ReasonEmpty, "empty answer  hi"},
		{state.Failed, history.ReasonEmpty, "hi"},
		{state.Completed, "", "hi"},
	} {
		e := history.Entry{Verdict: test.verdict, Reason: test.reason, Words: "hi", TotalUS: -1, LastedUS: -1}
		if got := Words(&e, nil); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.verdict, test.reason, got, test.want)
		}
	}
}
