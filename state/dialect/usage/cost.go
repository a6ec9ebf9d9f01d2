package usage

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/scan"
)

// costPlaces are where services report a cost.
var costPlaces = [][]string{{"cost"}, {"cost", "total_cost"}, {"total_cost"}, {"estimated_cost"}, {costTicks}}

// costTicks is the member in which xAI reports a cost; one tick is 10 to the power of tickPower, in USD.
const (
	costTicks = "cost_in_usd_ticks"
	tickPower = -10
)

// Cost reads what a usage reports as the cost, in USD, and the path to it; path is nil if
// none is reported that is a number.
func Cost(usage json.RawMessage) (usd decimal.Decimal, path []string) {
	for _, path := range costPlaces {
		usd, ok := Money(scan.At(usage, path...))
		switch {
		case !ok:
		case path[0] == costTicks:
			return usd.Shift(tickPower), path
		default:
			return usd, path
		}
	}
	return decimal.Zero, nil
}

// Dollars returns what a usage reports as the cost; NaN where none is reported.
func Dollars(usage json.RawMessage) float64 {
	usd, path := Cost(usage)
	if path == nil {
		return math.NaN()
	}
	return usd.InexactFloat64()
}

// Money reads a sum that is spelled as a number, or as a text of one, with every digit.
func Money(v []byte) (usd decimal.Decimal, ok bool) {
	text := scan.AsSpelled(v)
	switch scan.KindOf(v) {
	case scan.String:
		text = scan.Text(v)
	case scan.Number:
	default:
		return decimal.Zero, false
	}
	usd, err := decimal.NewFromString(strings.Clone(text))
	return usd, err == nil && usd.Exponent() > -100 && usd.Exponent() < 30
}
