package receipt

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/prices"
)

// Code names a kind of finding.
type Code string

// The findings. What differs is in Result too.
const (
	CostDiffers   Code = "differs"
	CostMayDiffer Code = "may-differ"
	RoutePrice    Code = "route-price" // the reported cost is that of another endpoint
	NoPrice       Code = "unpriced"
	UsageMissing  Code = "usage-missing"
	UsageZero     Code = "usage-zero"
	AboveLimit    Code = "above-limit"
	TextFar       Code = "text-far"
	TotalOff      Code = "total"
	CachedAbove   Code = "cached-above-input"
)

// Finding is something that is not as it should be, with the figures that show it.
type Finding struct {
	Code Code
	Said string // what was found
	Line string // the line of the bill that it is in: a kind of tokens; empty: not known, or none
}

// find looks for everything that can be wrong.
func (r *Receipt) find(s Subject) {
	x := s.Exchange
	ended := ended(x)
	add := func(code Code, line, said string) {
		if said != "" {
			r.Findings = append(r.Findings, Finding{code, said, line})
		}
	}
	switch r.Result {
	case Differs, MayDiffer:
		line, said := r.difference()
		add(Code(r.Result), line, said)
		add(RoutePrice, "", r.otherRoute(s))
	case Unpriced:
		add(NoPrice, "", r.lacking())
	case NoUsage:
		switch text := outputBytes(x); {
		case text == 0 || x.Ranking != nil:
		case !ended:
			add(UsageMissing, "", r.unended(text))
		case !r.Unasked:
			add(UsageMissing, "", "no usage is reported, at the end of an answer of "+figures.Size(int(text)))
		}
	}
	if x.UsageBegun || len(r.Counts) == 0 || !ended {
		return
	}
	u := read.Usage(x.Usage)
	add(UsageZero, "", zero(x, u))
	add(CachedAbove, string(prices.CacheRead), r.overlap())
	add(TotalOff, "", total(x, u))
	if !r.others {
		add(AboveLimit, string(prices.Output), r.aboveLimit(s))
		add(TextFar, string(prices.Output), textFar(x, u))
	}
}

// unended says that an answer has no usage because it did not reach its end, and about what its text
// may cost.
func (r *Receipt) unended(bytes int64) string {
	words := figures.Size(int(bytes)) + " of an answer arrived before it broke off, without usage: what is charged for it is not known"
	each := r.Price.Rates[prices.Output]
	if !r.Priced || !each.IsPositive() {
		return words
	}
	tokens := figures.EstimateTokens(bytes)
	return words + "; about " + figures.Counted(tokens, "token") + " (bytes ÷ 4) at the price of output come to ~" + figures.Price(each.Mul(decimal.NewFromInt(int64(tokens))).String()) + ", without the prompt"
}

// Words are all that Names may say.
func Words() []string {
	return append(Results(), string(RoutePrice), string(UsageMissing), string(UsageZero), string(CachedAbove), string(TotalOff), string(AboveLimit), string(TextFar))
}

// Names are the result and the codes of the findings, each once: what a filter asks for.
func (r *Receipt) Names() (names []string) {
	if r.Result != None {
		names = append(names, string(r.Result))
	}
	for _, f := range r.Findings {
		if !slices.Contains(names, string(f.Code)) {
			names = append(names, string(f.Code))
		}
	}
	return names
}

// difference says by how much the cost differs, and in which line where that can be told: in
// the part of the cost that is reported apart, or, where a single price explains the whole
// difference to the last digit, what that comes to.
func (r *Receipt) difference() (line, said string) {
	charged, _ := r.charged()
	off := charged.USD.Sub(r.Computed)
	said = "reported " + Money(charged.USD) + ", computed " + r.mark() + Money(r.Computed) + ": " + Money(off.Abs()) + " " + moreOrLess(off) + percent(off, r.Computed)
	for _, part := range []struct {
		name     string
		reported Amount
		computed decimal.Decimal
		kinds    []prices.Kind
	}{
		{"input", r.Reported.Input, r.Bill.Input, []prices.Kind{prices.Input, prices.CacheRead, prices.CacheWrite, prices.CacheWriteHour}},
		{"output", r.Reported.Output, r.Bill.Output, []prices.Kind{prices.Output, prices.Reasoning}},
	} {
		if part.reported.There && !part.reported.near(part.computed) {
			line = part.name
			said += "; of " + part.name + " " + Money(part.reported.USD) + " is reported, " + Money(part.computed) + " computed"
		}
	}
	if kind, same := r.equals(off); same != "" {
		if line == "" {
			line = string(kind)
		}
		said += "; " + same
	}
	return line, said
}

// equals looks for one line and one other price that come to a difference to the last digit, and
// says so. Where several do, none is named.
func (r *Receipt) equals(off decimal.Decimal) (kind prices.Kind, said string) {
	rates, above := r.Price.At(r.Counts[prices.Input])
	found := map[string]prices.Kind{}
	try := func(k prices.Kind, sum decimal.Decimal, words string) {
		if !sum.IsZero() && (Amount{USD: off}).same(sum) {
			found["the difference is "+words] = k
		}
	}
	for _, l := range r.Bill.Lines {
		if !l.Kind.Tokens() {
			continue
		}
		n := decimal.NewFromInt(int64(l.Count))
		tokens := figures.Thousands(l.Count) + " tokens (" + KindWords(l.Kind) + ")"
		try(l.Kind, l.Amount, "what "+tokens+" cost once more")
		try(l.Kind, l.Amount.Neg(), "what "+tokens+" cost")
		for _, other := range []prices.Kind{prices.Input, prices.CacheRead, prices.CacheWrite} {
			if rate, ok := rates[other]; ok && other != l.Kind && l.Kind != prices.Output {
				try(l.Kind, n.Mul(rate), "what "+tokens+" cost at the price of "+KindWords(other)+", beside their own")
				try(l.Kind, n.Mul(rate).Neg(), "what "+tokens+" cost at the price of "+KindWords(other)+", taken off beside their own")
				try(l.Kind, n.Mul(rate.Sub(l.Each)), "what "+tokens+" cost "+moreOrLess(rate.Sub(l.Each))+" at the price of "+KindWords(other)+" than at their own")
			}
		}
	}
	if thought, ok := r.Counts[prices.Reasoning]; ok && thought > 0 && thought < r.Counts[prices.Output] {
		output, _, _, _ := rates.Of(prices.Output)
		for n, words := range map[int]string{thought: "of reasoning", r.Counts[prices.Output] - thought: "beside the reasoning"} {
			sum := output.Mul(decimal.NewFromInt(int64(n)))
			try(prices.Output, sum.Neg(), "what "+figures.Thousands(n)+" output tokens "+words+" cost")
			try(prices.Output, sum, "what "+figures.Thousands(n)+" output tokens "+words+" cost once more")
		}
	}
	if above > 0 {
		r.shorter(try)
	}
	if len(found) != 1 {
		return "", ""
	}
	for words, k := range found {
		kind, said = k, words
	}
	return kind, said
}

// shorter tries the prices of a shorter prompt: for all of the bill, and for one line of several.
func (r *Receipt) shorter(try func(prices.Kind, decimal.Decimal, string)) {
	price := "the price of input up to " + figures.Thousands(r.Price.Tiers[0].Above) + " tokens"
	short := prices.Price{Rates: r.Price.Rates}.Bill(r.Counts)
	try("", short.Total.Sub(r.Bill.Total), "that to "+strings.Replace(price, "price", "prices", 1))
	for i, l := range r.Bill.Lines {
		if len(r.Bill.Lines) > 1 && len(short.Lines) == len(r.Bill.Lines) && l.Kind.Tokens() {
			off := short.Lines[i].Amount.Sub(l.Amount)
			try(l.Kind, off, "what "+figures.Thousands(l.Count)+" tokens ("+KindWords(l.Kind)+") cost "+moreOrLess(off)+" at "+price)
		}
	}
}

// same reports whether two sums are equal but for what is left of binary fractions.
func (a Amount) same(b decimal.Decimal) bool {
	return a.USD.Sub(b).Abs().LessThanOrEqual(b.Abs().Shift(-7).Add(decimal.New(1, -12)))
}

// otherRoute says whether the reported cost is to the last digit that of another endpoint in
// the list.
func (r *Receipt) otherRoute(s Subject) string {
	charged, _ := r.charged()
	if r.Provider == "" {
		return ""
	}
	var names []string
	for _, model := range slices.Compact([]string{r.Model, s.Exchange.RequestModel}) {
		for _, e := range s.Book.Endpoints(s.query(model, "", nil)) {
			if e.Provider == r.Provider && model == r.Model {
				continue
			}
			if b := e.Price.Bill(r.Counts); b.Priced && b.Total.IsPositive() && charged.near(b.Total) {
				names = append(names, strings.TrimSpace(e.Provider+" "+e.Model))
			}
		}
	}
	if len(names) != 1 {
		return ""
	}
	served := strings.TrimSpace(r.Provider + " " + r.Model)
	return "the reported cost is what these tokens cost at " + names[0] + "; reported as serving: " + served
}

// lacking says which price is not known.
func (r *Receipt) lacking() string {
	if !r.Priced {
		return "no source has a price of " + strings.TrimSpace(r.Model+" "+r.Provider)
	}
	var kinds []string
	for _, l := range r.Bill.Lines {
		if !l.Priced {
			kinds = append(kinds, KindWords(l.Kind))
		}
	}
	if kinds == nil {
		return ""
	}
	return "no source has a price of " + strings.Join(kinds, ", ") + " at " + r.Price.Source.Name
}

// zero says whether a usage counts nothing for an answer with text.
func zero(x *state.Exchange, u *wire.Usage) string {
	if u.Output != 0 || x.Ranking != nil {
		return ""
	}
	if bytes := outputBytes(x); bytes > 0 {
		return "0 output tokens are reported for an answer of " + figures.Size(int(bytes))
	}
	return ""
}

// overlap says whether the parts of the input are more than all of it.
func (r *Receipt) overlap() string {
	c := r.Counts
	cached := c[prices.CacheRead] + c[prices.CacheWrite] + c[prices.CacheWriteHour]
	if in, ok := c[prices.Input]; ok && cached > in {
		return figures.Thousands(cached) + " tokens are reported as read from a cache or written to it, of " + figures.Thousands(in) + " input tokens"
	}
	return ""
}

// total says whether the total is not the sum of input and output.
func total(x *state.Exchange, u *wire.Usage) string {
	if x.Ranking != nil || u.Total < 0 || u.Input < 0 || u.Output < 0 || u.Total == u.Input+u.Output {
		return ""
	}
	return "total_tokens " + figures.Thousands(u.Total) + " is not " + figures.Thousands(u.Input) + " + " + figures.Thousands(u.Output) + " = " + figures.Thousands(u.Input+u.Output)
}

// aboveLimit says whether more tokens are reported than the request let the model write, or than
// it can read.
func (r *Receipt) aboveLimit(s Subject) string {
	x := s.Exchange
	out := r.Counts[prices.Output]
	if n := scan.Get(x.Request, "n"); !scan.IsNull(n) && string(n) != "1" {
		return "" // the limit is that of each of several answers
	}
	members := []string{"max_output_tokens", "max_completion_tokens", "max_tokens"}
	if x.Kind() == state.Responses {
		members = members[:1]
	}
	for _, member := range members {
		limit, err := strconv.Atoi(scan.AsSpelled(scan.Get(x.Request, member)))
		if err == nil && limit > 0 && out > limit {
			return figures.Thousands(out) + " output tokens are reported; " + member + " is " + figures.Thousands(limit)
		}
	}
	if context := s.Book.Context(s.query(r.Model, r.Provider, nil)); context > 0 && r.Counts[prices.Input] > context {
		return figures.Thousands(r.Counts[prices.Input]) + " input tokens are reported; the context of " + r.Model + " is " + figures.Thousands(context)
	}
	return ""
}

// Bounds of what tokens can be of a text: a token is rarely more than a long word or a run of
// white space, and a character rarely more than a few tokens.
const (
	mostBytesAToken = 48
	mostTokensAByte = 3
	fewTokens       = 64 // that a short answer may have besides its text
)

// textFar says whether the reported output cannot be that of the text. What is not in the text
// counts only where it is reported how much that is.
func textFar(x *state.Exchange, u *wire.Usage) string {
	bytes := outputBytes(x)
	if u.Output <= 0 || bytes == 0 {
		return ""
	}
	said := figures.Thousands(u.Output) + " output tokens are reported for " + figures.Size(int(bytes)) + " of text"
	if bytes > int64(u.Output)*mostBytesAToken {
		return said
	}
	if hidden := u.Reasoning; hidden >= 0 && hidden <= u.Output && int64(u.Output-hidden) > bytes*mostTokensAByte+fewTokens && onlyText(x) {
		return said + ", " + figures.Thousands(hidden) + " of them reasoning"
	}
	return ""
}

// outputBytes are those of what a model wrote: texts, reasoning and calls.
func outputBytes(x *state.Exchange) (n int64) {
	for _, it := range x.Items {
		switch it.Type {
		case "message", "reasoning", "function_call", "custom_tool_call":
			for _, text := range it.TextBuffers() {
				n += int64(text.Len())
			}
		}
	}
	return n
}

// onlyText reports whether an answer is messages, calls of functions and reasoning, whose
// tokens are those of their texts.
func onlyText(x *state.Exchange) bool {
	return len(x.Items) > 0 && !slices.ContainsFunc(x.Items, func(it *state.Item) bool {
		return it.Type != "message" && it.Type != "function_call" && it.Type != "reasoning"
	})
}

// othersWorked reports whether a service ran tools or other models for the answer, so that its
// tokens are of several requests.
func othersWorked(x *state.Exchange) bool {
	if scan.KindOf(scan.Get(x.Usage, "server_tool_use_details")) == scan.Object {
		return true
	}
	return slices.ContainsFunc(x.Items, func(it *state.Item) bool {
		return strings.Contains(it.Type, ":") || strings.HasSuffix(it.Type, "_call") && it.Type != "function_call" && it.Type != "custom_tool_call" ||
			it.Type == "server_tool_use" || it.Type == "mcp_tool_use"
	})
}
