package difference

import (
	"math"
	"strconv"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
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
		f.A = figures.DurationInUnitOf(first, longest)
	}
	if okB {
		f.B = figures.DurationInUnitOf(second, longest)
	}
	if f.Alike = okA && okB && f.A == f.B; okA && okB && !f.Alike {
		sign, apart := "+", second-first
		if apart < 0 {
			sign, apart = "-", -apart
		}
		f.Near = apart < 1000 || apart*100 < longest
		f.Apart = times(sign+figures.DurationInUnitOf(apart, longest), float64(first), float64(second))
	}
	return f
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

// times adds to the difference of two figures how many times as much B is, if that distinguishes it
// from A.
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
