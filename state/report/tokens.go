package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// Tokens reports the tokens: how many, how fast, for how much. It is empty for a WebSocket itself.
func Tokens(s Subject) Report {
	x := s.Exchange
	if x.IsConnection() {
		return Report{}
	}
	tokens := figures.TokensOf(x)
	used, _ := usage.Of(x.Usage)
	r := Report{Title: "TOKENS", Sum: quiet(figures.EstimatedBy(tokens))}
	if all := counts(x, tokens); len(all) > 0 {
		r.Blocks = append(r.Blocks, all)
	}
	var odd []string // figures that are not plausible, which are shown as received
	if slices.ContainsFunc(usage.Figures(), func(k usage.Kind) bool { return tokens.Odd[k] != "" }) {
		odd = append(odd, "⚠ a count that is not a whole number of 0 or more is shown as received")
	}
	if tokens.CachedExceedsInput() {
		odd = append(odd, "⚠ more cached tokens reported than input tokens")
	}
	for _, words := range slices.Concat(odd, sums(used), []string{passes(x), unread(x, tokens, used), costs(x)}) {
		if strings.HasPrefix(words, "⚠") {
			r.Blocks = append(r.Blocks, Extra{Span{words, Warn}})
		} else if words != "" {
			r.Blocks = append(r.Blocks, Extra{quiet(words)})
		}
	}
	if wrong, ok := ReceiptWarning(s); ok {
		r.Blocks = append(r.Blocks, Extra{wrong})
	}
	if first := firstTokens(x); first != nil {
		r.Blocks = append(r.Blocks, first)
	}
	if speed, ok := Speed(x, s.NowUS); ok {
		r.Blocks = append(r.Blocks, speed)
	}
	if r.Empty() {
		words := "No usage reported."
		switch {
		case x.Running():
			words = "None yet."
		case !x.Known.Answer:
			words = notRecorded
		}
		r.Blocks = []Block{quiet(words)}
	}
	return r
}

// InLine returns the figures of an exchange for one line. nowUS is the present moment of a running
// exchange in microseconds after its start; 0: its time is not shown before the first token.
func InLine(x *state.Exchange, nowUS int64) Numbers {
	list := tokenNumbers(figures.TokensOf(x))
	if rate, estimated, ok := figures.RateOf(x); ok && !x.Running() { // while running, the tokens are a rough estimate from bytes
		list = append(list, Number{Label: "speed", Value: about(estimated) + figures.Thousands(int(rate+0.5)) + " tok/s", Bare: true})
	}
	if first := firstTokens(x); first != nil {
		list = append(list, first...)
	} else if us, ok := figures.TTFB(x); ok && x.Running() {
		list = append(list, Number{Label: "TTFB", Value: figures.Duration(us)})
	}
	if took := elapsed(x, nowUS); took != "" {
		list = append(list, Number{Label: "time", Value: took, Bare: true})
	}
	if cost, ok := figures.CostOf(x); ok {
		list = append(list, Number{Label: "cost", Value: figures.Price(cost), Bare: true, Quiet: figures.IsSmall(cost)})
	}
	return list
}

// ByLabel returns the figures of InLine by their labels, and the "first word" if one arrived.
func ByLabel(x *state.Exchange, nowUS int64) map[string]string {
	all := map[string]string{}
	for _, n := range InLine(x, nowUS) {
		all[n.Label] = n.Value
	}
	if x.FirstTextUS >= 0 {
		all["first word"] = figures.Duration(x.FirstTextUS)
	}
	return all
}

// elapsed returns how long the exchange took, or has taken up to now; "" if it is not known more exactly
// than the first byte.
func elapsed(x *state.Exchange, nowUS int64) string {
	if us, ok := figures.Total(x); ok {
		if hung := figures.SilenceBeforeEnd(x); hung > 0 {
			return figures.Duration(us) + ", then " + figures.Duration(hung) + " of silence"
		}
		return figures.Duration(us)
	}
	switch {
	case x.Running() && nowUS > 0:
		return figures.Duration(max(nowUS, x.LatestUS()))
	case x.LastDeltaUS > 0:
		return figures.Duration(x.LastDeltaUS)
	}
	return ""
}

// firstTokens returns when the first token arrived and, if that was not text, the first text; nil for
// neither.
func firstTokens(x *state.Exchange) Numbers {
	us, ok := figures.TTFT(x)
	if !ok {
		return nil
	}
	list := Numbers{{Label: "TTFT", Value: figures.Duration(us) + figures.FirstOf(x)}}
	if word, ok := figures.FirstText(x); ok {
		list = append(list, Number{Label: "first word", Value: figures.Duration(word)})
	}
	return list
}

func tokenNumbers(t figures.Tokens) (list Numbers) {
	for _, f := range figures.TokenFigures(t) {
		list = append(list, Number{Label: f.Label, Value: f.Value})
	}
	return list
}

// counts returns the tokens and the cost.
func counts(x *state.Exchange, tokens figures.Tokens) Numbers {
	list := tokenNumbers(tokens)
	if x.Ranking != nil { // a rerank reports only a total
		for _, k := range []usage.Kind{usage.Total, usage.SearchUnit} {
			if value := tokens.Figure(k); value != "" {
				list = append(list, Number{Label: k.Label(), Value: value})
			}
		}
	}
	if cost, ok := figures.CostOf(x); ok {
		return append(list, Number{Label: "cost", Value: figures.Price(cost), Bare: true, Quiet: figures.IsSmall(cost)})
	}
	if none := figures.NoCost(x); none != "" {
		list = append(list, Number{Label: "cost", Value: none})
	}
	return list
}

// maxSpeedIntervals bounds the intervals of a graph of the speed.
const maxSpeedIntervals = 60

// Speed returns the output speed over time; ok is false if it is not known.
func Speed(x *state.Exchange, nowUS int64) (Series, bool) {
	s, ok := figures.SpeedOf(x, maxSpeedIntervals, nowUS)
	if !ok {
		return Series{}, false
	}
	rate := func(v float64) string { return about(s.Estimated) + figures.Thousands(int(v+0.5)) }
	words := rate(s.Mean) + " mean"
	if len(s.Series) > 1 {
		words = rate(s.Mean) + " mean, " + rate(s.Peak) + " peak"
	}
	if x.Running() { // the speed is known once the service has reported its tokens
		words = ""
	}
	return Series{Label: "tok/s", Values: func(n int) []float64 {
		s, _ := figures.SpeedOf(x, n, nowUS)
		return s.Series
	}, Caption: words}, true
}

// sums lists the addends of counts that consist of several members.
func sums(used usage.Usage) (lines []string) {
	for _, k := range usage.Figures() {
		sum := used.SumOf(k)
		if len(sum) < 2 {
			continue
		}
		var parts []string
		for _, a := range sum {
			parts = append(parts, a.Member+" "+figures.Thousands(a.Count))
		}
		lines = append(lines, k.Label()+" "+figures.Thousands(used.Counts[k])+" = "+strings.Join(parts, " + "))
	}
	return lines
}

// passes lists what a usage bills in addition to its sums, which are those of the answer alone
// (https://platform.claude.com/docs/en/build-with-claude/compaction).
func passes(x *state.Exchange) string {
	var list []string
	for _, pass := range scan.Elements(scan.Get(x.Usage, "iterations")) {
		kind := cmp.Or(scan.Text(scan.Get(pass, "type")), "iteration")
		if used, _ := usage.Of(pass); kind != "message" && used.Paid() {
			list = append(list, kind+" "+figures.Thousands(max(used.Counts[usage.Input], 0))+" + "+figures.Thousands(max(used.Counts[usage.Output], 0)))
		}
	}
	if list == nil {
		return ""
	}
	return "billed in addition: " + strings.Join(list, ", ")
}

// unread lists what the usage has in addition to the figures: other members, except a count of 0, and a
// total that is not the sum of in and out.
func unread(x *state.Exchange, t figures.Tokens, used usage.Usage) string {
	_, place, _ := figures.ReportedCost(x)
	cost := strings.TrimPrefix(place, "usage.")
	if place == "" && scan.KindOf(scan.Get(x.Usage, "cost")) != scan.Object {
		cost = "cost"
	}
	in, out, total := t.Counts[usage.Input], t.Counts[usage.Output], t.Counts[usage.Total]
	totalFits := x.Ranking != nil || !t.Estimated && in >= 0 && out >= 0 && total == in+out
	drawn := func(path string) bool {
		k := usage.KindAt(path)
		return k.Figure() != "" || k == usage.SearchUnit || k == usage.Total && totalFits || path == cost ||
			slices.ContainsFunc(used.Addends, func(a usage.Addend) bool { return a.Member == path })
	}
	var members []string
	more := 0
	add := func(path string, v []byte) {
		switch {
		case scan.IsNull(v), string(v) == "0" && usage.KindAt(path) != usage.Total, drawn(path):
		case len(members) == maxRows:
			more++
		default:
			members = append(members, path+" "+value(path, v))
		}
	}
	for m := range scan.Members(x.Usage) {
		switch {
		case m.Key == "cost_details", m.Key == "is_byok", m.Key == "iterations" && passes(x) != "": // see costs and passes
		case scan.KindOf(m.Value) == scan.Object:
			for d := range scan.Members(m.Value) {
				add(m.Key+"."+d.Key, d.Value)
			}
		default:
			add(m.Key, m.Value)
		}
	}
	if more > 0 {
		members = append(members, "and "+figures.Thousands(more)+" more")
	}
	if len(members) == 0 {
		return ""
	}
	return "other members of usage: " + strings.Join(members, ", ")
}

// costs lists the parts in cost_details and whether the key was the user's. Parts that do not add up to
// the cost are not explained by the service.
func costs(x *state.Exchange) string {
	cost, ok := figures.CostOf(x)
	parts, sum := figures.CostParts(x)
	byok := string(scan.Get(x.Usage, "is_byok")) == "true"
	total, err := strconv.ParseFloat(cost, 64)
	known := ok && err == nil
	spelled := unpriced(x)
	if len(parts)+len(spelled) == 0 && !byok {
		return ""
	}
	var added, others, words []string
	for i, part := range parts {
		figure := costName(part.Name) + " " + figures.PriceOf(part.Dollars)
		switch {
		case i == maxRows:
			others = append(others, "and "+figures.Thousands(len(parts)-i)+" more")
		case i > maxRows:
		case part.Counted:
			added = append(added, figure)
		default:
			others = append(others, figure)
		}
	}
	same := math.Abs(sum-total) <= 1e-6*math.Abs(total)
	if list := strings.Join(added, " + "); list != "" {
		if !same && (len(added) > 1 || len(parts) > maxRows) {
			list += " = " + figures.PriceOf(sum)
		}
		words = append(words, "parts: "+list)
	}
	others = append(others, spelled...)
	switch {
	case len(others) > 0 && len(added) > 0:
		words = append(words, "also: "+strings.Join(others, ", "))
	case len(others) > 0:
		words = append(words, "parts: "+strings.Join(others, ", "))
	}
	switch {
	case byok:
		words = append(words, "own provider key")
	case same, !known, len(parts) == 0:
	case sum > total:
		words = append(words, "the service does not say why the cost is lower")
	default:
		words = append(words, "the service does not say what the rest of the cost is for")
	}
	return strings.Join(words, "; ")
}

// costName returns a member of cost_details in words; the Response tab has it as received.
func costName(member string) string {
	member = strings.TrimSuffix(strings.Replace(member, "upstream_inference", "upstream", 1), "_cost")
	return strings.ReplaceAll(member, "_", " ")
}

// unpriced lists the members of cost_details that are no price, as received.
func unpriced(x *state.Exchange) []string {
	var list []string
	for m := range scan.Members(scan.Get(x.Usage, "cost_details")) {
		if _, calls := figures.Bills(m.Value); calls || scan.IsNull(m.Value) || scan.KindOf(m.Value) == scan.Number {
			continue
		}
		if len(list) == maxRows {
			return append(list, "and more")
		}
		list = append(list, costName(m.Key)+" "+value("", m.Value))
	}
	return list
}
