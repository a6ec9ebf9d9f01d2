package views

import (
	"math"
	"strconv"
	"strings"
)

// PerMillion writes a price in USD per million tokens, to the cent at least: "0.50",
// "0.075". It is empty for one that is not known.
func PerMillion(usd float64) string {
	if math.IsNaN(usd) || math.IsInf(usd, 0) {
		return ""
	}
	text := strconv.FormatFloat(usd, 'f', -1, 64)
	if _, decimals, _ := strings.Cut(text, "."); len(decimals) < 2 {
		return strconv.FormatFloat(usd, 'f', 2, 64)
	}
	return text
}

// ShortCount writes a count in three digits or fewer: 128000 as "128k", 1048576 as
// "1.05M". It is empty for 0, which is how a list says nothing.
func ShortCount(n int) string {
	switch {
	case n <= 0:
		return ""
	case n < 1000:
		return strconv.Itoa(n)
	case n < 999_500:
		return digits(float64(n)/1e3) + "k"
	}
	return digits(float64(n)/1e6) + "M"
}

// digits writes a number with three digits that tell something.
func digits(f float64) string {
	decimals := 0
	switch {
	case f < 9.995:
		decimals = 2
	case f < 99.95:
		decimals = 1
	}
	text := strconv.FormatFloat(f, 'f', decimals, 64)
	if decimals > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
