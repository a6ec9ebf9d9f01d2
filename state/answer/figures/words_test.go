package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAnEstimateSaysWhatItFollowsFrom: the estimate for an earlier frame changes with the usage.
func TestAnEstimateSaysWhatItFollowsFrom(t *testing.T) {
	for want, tokens := range map[string]Tokens{
		"": {Counts: counted(-1, -1, 8, -1)}, "~ by bytes": {Counts: counted(-1, -1, 8, -1), Estimated: true}, "~ by the final count": {Counts: counted(-1, -1, 8, -1), Estimated: true, Shared: true},
	} {
		if got := EstimatedBy(tokens); got != want {
			t.Errorf("%+v: %q, want %q", tokens, got, want)
		}
	}
}

func TestFiguresAreReadable(t *testing.T) {
	for got, want := range map[string]string{
		Duration(-1): "–", Duration(4): "0 ms", Duration(5): "0.01 ms", Duration(994): "0.99 ms", Duration(995): "1 ms", Duration(212_400): "212 ms", Duration(2_612_000): "2.6 s", Duration(64_000_000): "1m 04s",
		Duration(8_500): "9 ms", Duration(999_499): "999 ms", Duration(999_500): "1.0 s", Duration(2_650_000): "2.7 s", Duration(59_949_999): "59.9 s", Duration(59_950_000): "1m 00s",
		Moment(8_500): "0.009 s", Moment(166_499): "0.166 s", Moment(2_612_600): "2.613 s", Moment(1_000_600_000): "1001 s", Moment(-1): "–",
		DurationInUnitOf(540, 3_000): Duration(540), DurationInUnitOf(945_000, 1_000_000): "0.95 s", DurationInUnitOf(59_600_000, 60_000_000): "1m 00s",
		DurationInUnitOf(910, 1_600_000): "0.91 ms", DurationInUnitOf(5_000, 1_600_000): "0.01 s", DurationInUnitOf(4_999, 60_000_000): "5 ms", DurationInUnitOf(499_000, 60_000_000): "0.50 s",
		Size(190): "190 B", Size(999): "999 B", Size(1000): "1.0 KB", Size(5_040): "5.0 KB", Size(1_200_000): "1.2 MB",
		Thousands(7): "7", Thousands(1204): "1,204", Thousands(1234567): "1,234,567", Thousands(-123): "-123", Thousands(-1234): "-1,234",
		Price("0.0003"): "$0.0003", Price("0"): "$0.00", Price("12.5"): "$12.50", Price("free"): "free", Price("0.03244605"): "$0.032446", Price("0.0127855"): "$0.012786",
		Price("0.03"): "$0.03", Price("0.1"): "$0.10", Price("1.2345"): "$1.23", Price("0.000506"): "$0.000506", Price("0.00003712"): "$0.0000371",
		Price("0.00000012345"): "$0.000000123", Price("0.0000000005"): "<$0.000000001",
		Price("1000000000000"): "$1,000,000,000,000.00", Price("1e3"): "$1,000.00", Price("-1234.5"): "-$1,234.50", Price("999.999"): "$1,000.00",
	} {
		if got != want {
			t.Errorf("written as %q, want %q", got, want)
		}
	}
}

// TestTokensThatAreKnown are written, and an estimate is marked; of none it is
// none.
func TestTokensThatAreKnown(t *testing.T) {
	for want, tokens := range map[string]Tokens{
		"[{in 1,234} {cached 0} {out 5} {reasoning 2}]": {Counts: counted(1234, 0, 5, 2)},
		"[{in 3} {out ~7}]":                             {Counts: counted(3, -1, 7, -1), Estimated: true},
		"[{in 3}]":                                      {Counts: counted(3, -1, 0, -1), Estimated: true},
		"[{out 0}]":                                     {Counts: counted(-1, -1, 0, -1)},
		"[]":                                            {Counts: counted(-1, -1, -1, -1)},
	} {
		if got := fmt.Sprint(TokenFigures(tokens)); got != want {
			t.Errorf("%+v: %s, want %s", tokens, got, want)
		}
	}
}

// The written spans add up to the written total, and no time differs from the true one by more than half
// of its last digit.
func TestPartsAddUpToTheTotal(t *testing.T) {
	read := func(t *rapid.T, words string) float64 {
		v, err := strconv.ParseFloat(strings.ReplaceAll(words, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	rapid.Check(t, func(t *rapid.T) {
		marks := []int64{0}
		for _, us := range rapid.SliceOfN(rapid.Int64Range(0, rapid.SampledFrom([]int64{900, 9e3, 9e5, 5e7, 9e8}).Draw(t, "most")), 1, 8).Draw(t, "parts") {
			marks = append(marks, marks[len(marks)-1]+us)
		}
		total := marks[len(marks)-1]
		scale, sum := ScaleOf(total), 0.0
		unit := map[string]float64{"ms": 1e3, "s": 1e6}[scale.Unit]
		for i, us := range marks[1:] {
			sum += read(t, scale.Write(scale.Ticks(us)-scale.Ticks(marks[i])))
		}
		written := read(t, scale.Write(scale.Ticks(total)))
		if math.Abs(sum-written) > 1e-6 {
			t.Fatalf("the parts of %d µs are %f together, and it is %f", total, sum, written)
		}
		if math.Abs(written*unit-float64(total)) > float64(scale.tick)/2+1e-3 {
			t.Fatalf("%d µs is written as %f %s", total, written, scale.Unit)
		}
	})
}
