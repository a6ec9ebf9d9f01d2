package receipt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// Code names a kind of finding.
type Code string

// The findings. What differs is in Result too.
const (
	CostDiffers   Code = "differs"
	CostMayDiffer Code = "may-differ"
	NoPrice       Code = "unpriced"
	UsageMissing  Code = "usage-missing"
	UsageZero     Code = "usage-zero"
	AboveLimit    Code = "above-limit"
	TotalOff      Code = "total"
	CachedAbove   Code = "cached-above-input"
)

// Finding is something that is not as it should be, with the figures that show it.
type Finding struct {
	Code    Code
	Message string // what was found
	Line    string // the line of the bill that it is in: a kind of tokens; empty: not known, or none
}

func (r *Receipt) find(s Subject) {
	x := s.Exchange
	ended := ended(x)
	add := func(code Code, line, words string) {
		if words != "" {
			r.Findings = append(r.Findings, Finding{code, words, line})
		}
	}
	switch r.Result {
	case Differs, MayDiffer:
		line, words := r.difference(x)
		add(Code(r.Result), line, words)
	case Unpriced:
		add(NoPrice, "", r.lacking())
	case NoUsage:
		switch text := outputBytes(x); {
		case text == 0 || x.Ranking != nil:
		case !ended:
			add(UsageMissing, "", figures.Size(int(text))+" of an answer arrived before it broke off, without its final usage: "+r.minCost(x))
		case r.Counted:
			add(UsageMissing, "", "no output tokens are reported for an answer of "+figures.Size(int(text))+": "+r.minCost(x))
		case !r.Unasked:
			add(UsageMissing, "", "no usage is reported, at the end of an answer of "+figures.Size(int(text)))
		}
	}
	if r.partial(x) || !r.Counted || !ended {
		return
	}
	used, _ := usage.Of(x.Usage)
	if bytes := outputBytes(x); used.Counts[usage.Output] == 0 && bytes > 0 && x.Ranking == nil {
		add(UsageZero, "", "0 output tokens are reported for an answer of "+figures.Size(int(bytes)))
	}
	cached := r.Counts.Sum(usage.CacheRead, usage.CacheWrite, usage.CacheWriteHour)
	if in := r.Counts[usage.Input]; in >= 0 && cached > in {
		add(CachedAbove, usage.CacheRead.String(), figures.Thousands(cached)+" tokens are reported as read from a cache or written to it, of "+figures.Thousands(in)+" input tokens")
	}
	add(TotalOff, "", total(x, &used))
	if !r.others {
		add(AboveLimit, usage.Output.String(), r.aboveLimit(s))
	}
}

// minCost returns the text that the cost of an answer is not known, with its minimum, the cost of the
// prompt. The tokens of the prompt are those of a usage that lacks the output, else an estimate. A
// cache may have had all of an estimated prompt.
func (r *Receipt) minCost(x *state.Exchange) string {
	const words = "what it costs is not known"
	var minimum decimal.Decimal
	sure, of := "", "the prompt"
	if r.partial(x) && r.Counts[usage.Input] > 0 {
		prompt := r.Counts
		for _, k := range usage.Paid() {
			if k.Root() != usage.Input {
				prompt[k] = wire.None
			}
		}
		bill := r.Price.Bill(prompt)
		if minimum = bill.Input; !bill.Sure {
			sure = "~"
		}
	} else {
		if _, cached := r.Price.Rates[usage.CacheRead]; cached {
			of += ", if none of it was read from a cache"
		}
		tokens := figures.EstimateTokens(promptBytes(x.Request))
		minimum, sure = r.Price.Rates[usage.Input].Mul(decimal.NewFromInt(int64(tokens))), "~"
	}
	if !r.Priced || !minimum.IsPositive() {
		return words
	}
	return words + ", at least " + sure + figures.Price(minimum.String()) + " (" + of + ")"
}

// Words returns all that Names may say.
func Words() []string {
	return append(Results(), string(UsageMissing), string(UsageZero), string(CachedAbove), string(TotalOff), string(AboveLimit))
}

// Names returns the result and the codes of the findings, each once: what a filter asks for.
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

// difference returns by how much the reported cost differs from the computed one, and the line of
// the bill in which it does: that of a part whose cost is reported apart, or of the only cause (see
// causes.go) that amounts to the difference.
func (r *Receipt) difference(x *state.Exchange) (line, words string) {
	charged, _ := r.charged()
	off := charged.USD.Sub(r.Computed)
	words = "reported " + Money(charged.USD) + ", computed " + r.mark() + Money(r.Computed) + ": " + deviation(off, r.Computed)
	reported, differing := 0, 0
	for _, part := range []struct {
		name     string
		reported Amount
		computed decimal.Decimal
	}{{"input", r.Reported.Input, r.Bill.Input}, {"output", r.Reported.Output, r.Bill.Output}} {
		if !part.reported.There {
			continue
		}
		if reported++; !part.reported.near(part.computed) {
			differing++
			line = part.name
			words += "; of " + part.name + " " + Money(part.reported.USD) + " is reported, " + Money(part.computed) + " computed"
		}
	}
	found := r.causes(x, charged.USD)
	if reported == 2 && differing == 0 {
		found = []cause{{words: "a fee outside tokens: the reported costs of input and output are as computed"}}
	}
	if len(found) == 1 {
		words += "; that is " + found[0].words
	}
	if len(found) > 0 && !slices.ContainsFunc(found, func(c cause) bool { return c.line != found[0].line }) {
		line = cmp.Or(line, found[0].line.String())
	}
	return line, words
}

func (r *Receipt) lacking() string {
	if !r.Priced {
		return "no source has a price of " + strings.TrimSpace(r.Model+" "+r.Provider)
	}
	var kinds []string
	for _, l := range r.Bill.Lines {
		if !l.Priced {
			kinds = append(kinds, l.Kind.Words())
		}
	}
	if kinds == nil {
		return ""
	}
	return "no source has a price of " + strings.Join(kinds, ", ") + " at " + r.Price.Source.Name
}

// total returns a message if the total is not the sum of input and output.
func total(x *state.Exchange, u *usage.Usage) string {
	if x.Ranking != nil || u.AddsUp() {
		return ""
	}
	in, out, all := u.Counts[usage.Input], u.Counts[usage.Output], u.Counts[usage.Total]
	return "total_tokens " + figures.Thousands(all) + " is not " + figures.Thousands(in) + " + " + figures.Thousands(out) + " = " + figures.Thousands(in+out)
}

// aboveLimit returns a message if more tokens are reported than the request allows or the model can read.
func (r *Receipt) aboveLimit(s Subject) string {
	x := s.Exchange
	out := r.Counts[usage.Output]
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
	if context := s.Book.Context(s.query(r.Model, r.Provider, nil)); context > 0 && r.Counts[usage.Input] > context {
		return figures.Thousands(r.Counts[usage.Input]) + " input tokens are reported; the context of " + r.Model + " is " + figures.Thousands(context)
	}
	return ""
}

// outputBytes returns the bytes of what a model wrote: texts, reasoning and calls.
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

// othersWorked reports whether a service ran tools or other models for the answer, so that its tokens
// cover several requests.
func othersWorked(x *state.Exchange) bool {
	if scan.KindOf(scan.Get(x.Usage, "server_tool_use_details")) == scan.Object {
		return true
	}
	return slices.ContainsFunc(x.Items, isServerTool)
}

func isServerTool(it *state.Item) bool {
	return strings.Contains(it.Type, ":") || strings.HasSuffix(it.Type, "_call") && it.Type != "function_call" && it.Type != "custom_tool_call" ||
		it.Type == "server_tool_use" || it.Type == "mcp_tool_use"
}
