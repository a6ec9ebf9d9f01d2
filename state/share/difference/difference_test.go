package difference

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// answered is an exchange that ended so long after it began, with what it used.
func answered(usage string, us int64) *state.Exchange {
	x := state.NewExchange("x", []byte(`{"stream":true}`))
	timing := wire.NoTiming()
	timing.FirstByte, timing.End = us/4, us
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: us}, Timing: new(timing),
			Body: []byte(`{"id":"r","object":"response","status":"completed","output":[],"usage":` + usage + `}`)})
	return x
}

// TestWhatLiesBetweenIsMeasured: it is computed from the measured times, as is how many times as long
// the second is.
func TestWhatLiesBetweenIsMeasured(t *testing.T) {
	timed := func(us int64) *state.Exchange { return answered(`{}`, us) }
	for _, c := range []struct {
		a, b              int64
		sideA, sideB, say string
	}{
		{7_100, 3_900, "7 ms", "4 ms", "-3 ms  ×0.55"},
		{3_200, 540, "3 ms", "0.54 ms", "-3 ms  ×0.17"},
		{685, 812, "0.69 ms", "0.81 ms", "+0.13 ms  ×1.2"},
		{1_340_000, 1_160_000, "1.3 s", "1.2 s", "-0.18 s  ×0.87"},
		{1_000_000, 940_000, "1.0 s", "0.94 s", "-0.06 s  ×0.94"},
		{5_200, 4_400, "5 ms", "4 ms", "-0.80 ms  ×0.85"},
		{5, 999_500, "0.01 ms", "1.0 s", "+1.00 s  ×199900"},
		{2, 9, "0 ms", "0.01 ms", "+0.01 ms  ×4.5"},
		{652_000, 650_000, "652 ms", "650 ms", "-2 ms"},
		{1_000_000, 998_000, "1.0 s", "1.00 s", "-2 ms"},
		{1_600_000, 910, "1.6 s", "0.91 ms", "-1.6 s  <×0.001"},
		{910, 60_100_000, "0.91 ms", "1m 00s", "+1m 00s  ×66044"},
		{61_900_000, 120_100_000, "1m 02s", "2m 00s", "+0m 58s  ×1.9"},
	} {
		if f := duration("total", timed(c.a), timed(c.b), figures.Total); f.A != c.sideA || f.B != c.sideB || f.Apart != c.say {
			t.Errorf("%d and %d: %+v, want %q", c.a, c.b, f, c.say)
		}
	}
}

func TestRatesThatAreNear(t *testing.T) {
	rated := func(perSecond float64) *state.Exchange {
		x := answered(`{"input_tokens":1,"output_tokens":1000,"total_tokens":1001}`, 7)
		x.Pace.Deltas = 10
		x.Stream, x.FirstDeltaUS, x.LastDeltaUS = true, 1, 1+int64(1000/perSecond*1e6)
		return x
	}
	for _, c := range []struct {
		a, b float64
		want string
	}{{112.4, 114.6, "112 115 +3  ×1.03"}, {112, 112.4, "112 112 "}, {40, 90, "40 90 +50  ×2.2"}, {218.1, 217.2, "218 217 -1"}, {1000, 2500, "1,000 2,500 +1,500  ×2.5"}} {
		if f := rate(rated(c.a), rated(c.b)); fmt.Sprint(f.A, " ", f.B, " ", f.Apart) != c.want || f.Near != (c.a == 218.1) || f.Differs() != (f.A != f.B) {
			t.Errorf("%+v, want %q", f, c.want)
		}
	}
}

// TestRowsCompare: the times of a row have one unit, what differs only
// in digits not shown is equal, and what is not known is a dash.
func TestRowsCompare(t *testing.T) {
	timed := func(us int64) *state.Exchange {
		return answered(`{}`, us)
	}
	for _, c := range []struct {
		a, b int64
		want Figure
	}{
		{2_600_000, 940_000, Figure{A: "2.6 s", B: "0.94 s", Apart: "-1.7 s  ×0.36"}},
		{5_200, 4_400, Figure{A: "5 ms", B: "4 ms", Apart: "-0.80 ms  ×0.85", Near: true}},
		{1_000_000, 1_009_000, Figure{A: "1.0 s", B: "1.0 s", Alike: true}},
		{1_700_000, 1_740_000, Figure{A: "1.7 s", B: "1.7 s", Alike: true}},
		{61_000_000, 9_000_000, Figure{A: "1m 01s", B: "0m 09s", Apart: "-0m 52s  ×0.15"}},
	} {
		got := duration("total", timed(c.a), timed(c.b), figures.Total)
		if c.want.Label = "total"; got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
	waiting := state.NewExchange("x", []byte(`{}`))
	for _, f := range Figures(waiting, waiting) {
		if f.Label == "tokens out" && f.Known() {
			t.Errorf("tokens of no answer: %+v", f)
		}
	}
}

func TestARatioKeepsItsDigits(t *testing.T) {
	for times, want := range map[float64]string{0.2784: "×0.28", 1.6: "×1.6", 9.87: "×9.9", 12.3: "×12", 1234.5: "×1234"} {
		if got := ratio(times); got != want {
			t.Errorf("%v is written %s, want %s", times, got, want)
		}
	}
}

// TestMoneyHasTheSameDigits: both sums and their difference, as many as the
// longer one has elsewhere, unless more tell them apart.
func TestMoneyHasTheSameDigits(t *testing.T) {
	priced := func(cost string) *state.Exchange {
		return answered(`{"input_tokens":1,"output_tokens":1,"total_tokens":2,"cost":`+cost+`}`, 1000)
	}
	for _, c := range []struct{ a, b, sideA, sideB, apart string }{
		{"0.0003", "0.00045", "$0.00030", "$0.00045", "+$0.00015"},
		{"0.25", "0.2504902", "$0.25000", "$0.25049", "+$0.00049"},
		{"0.0226474", "0.0132", "$0.022647", "$0.013200", "-$0.009447"},
		{"0.2500001", "0.2500002", "$0.2500001", "$0.2500002", "+$0.0000001"},
		{"1.5", "1", "$1.50", "$1.00", "-$0.50"},
		{"1e-7", "0", "$0.0000001", "$0.0000000", "-$0.0000001"},
		{"0.0127855", "0.0127855", "$0.012786", "$0.012786", ""},
		{"0.0127855", "0.02", "$0.012786", "$0.020000", "+$0.007214"},
		{"0.30000000000000004", "0.3", "$0.30", "$0.30", ""},
		{"1e-999999999", "0.5", "$0.00", "$0.50", ""},
	} {
		if f := cost(priced(c.a), priced(c.b)); f.A != c.sideA || f.B != c.sideB || f.Apart != c.apart {
			t.Errorf("%s and %s: %+v", c.a, c.b, f)
		}
	}
}
