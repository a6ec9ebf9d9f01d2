package overview

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views/text"
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
	written := cacheWrites(x, sum)
	lines := p.inputSum(t, sum, written)
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
		if slices.ContainsFunc(sum, func(a read.Addend) bool { return a.Member == m.Key }) || m.Key == cacheCreation && written != "" {
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
		told = append(told, "and "+figures.Thousands(more)+" more")
	}
	if len(told) == 0 {
		return lines
	}
	return append(lines, p.wrapped("other members of usage: "+strings.Join(told, ", "), p.styles.Dim)...)
}

// inputSum says what the tokens that went in are the sum of, where no one member says all of
// them.
func (p pen) inputSum(t figures.Tokens, sum []read.Addend, written string) []string {
	if sum == nil {
		return nil
	}
	var parts []string
	for _, a := range sum {
		part := a.Member + " " + figures.Thousands(a.Count)
		if a.Member == cacheWritten && written != "" {
			part += " (" + written + ")"
		}
		parts = append(parts, part)
	}
	return p.wrapped("in "+figures.Thousands(t.In)+" = "+strings.Join(parts, " + "), p.styles.Dim)
}

// The members of Anthropic's usage that tell what was written to a cache: how much, and of
// that for how long.
const (
	cacheWritten  = "cache_creation_input_tokens"
	cacheCreation = "cache_creation"
)

// cacheWrites is what cache_creation divides the tokens into that were written to a cache;
// empty where they are no part of the sum, or it divides another count.
func cacheWrites(x *state.Exchange, sum []read.Addend) string {
	at := slices.IndexFunc(sum, func(a read.Addend) bool { return a.Member == cacheWritten })
	if at < 0 {
		return ""
	}
	var parts []string
	all := 0
	for m := range scan.Members(scan.Get(x.Usage, cacheCreation)) {
		n, err := strconv.Atoi(string(m.Value))
		if err != nil || n < 0 {
			return ""
		}
		if all += n; n > 0 {
			parts = append(parts, text.SafeLine(strings.TrimSuffix(m.Key, "_input_tokens"))+" "+figures.Thousands(n))
		}
	}
	if all != sum[at].Count || len(parts) > mostRows {
		return ""
	}
	return strings.Join(parts, ", ")
}
