package overview

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views"
)

// oddCounts says what is wrong with figures that stand as they came.
func (p pen) oddCounts(t figures.Tokens) []string {
	var lines []string
	if odd := t.Odd; odd.Input+odd.Cached+odd.Output+odd.Reasoning != "" {
		lines = append(lines, p.wrapped("⚠ a count that is not a whole number of 0 or more is shown as received", p.styles.Warn)...)
	}
	if t.CachedExceedsInput() {
		lines = append(lines, p.wrapped("⚠ more cached tokens reported than input tokens", p.styles.Warn)...)
	}
	return lines
}

// unread lists what the usage tells beside the figures that are drawn: members that
// are none of the document's, but for a count of 0, and a total that is not what in
// and out come to.
func (p pen) unread(x *state.Exchange) []string {
	t := figures.TokensOf(x)
	sum := read.InputSum(x.Usage)
	lines := p.inputSum(t, sum)
	var told []string
	more := 0
	add := func(m scan.Member, of string) {
		switch {
		case scan.IsNull(m.Value):
		case len(told) == mostRows:
			more++
		default:
			told = append(told, of+m.Key+" "+value(m.Key, m.Value))
		}
	}
	each := func(m scan.Member, drawn ...string) { // the members of an object
		for d := range scan.Members(m.Value) {
			if !slices.Contains(drawn, d.Key) && string(d.Value) != "0" {
				add(d, m.Key+".")
			}
		}
	}
	for m := range scan.Members(x.Usage) {
		if slices.ContainsFunc(sum, func(a read.Addend) bool { return a.Member == m.Key }) {
			continue
		}
		switch m.Key {
		case "input_tokens", "prompt_tokens", "output_tokens", "completion_tokens", "search_units", "billed_units", "cost", "cost_details", "is_byok", "cache_read_input_tokens":
		case "total_tokens":
			if sum := t.In + t.Out; x.Ranking == nil && (t.Estimated || t.In < 0 || t.Out < 0 || string(m.Value) != strconv.Itoa(sum)) {
				add(m, "")
			}
		case "input_tokens_details", "prompt_tokens_details", "output_tokens_details", "completion_tokens_details":
			each(m, "cached_tokens", "reasoning_tokens")
		default:
			if scan.KindOf(m.Value) == scan.Object {
				each(m)
			} else if string(m.Value) != "0" {
				add(m, "")
			}
		}
	}
	if more > 0 {
		told = append(told, "and "+views.Thousands(more)+" more")
	}
	if len(told) == 0 {
		return lines
	}
	return append(lines, p.wrapped("other members of usage: "+strings.Join(told, ", "), p.styles.Dim)...)
}

// inputSum says what the tokens that went in are the sum of, where no one member says all of
// them.
func (p pen) inputSum(t figures.Tokens, sum []read.Addend) []string {
	if sum == nil {
		return nil
	}
	var parts []string
	for _, a := range sum {
		parts = append(parts, a.Member+" "+views.Thousands(a.Count))
	}
	return p.wrapped("in "+views.Thousands(t.In)+" = "+strings.Join(parts, " + "), p.styles.Dim)
}
