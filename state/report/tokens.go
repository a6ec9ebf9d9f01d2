package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/usage"
)

// Tokens tells what came in tokens: how many, how fast, for how much. It is empty for a WebSocket
// itself.
func Tokens(s Subject) Report {
	x := s.Exchange
	if x.IsConnection() {
		return Report{}
	}
	tokens := figures.TokensOf(x)
	used, _ := usage.Of(x.Usage)
	r := Report{Title: "TOKENS", Sum: quiet(figures.EstimatedBy(tokens))}
	if told := counts(x, tokens); len(told) > 0 {
		r.Blocks = append(r.Blocks, told)
	}
	for _, words := range slices.Concat(oddCounts(tokens), sums(used), []string{unread(x, tokens, used), costs(x)}) {
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

// InLine are the figures of an exchange, the same wherever there is one line for them.
// nowUS is the moment at which a running one is looked at, in microseconds after the start;
// 0: its time is not told before the first token.
func InLine(x *state.Exchange, nowUS int64) Numbers {
	told := tokenNumbers(figures.TokensOf(x))
	if rate, estimated, ok := figures.RateOf(x); ok && !x.Running() { // before the service reports its tokens, what their bytes say is far off
		told = append(told, Number{"speed", about(estimated) + figures.Thousands(int(rate+0.5)) + " tok/s", true})
	}
	if first := firstTokens(x); first != nil {
		told = append(told, first...)
	} else if us, ok := figures.TTFB(x); ok && x.Running() {
		told = append(told, Number{Label: "TTFB", Value: figures.Duration(us)})
	}
	if took := elapsed(x, nowUS); took != "" {
		told = append(told, Number{"time", took, true})
	}
	if cost, ok := figures.CostOf(x); ok {
		told = append(told, Number{"cost", figures.Price(cost), true})
	}
	return told
}

// elapsed is how long the exchange took, or has taken up to now; empty where its arrivals
// tell it no better than the first byte does.
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

// firstTokens tells when the first token came, and the first of the text where another was
// first; nil for neither.
func firstTokens(x *state.Exchange) Numbers {
	us, ok := figures.TTFT(x)
	if !ok {
		return nil
	}
	told := Numbers{{Label: "TTFT", Value: figures.Duration(us) + figures.FirstOf(x)}}
	if word, ok := figures.FirstText(x); ok {
		told = append(told, Number{Label: "first word", Value: figures.Duration(word)})
	}
	return told
}

// tokenNumbers are the counts of tokens that are known.
func tokenNumbers(t figures.Tokens) (told Numbers) {
	for _, f := range figures.TokenFigures(t) {
		told = append(told, Number{Label: f.Label, Value: f.Value})
	}
	return told
}

// counts are the tokens and the cost.
func counts(x *state.Exchange, tokens figures.Tokens) Numbers {
	told := tokenNumbers(tokens)
	if x.Ranking != nil { // a rerank reports no more than all
		for _, k := range []usage.Kind{usage.Total, usage.SearchUnit} {
			if value := tokens.Figure(k); value != "" {
				told = append(told, Number{Label: k.Label(), Value: value})
			}
		}
	}
	if cost, ok := figures.CostOf(x); ok {
		return append(told, Number{"cost", figures.Price(cost), true})
	}
	if none := figures.NoCost(x); none != "" {
		told = append(told, Number{Label: "cost", Value: none})
	}
	return told
}

// mostSpeeds is how many intervals a graph of the speed has at most.
const mostSpeeds = 60

// Speed is how fast the output came over time; ok is false where that is not known.
func Speed(x *state.Exchange, nowUS int64) (Series, bool) {
	s, ok := figures.SpeedOf(x, mostSpeeds, nowUS)
	if !ok {
		return Series{}, false
	}
	about := ""
	if s.Estimated {
		about = "~"
	}
	rate := func(v float64) string { return about + figures.Thousands(int(v+0.5)) }
	told := rate(s.Mean) + " mean"
	if len(s.Series) > 1 {
		told = rate(s.Mean) + " mean, " + rate(s.Peak) + " peak"
	}
	if x.Running() { // how fast is known when the service has reported its tokens
		told = ""
	}
	return Series{Label: "tok/s", Values: func(n int) []float64 {
		s, _ := figures.SpeedOf(x, n, nowUS)
		return s.Series
	}, Said: told}, true
}

// oddCounts says what is wrong with figures that stand as they came.
func oddCounts(t figures.Tokens) []string {
	var lines []string
	if slices.ContainsFunc(usage.Figures(), func(k usage.Kind) bool { return t.Odd[k] != "" }) {
		lines = append(lines, "⚠ a count that is not a whole number of 0 or more is shown as received")
	}
	if t.CachedExceedsInput() {
		lines = append(lines, "⚠ more cached tokens reported than input tokens")
	}
	return lines
}

// sums lists the addends of the counts that no one member has.
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
	var told []string
	more := 0
	add := func(path string, v []byte) {
		switch {
		case scan.IsNull(v), string(v) == "0" && usage.KindAt(path) != usage.Total, drawn(path):
		case len(told) == mostRows:
			more++
		default:
			told = append(told, path+" "+value(path, v))
		}
	}
	for m := range scan.Members(x.Usage) {
		switch {
		case m.Key == "cost_details", m.Key == "is_byok": // see costs
		case scan.KindOf(m.Value) == scan.Object:
			for d := range scan.Members(m.Value) {
				add(m.Key+"."+d.Key, d.Value)
			}
		default:
			add(m.Key, m.Value)
		}
	}
	if more > 0 {
		told = append(told, "and "+figures.Thousands(more)+" more")
	}
	if len(told) == 0 {
		return ""
	}
	return "other members of usage: " + strings.Join(told, ", ")
}

// costs tells what cost_details names, and is_byok. Where its parts are not the whole cost,
// why not is not known here.
func costs(x *state.Exchange) string {
	cost, ok := figures.CostOf(x)
	parts, sum := figures.CostParts(x)
	own := string(scan.Get(x.Usage, "is_byok")) == "true"
	whole, err := strconv.ParseFloat(cost, 64)
	known := ok && err == nil
	spelled := unpriced(x)
	if len(parts)+len(spelled) == 0 && !own {
		return ""
	}
	var added, beside, words []string
	for i, part := range parts {
		figure := costName(part.Name) + " " + figures.PriceOf(part.Dollars)
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
			told += " = " + figures.PriceOf(sum)
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
	return strings.Join(words, "; ")
}

// costName is a member of cost_details in words: the request names none of them, and the
// Response tab has them as they came.
func costName(member string) string {
	member = strings.TrimSuffix(strings.Replace(member, "upstream_inference", "upstream", 1), "_cost")
	return strings.ReplaceAll(member, "_", " ")
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
