package overview

import (
	"math"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/body"
)

// costs shows what cost_details names and is_byok, where the whole is not just what
// goes upstream: what is then still open the service does not say.
func (p pen) costs(x *state.Exchange) []string {
	cost, ok := x.Cost()
	parts, sum := x.CostParts()
	own := string(raw.Get(x.Usage, "is_byok")) == "true"
	whole, err := strconv.ParseFloat(cost, 64)
	if !ok || err != nil || len(parts) == 0 && !own {
		return nil
	}
	price := func(v float64) string { return views.Price(strconv.FormatFloat(v, 'g', -1, 64)) }
	var added, beside, words []string
	plain := !own
	for i, part := range parts {
		plain = plain && (part.Dollars == 0 || strings.HasPrefix(part.Name, "upstream_inference_"))
		figure := body.SafeLine(part.Name) + " " + price(part.Dollars)
		switch {
		case i == mostRows:
			beside = append(beside, "and "+views.Thousands(len(parts)-i)+" more")
		case i > mostRows:
		case part.Counted:
			added = append(added, figure)
		default:
			beside = append(beside, figure)
		}
	}
	same := math.Abs(sum-whole) <= 1e-6*math.Abs(whole)
	if same && plain {
		return nil
	}
	if told := strings.Join(added, " + "); told != "" {
		if len(added) > 1 || len(parts) > mostRows {
			told += " = " + price(sum)
		}
		words = append(words, "cost_details: "+told)
	}
	if len(beside) > 0 {
		words = append(words, "beside them "+strings.Join(beside, ", "))
	}
	switch {
	case own:
		words = append(words, "is_byok true: your own provider key")
	case same:
	case sum > whole:
		words = append(words, "the service does not say why the cost is less")
	default:
		words = append(words, "the service does not say what the rest of the cost is for")
	}
	return p.wrapped(strings.Join(words, "; "), p.styles.Dim)
}
