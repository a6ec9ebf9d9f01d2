package lab

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// With known prices no run costs more than its limit, whatever its answers cost below these, and
// a request waits only while another runs.
func TestABudgetIsNeverExceeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Float64Range(0.01, 1).Draw(t, "most")
		b := NewBudget(most)
		var running []Reservation
		spent := 0.0
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			h, leave := b.Reserve(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "model"), rapid.Float64Range(0.001, 0.2).Draw(t, "price"))
			if leave == Send {
				running = append(running, h)
			}
			if leave == Wait && len(running) == 0 {
				t.Fatal("it waits for nothing")
			}
			if len(running) > 0 && (leave != Send || rapid.Bool().Draw(t, "answers")) {
				cost := running[0].usd * rapid.Float64Range(0, 1).Draw(t, "share")
				b.Charge(running[0], cost, false)
				spent, running = spent+cost, running[1:]
			}
		}
		if spent > most*(1+1e-9) {
			t.Errorf("%v of %v was spent", spent, most)
		}
	})
}

func TestABudgetWithoutPricesLearnsThemOfAnswers(t *testing.T) {
	b, unknown := NewBudget(0.05), math.NaN()
	first, leave := b.Reserve("a", unknown)
	if _, second := b.Reserve("a", unknown); leave != Send || second != Wait {
		t.Fatalf("%v %v", leave, second)
	}
	b.Charge(first, 0.02, false)
	second, leave := b.Reserve("a", unknown)
	if _, third := b.Reserve("a", unknown); leave != Send || third != Wait || b.Ended() != "" {
		t.Fatalf("%v %v %q", leave, third, b.Ended())
	}
	b.Charge(second, 0.02, false)
	if _, leave := b.Reserve("a", unknown); leave != End || b.Ended() != "the limit of $0.05 is reached: the next request may cost $0.02, and $0.01 is left" {
		t.Errorf("%v %q", leave, b.Ended())
	}
}

func TestBudgetEndsIfItCannotBeEnforced(t *testing.T) {
	b := NewBudget(1)
	h, _ := b.Reserve("a", math.NaN())
	b.Charge(h, math.NaN(), true) // it was refused, and asks again
	h, leave := b.Reserve("a", math.NaN())
	b.Charge(h, math.NaN(), false)
	if _, next := b.Reserve("a", math.NaN()); leave != Send || next != End || !strings.Contains(b.Ended(), "neither a price nor an answer of a says what it costs") {
		t.Errorf("%v %v %q", leave, next, b.Ended())
	}
	var none *Budget
	if _, leave := none.Reserve("a", 9); leave != Send || none.Ended() != "" {
		t.Errorf("no budget: %v", leave)
	}
}
