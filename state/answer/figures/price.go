package figures

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// longestSpelled is how long the spelling of a sum may be, in bytes, to be read exactly:
// what is longer takes much time for nothing.
const longestSpelled = 32

// Price writes a cost in dollars: to the cent at least, below a dollar to the millionth, and smaller ones
// with up to three significant digits. Text that is not a number is returned unchanged and unsafe.
func Price(cost string) string {
	v, err := strconv.ParseFloat(cost, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return cost
	}
	if v < 0 && v > -1e-9 || v == 0 {
		return "$0.00"
	}
	if v < 0 {
		return "-" + Price(strings.TrimPrefix(strings.TrimSpace(cost), "-"))
	}
	const cent, millionth, least = 2, 6, 9
	decimals := cent
	switch {
	case v > 0 && v < 1e-9:
		return "<$0.000000001"
	case v > 0 && v < 1:
		decimals = min(max(millionth, 2-int(math.Floor(math.Log10(v)))), least)
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if len(cost) <= longestSpelled { // a half, which v may have less of, is rounded up
		if exact, ok := new(big.Rat).SetString(cost); ok {
			s = exact.FloatString(decimals)
		}
	}
	integer := strings.IndexByte(s, '.') + 1 + cent
	return "$" + Grouped(s[:integer]+strings.TrimRight(s[integer:], "0"))
}

// PriceOf is Price for a computed cost.
func PriceOf(usd float64) string { return Price(strconv.FormatFloat(usd, 'f', -1, 64)) }

// Grouped writes a decimal number with a comma at each thousand.
func Grouped(decimal string) string {
	integer, rest := decimal, ""
	if at := strings.IndexByte(decimal, '.'); at >= 0 {
		integer, rest = decimal[:at], decimal[at:]
	}
	for i := len(integer) - 3; i > 0 && integer[i-1] != '-'; i -= 3 {
		integer = integer[:i] + "," + integer[i:]
	}
	return integer + rest
}

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

// Dollars is a sum of money as it was reported; a dash for none.
func Dollars(cost float64) string {
	switch {
	case cost < 0:
		return "–"
	case cost == 0:
		return "$0"
	case cost < 0.0001:
		return "<$0.0001"
	case cost < 1:
		return "$" + strconv.FormatFloat(cost, 'f', 4, 64)
	}
	return "$" + Grouped(strconv.FormatFloat(cost, 'f', 2, 64))
}
