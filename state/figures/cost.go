package figures

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// CostOf returns the cost in usage, as spelled.
func CostOf(x *state.Exchange) (string, bool) {
	v := scan.Get(x.Usage, "cost")
	if scan.IsNull(v) {
		return "", false
	}
	return scan.AnyText(v), true
}

// CostPart is a number of the usage's cost_details.
type CostPart struct {
	Name    string
	Dollars float64
	Counted bool // it is neither a part of another number nor a sum of others
}

// CostParts returns the numbers of cost_details in order, in dollars, and their sum.
// upstream_inference_cost and its parts are the same money (wire-notes §3): the larger of
// them is counted.
func CostParts(x *state.Exchange) (parts []CostPart, sum float64) {
	const upstream, all = "upstream_inference_", "upstream_inference_cost"
	whole, split := 0.0, 0.0
	for m := range scan.Members(scan.Get(x.Usage, "cost_details")) {
		v, err := strconv.ParseFloat(string(m.Value), 64)
		if scan.KindOf(m.Value) != scan.Number || err != nil {
			continue
		}
		parts = append(parts, CostPart{Name: m.Key, Dollars: v})
		switch {
		case m.Key == all:
			whole += v
		case strings.HasPrefix(m.Key, upstream):
			split += v
		}
	}
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Name == all:
			p.Counted = whole > split
		case strings.HasPrefix(p.Name, upstream):
			p.Counted = whole <= split
		default:
			p.Counted = true
		}
		if p.Counted {
			sum += p.Dollars
		}
	}
	return parts, sum
}
