package history

import (
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestTwoExchangesAreNamedByWhatDiffers and by nothing that both have.
func TestTwoExchangesAreNamedByWhatDiffers(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 11, 12, 5e6, time.Local)
	side := func(after time.Duration, model, words string) Side { return Side{at.Add(after), model, words} }
	for _, c := range []struct {
		a, b Side
		want [2]string
	}{
		{side(0, "m", "hello"), side(time.Minute, "m", "hello"), [2]string{"10:11:12", "10:12:12"}},
		{side(0, "m", "hello"), side(20*time.Millisecond, "n", "hello"), [2]string{"10:11:12.005  m", "10:11:12.025  n"}},
		{side(0, "m", "hello"), side(48*time.Hour, "m", "bye"), [2]string{"2026-03-04 10:11  hello", "2026-03-06 10:11  bye"}},
		{side(0, "m", "hello"), Side{}, [2]string{"10:11:12  m  hello", ""}},
		{side(0, "m", "hello"), side(0, "m", "hello"), [2]string{}},
	} {
		if got := Distinguish(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

// TestTheTimeOfAFileDoesNotDistinguish: it is not when the exchange was made.
func TestTheTimeOfAFileDoesNotDistinguish(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 11, 12, 0, time.Local)
	dated, undated := &wire.Capture{Start: at}, &wire.Capture{Start: at.Add(time.Hour), Lacks: wire.Lacks{Start: true}}
	x := &state.Exchange{Chain: "m"}
	for _, c := range []struct {
		a, b Side
		want [2]string
	}{
		{SideOf(x, dated, "hello"), SideOf(x, undated, "bye"), [2]string{"10:11:12  hello", "bye"}},
		{SideOf(x, undated, "hello"), SideOf(nil, nil, ""), [2]string{"m  hello", ""}},
	} {
		if got := Distinguish(c.a, c.b); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
