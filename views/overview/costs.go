package overview

import (
	"math"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// costs shows what cost_details names, and is_byok. Where its parts are not the whole
// cost, why not is not known here.
func (p pen) costs(x *state.Exchange) []string {
	cost, ok := figures.CostOf(x)
	parts, sum := figures.CostParts(x)
	own := string(scan.Get(x.Usage, "is_byok")) == "true"
	whole, err := strconv.ParseFloat(cost, 64)
	known := ok && err == nil
	spelled := unpriced(x)
	if len(parts)+len(spelled) == 0 && !own {
		return nil
	}
	price := func(v float64) string { return figures.Price(strconv.FormatFloat(v, 'g', -1, 64)) }
	var added, beside, words []string
	for i, part := range parts {
		figure := costName(part.Name) + " " + price(part.Dollars)
		switch {
		case i == mostRows:
			beside = append(beside, "and "+figures.Thousands(len(parts)-i)+" more")
		case i > mostRows:
		case part.Counted:
			added = append(added, figure)
		default:
			beside = append(beside, figure)
		}
	}
	same := math.Abs(sum-whole) <= 1e-6*math.Abs(whole)
	if told := strings.Join(added, " + "); told != "" {
		if !same && (len(added) > 1 || len(parts) > mostRows) {
			told += " = " + price(sum)
		}
		words = append(words, "parts: "+told)
	}
	beside = append(beside, spelled...)
	switch {
	case len(beside) > 0 && len(added) > 0:
		words = append(words, "also: "+strings.Join(beside, ", "))
	case len(beside) > 0:
		words = append(words, "parts: "+strings.Join(beside, ", "))
	}
	switch {
	case own:
		words = append(words, "own provider key")
	case same, !known, len(parts) == 0:
	case sum > whole:
		words = append(words, "the service does not say why the cost is lower")
	default:
		words = append(words, "the service does not say what the rest of the cost is for")
	}
	return p.wrapped(strings.Join(words, "; "), p.styles.Dim)
}

// costName is a member of cost_details in words: the request names none of them, and the
// Response tab has them as they came.
func costName(member string) string {
	member = strings.TrimSuffix(strings.Replace(member, "upstream_inference", "upstream", 1), "_cost")
	return text.SafeLine(strings.ReplaceAll(member, "_", " "))
}

// unpriced lists what cost_details holds that is no price, as it came.
func unpriced(x *state.Exchange) []string {
	var list []string
	for m := range scan.Members(scan.Get(x.Usage, "cost_details")) {
		if _, calls := figures.Bills(m.Value); calls || scan.IsNull(m.Value) || scan.KindOf(m.Value) == scan.Number {
			continue
		}
		if len(list) == mostRows {
			return append(list, "and more")
		}
		list = append(list, costName(m.Key)+" "+value("", m.Value))
	}
	return list
}
