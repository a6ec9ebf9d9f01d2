package diff

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/themes"
	"gatehouse/views"
)

// TestWhatLiesBetweenAgrees: it is what a reader counts from both sides as they
// are written.
func TestWhatLiesBetweenAgrees(t *testing.T) {
	timed := func(us int64) *state.Exchange { return exchange("m", `{}`, "x", `{}`, `{}`, us) }
	for _, c := range []struct {
		a, b              int64
		sideA, sideB, say string
	}{
		{7_100, 3_900, "7 ms", "4 ms", "-3 ms  ×0.57"},
		{3_200, 540, "3 ms", "0.54 ms", "-2.46 ms  ×0.18"},
		{685, 812, "0.69 ms", "0.81 ms", "+0.12 ms  ×1.2"},
		{1_340_000, 1_160_000, "1.3 s", "1.2 s", "-0.1 s  ×0.92"},
		{1_000_000, 940_000, "1.0 s", "0.94 s", "-0.06 s  ×0.94"},
		{5_200, 4_400, "5 ms", "4 ms", "-1 ms  ×0.8"},
		{5, 999_500, "0.01 ms", "1.0 s", "+1.0 s  ×100000"},
		{2, 9, "0 ms", "0.01 ms", "+0.01 ms"},
		{652_000, 650_000, "652 ms", "650 ms", "-2 ms"},
		{1_000_000, 998_000, "1.0 s", "1.00 s", ""},
		{1_600_000, 910, "1.6 s", "0.91 ms", "-1.6 s  <×0.001"},
		{910, 60_100_000, "0.91 ms", "1m 00s", "+1m 00s  ×65934"},
		{61_900_000, 120_100_000, "1m 02s", "2m 00s", "+0m 58s  ×1.9"},
	} {
		if f := duration("total", timed(c.a), timed(c.b), figures.Total); f.a != c.sideA || f.b != c.sideB || f.apart != c.say {
			t.Errorf("%d and %d: %+v, want %q", c.a, c.b, f, c.say)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int64{1e4, 1e6, 1e7, 59e6, 1e9}).Draw(t, "most")
		a, b := rapid.Int64Range(1, most).Draw(t, "a"), rapid.Int64Range(1, most).Draw(t, "b")
		f := duration("total", timed(a), timed(b), figures.Total)
		if f.apart == "" {
			if written(f.a) != written(f.b) {
				t.Fatalf("%s and %s: nothing is told", f.a, f.b)
			}
			return
		}
		say, _, _ := strings.Cut(f.apart, "  ")
		got, fine := written(say[1:]), 0.0500001
		if strings.Contains(f.a, "m ") != strings.Contains(f.b, "m ") { // seconds are all that minutes have
			fine = 0.5
		}
		if want := math.Abs(written(f.b) - written(f.a)); math.Abs(got-want) > fine || max(a, b) < 999_500 && math.Abs(got-want) > 1e-9 {
			t.Fatalf("%s and %s: %s", f.a, f.b, f.apart)
		}
	})
}

func TestRatesThatAreNear(t *testing.T) {
	rated := func(perSecond float64) *state.Exchange {
		x := exchange("m", `{"stream":true}`, "x", `{"input_tokens":1,"output_tokens":1000,"total_tokens":1001}`, `{}`, 7)
		x.Pace.Deltas = 10
		x.Stream, x.FirstDeltaUS, x.LastDeltaUS = true, 1, 1+int64(1000/perSecond*1e6)
		return x
	}
	for _, c := range []struct {
		a, b float64
		want string
	}{{112.4, 114.6, "112 115 +3  ×1.03"}, {112, 112.4, "112 112 "}, {40, 90, "40 90 +50  ×2.2"}, {218.1, 217.2, "218 217 -1"}, {1000, 2500, "1,000 2,500 +1,500  ×2.5"}} {
		if f := rate(rated(c.a), rated(c.b)); fmt.Sprint(f.a, " ", f.b, " ", f.apart) != c.want || f.near != (c.a == 218.1) || f.differs() != (f.a != f.b) {
			t.Errorf("%+v, want %q", f, c.want)
		}
	}
}

// TestWhatIsNearIsShownCalmly: what is written otherwise differs, however little;
// what is measured is marked only where it is far apart.
func TestWhatIsNearIsShownCalmly(t *testing.T) {
	shown := func(us int64, tokens string) string {
		m := newModel(views.Subject{Turn: 1, Exchange: exchange("m", `{}`, "x", `{"output_tokens":5}`, `{}`, 2_600_000)},
			views.Subject{Turn: 2, Exchange: exchange("m", `{}`, "x", `{"output_tokens":`+tokens+`}`, `{}`, us)}, 120, 40)
		press(m, "d")
		return m.View()
	}
	warn := func() string {
		s := themes.Dark()
		return s.Warn.Render("~")
	}()
	if got := shown(2_600_000, "5"); !strings.Contains(got, "No differences.") {
		t.Error(got)
	}
	if got := shown(2_609_000, "5"); !strings.Contains(ansi.Strip(got), "~ TTFB") || !strings.Contains(got, "+2 ms") || strings.Contains(got, warn) {
		t.Error(got)
	}
	if got := shown(3_000_000, "5"); !strings.Contains(got, warn) {
		t.Error(got)
	}
	if got := shown(2_600_000, "6"); !strings.Contains(got, warn) {
		t.Error(got)
	}
}
