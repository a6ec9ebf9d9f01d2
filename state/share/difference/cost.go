package difference

import (
	"math/big"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// cost compares what was paid: both sums and their difference, with as many digits as the longer one
// has on other pages; if these are equal for different sums, with as many as distinguish them.
func cost(a, b *state.Exchange) Figure {
	f := Figure{Label: "cost"}
	first, okA := figures.CostOf(a)
	second, okB := figures.CostOf(b)
	v, fineA := amount(first)
	w, fineB := amount(second)
	if okA && okB && fineA && fineB {
		digits := max(shown(first), shown(second))
		if v.Cmp(w) != 0 && v.FloatString(digits) == w.FloatString(digits) {
			digits = max(digits, decimals(v), decimals(w))
		}
		f.A, f.B = "$"+figures.Grouped(v.FloatString(digits)), "$"+figures.Grouped(w.FloatString(digits))
		if apart := new(big.Rat).Sub(rounded(w, digits), rounded(v, digits)); f.A != f.B {
			sign := "+$"
			if apart.Sign() < 0 {
				sign = "-$"
			}
			f.Apart = sign + figures.Grouped(apart.Abs(apart).FloatString(digits))
		}
		return f
	}
	if okA {
		f.A = figures.Price(first)
	}
	if okB {
		f.B = figures.Price(second)
	}
	return f
}

// amount reads a sum of money as it was spelled; ok is false for what is none.
func amount(spelled string) (v *big.Rat, ok bool) {
	_, exponent, _ := strings.Cut(strings.ToLower(spelled), "e")
	if len(spelled) > 32 || len(exponent) > 3 { // as 1e-9 has
		return nil, false
	}
	if v, ok = new(big.Rat).SetString(spelled); !ok || v.Sign() < 0 {
		return nil, false
	}
	return v, true
}

// shown returns the number of decimals that a sum has on other pages.
func shown(spelled string) int {
	_, digits, _ := strings.Cut(figures.Price(spelled), ".")
	return len(digits)
}

// rounded returns a sum rounded to digits, so that the difference is that of the sums shown.
func rounded(v *big.Rat, digits int) *big.Rat {
	v, _ = new(big.Rat).SetString(v.FloatString(digits))
	return v
}

// decimals returns the number of decimals that a sum needs: two to nine, after which there is only
// the error of computing.
func decimals(v *big.Rat) int {
	const least, most = 2, 9
	_, digits, _ := strings.Cut(v.FloatString(most), ".")
	return max(len(strings.TrimRight(digits, "0")), least)
}
