package difference

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/figures"
)

func duration(label string, a, b *state.Exchange, of func(*state.Exchange) (int64, bool)) Figure {
	first, okA := of(a)
	second, okB := of(b)
	f := Figure{Label: label}
	longest := int64(0)
	if okA {
		longest = first
	}
	if okB {
		longest = max(longest, second)
	}
	if okA {
		f.A = figures.DurationBeside(first, longest)
	}
	if okB {
		f.B = figures.DurationBeside(second, longest)
	}
	if okA && okB {
		apart := max(second-first, first-second)
		if f.Alike = written(f.A) == written(f.B); f.Alike {
			return f
		}
		f.Near, f.Apart = apart < 1000 || apart*100 < longest, between(f.A, f.B, longest)
	}
	return f
}

// between writes what lies between two times, and how many times as long the
// second is, as it can be counted from the times as they are written.
func between(a, b string, longest int64) string {
	first, second := written(a), written(b)
	sign, apart := "+", second-first
	if apart < 0 {
		sign, apart = "-", -apart
	}
	words := sign + figures.DurationBeside(int64(math.Round(apart*1e6)), longest)
	in := func(unit string) bool { return strings.HasSuffix(a, " "+unit) || strings.HasSuffix(b, " "+unit) }
	switch {
	case in("s") && first >= 1 && second >= 1:
		words = fmt.Sprintf("%s%.1f s", sign, apart) // no finer than both sides
	case longest < 999_500 && in("ms") && (first < 0.001 || second < 0.001):
		words = fmt.Sprintf("%s%.2f ms", sign, apart*1e3) // as fine as the finer side
	}
	return times(words, first, second)
}

// written reads a time as figures.DurationBeside writes it, in seconds.
func written(words string) float64 {
	var minutes, seconds, v float64
	var unit string
	if n, _ := fmt.Sscanf(words, "%fm %fs", &minutes, &seconds); n == 2 {
		return minutes*60 + seconds
	}
	if n, _ := fmt.Sscanf(words, "%f %s", &v, &unit); n < 2 {
		return 0
	}
	if unit == "ms" {
		v /= 1e3
	}
	return v
}

func rate(a, b *state.Exchange) Figure {
	f := Figure{Label: "tok/s"}
	first, guessA, okA := figures.RateOf(a)
	second, guessB, okB := figures.RateOf(b)
	mark := func(guess bool) string {
		if guess {
			return "~"
		}
		return ""
	}
	near := math.Abs(second-first)*100 < max(first, second)
	first, second = math.RoundToEven(first), math.RoundToEven(second)
	f.Alike = okA && okB && first == second
	if okA {
		f.A = mark(guessA) + figures.Thousands(int(first))
	}
	if okB {
		f.B = mark(guessB) + figures.Thousands(int(second))
	}
	if okA && okB && !f.Alike {
		f.Near, f.Apart = near, times(mark(guessA || guessB)+more(int(second-first)), first, second)
	}
	return f
}

// times adds to what lies between two figures how many times as much B is, where
// that tells it from A.
func times(apart string, a, b float64) string {
	if a <= 0 || b <= 0 {
		return apart
	}
	if r := ratio(b / a); r != "×1.00" {
		apart += "  " + r
	}
	return apart
}

// ratio writes how many times as much B is: two digits, or all before the point;
// near one as many as tell it from one.
func ratio(times float64) string {
	switch {
	case times < 0.001:
		return "<×0.001"
	case times > 0.9 && times < 1.1:
		return "×" + strconv.FormatFloat(times, 'f', 2, 64)
	case times >= 10:
		return "×" + strconv.FormatFloat(times, 'f', 0, 64)
	}
	return "×" + strconv.FormatFloat(times, 'g', 2, 64)
}
