package diff

import (
	"math/big"
	"strings"

	"gatehouse/state"
	"gatehouse/views"
)

// cost compares what was paid: both, and what lies between, with as many digits
// as the longer of the two came with.
func cost(a, b *state.Exchange) figure {
	f := figure{label: "cost"}
	first, okA := a.Cost()
	second, okB := b.Cost()
	v, fineA := amount(first)
	w, fineB := amount(second)
	if okA && okB && fineA && fineB {
		digits := max(decimals(v), decimals(w))
		f.a, f.b = "$"+v.FloatString(digits), "$"+w.FloatString(digits)
		if apart := new(big.Rat).Sub(w, v); f.a != f.b {
			sign := "+$"
			if apart.Sign() < 0 {
				sign = "-$"
			}
			f.apart = sign + apart.Abs(apart).FloatString(digits)
		}
		return f
	}
	if okA {
		f.a = views.Price(first)
	}
	if okB {
		f.b = views.Price(second)
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

// decimals is how many digits behind the point a sum needs: two at least, and no
// more than nine, behind which stands what computing left.
func decimals(v *big.Rat) int {
	const least, most = 2, 9
	_, digits, _ := strings.Cut(v.FloatString(most), ".")
	return max(len(strings.TrimRight(digits, "0")), least)
}
