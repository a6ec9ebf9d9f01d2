package figures

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect/usage"
)

const costHeader = "X-Litellm-Response-Cost"

// ReportedCost returns the cost that the service reports, in USD, with every digit, and the name of its
// member or header; ok is false if no number is reported.
func ReportedCost(x *state.Exchange) (usd decimal.Decimal, where string, ok bool) {
	if usd, path := usage.Cost(x.Usage); path != nil && !x.UsageBegun {
		return usd, "usage." + strings.Join(path, "."), true
	}
	if x.Head != nil && !x.Stream { // before a stream nobody knows what it will cost
		if usd, ok := usage.Money([]byte(cmp.Or(x.Head.Header.Get(costHeader), "null"))); ok {
			return usd, strings.ToLower(costHeader), true
		}
	}
	return decimal.Zero, "", false
}

// CostOf returns the cost that the service reports, as spelled where its usage says cost.
func CostOf(x *state.Exchange) (string, bool) {
	usd, where, ok := ReportedCost(x)
	v := scan.Get(x.Usage, "cost")
	if x.UsageBegun {
		v = nil
	}
	if where == "usage.cost" || !ok && !scan.IsNull(v) && scan.KindOf(v) != scan.Object {
		return scan.AnyText(v), true
	}
	return usd.String(), ok
}

// CostPart is a number of the usage's cost_details.
type CostPart struct {
	Name    string
	Dollars float64
	Counted bool // it is neither a part of another number nor a sum of others
}

// Bills returns what a list of cost_details says of single calls, each with the model or
// name that it has and its cost; ok is false where it is no such list.
func Bills(list []byte) (bills []CostPart, ok bool) {
	for _, call := range scan.Elements(list) {
		cost := scan.Get(call, "cost")
		v, err := strconv.ParseFloat(string(cost), 64)
		if scan.KindOf(cost) != scan.Number || err != nil {
			return nil, false
		}
		name := cmp.Or(scan.Text(scan.Get(call, "model")), scan.Text(scan.Get(call, "name")), "unnamed")
		bills = append(bills, CostPart{Name: name, Dollars: v})
	}
	return bills, len(bills) > 0
}

// CostParts returns the numbers of cost_details in order, in dollars, and their sum; those
// of its lists of calls are parts of other numbers. upstream_inference_cost and its parts are
// the same money (wire-notes §3): the larger of them is counted.
func CostParts(x *state.Exchange) (parts []CostPart, sum float64) {
	const upstream, all = "upstream_inference_", "upstream_inference_cost"
	total, split := 0.0, 0.0
	var calls []CostPart
	for m := range scan.Members(scan.Get(x.Usage, "cost_details")) {
		v, err := strconv.ParseFloat(string(m.Value), 64)
		if scan.KindOf(m.Value) != scan.Number || err != nil {
			bills, _ := Bills(m.Value)
			calls = append(calls, bills...)
			continue
		}
		parts = append(parts, CostPart{Name: m.Key, Dollars: v})
		switch {
		case m.Key == all:
			total += v
		case strings.HasPrefix(m.Key, upstream):
			split += v
		}
	}
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Name == all:
			p.Counted = total > split
		case strings.HasPrefix(p.Name, upstream):
			p.Counted = total <= split
		default:
			p.Counted = true
		}
		if p.Counted {
			sum += p.Dollars
		}
	}
	return append(parts, calls...), sum
}

// NoCost says that a finished answer's usage has no cost; empty where it has one, or no
// usage.
func NoCost(x *state.Exchange) string {
	if _, ok := CostOf(x); ok || x.Running() || scan.KindOf(x.Usage) != scan.Object {
		return ""
	}
	return "not reported"
}

// longestSpelled is how long the spelling of a sum may be, in bytes, to be read exactly:
// what is longer takes much time for nothing.
const longestSpelled = 32

// Cent is the cost in dollars below which one is drawn quietly.
const Cent = 0.01

// IsSmall reports whether a cost, as spelled, is below a cent.
func IsSmall(cost string) bool {
	v, err := strconv.ParseFloat(cost, 64)
	return err == nil && v < Cent
}

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

// Dollars returns a sum of money as it was reported; a dash for none.
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
