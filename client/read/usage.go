package read

import (
	"encoding/json"
	"math"
	"strings"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// Usage reads a usage object; nil when there is none. It knows the names that
// similar services use for the same figures.
func Usage(object json.RawMessage) *wire.Usage {
	root := gjson.ParseBytes(object)
	if !root.IsObject() {
		return nil
	}
	u := &wire.Usage{
		Input:     figure(root, "input_tokens", "prompt_tokens"),
		Cached:    figure(root, "input_tokens_details.cached_tokens", "prompt_tokens_details.cached_tokens", "cache_read_input_tokens"),
		Output:    figure(root, "output_tokens", "completion_tokens"),
		Reasoning: figure(root, "output_tokens_details.reasoning_tokens", "completion_tokens_details.reasoning_tokens"),
		Total:     figure(root, "total_tokens"),
		Searches:  figure(root, "search_units", "billed_units.search_units"),
		Raw:       object,
	}
	if sum := InputSum(object); sum != nil {
		u.Input = 0
		for _, a := range sum {
			u.Input += a.Count
		}
	}
	u.Odd = wire.Odd{
		Input:     oddFigure(root, u.Input, "input_tokens", "prompt_tokens"),
		Cached:    oddFigure(root, u.Cached, "input_tokens_details.cached_tokens", "prompt_tokens_details.cached_tokens"),
		Output:    oddFigure(root, u.Output, "output_tokens", "completion_tokens"),
		Reasoning: oddFigure(root, u.Reasoning, "output_tokens_details.reasoning_tokens", "completion_tokens_details.reasoning_tokens"),
		Total:     oddFigure(root, u.Total, "total_tokens"),
	}
	if usd, path := Cost(object); path != nil {
		u.Cost, u.HasCost = usd.InexactFloat64(), true
	}
	return u
}

// Addend is a member of usage whose count is a part of a sum.
type Addend struct {
	Member string
	Count  int // tokens
}

// InputSum returns what the input of a usage is the sum of; nil where one member says all of
// it. Anthropic's input_tokens leave out the tokens that were written to a cache or read from
// one; services that give a total, or prompt_tokens, count them.
func InputSum(object json.RawMessage) []Addend {
	root := gjson.ParseBytes(object)
	input := figure(root, "input_tokens")
	if input == wire.None || root.Get("total_tokens").Exists() || root.Get("input_tokens_details").Exists() {
		return nil
	}
	sum := []Addend{{"input_tokens", input}}
	for _, name := range []string{"cache_creation_input_tokens", "cache_read_input_tokens"} {
		if n := figure(root, name); n > 0 && n <= math.MaxInt-input {
			input += n
			sum = append(sum, Addend{name, n})
		}
	}
	if len(sum) == 1 {
		return nil
	}
	return sum
}

// oddFigure returns the first of the members that is present as it is spelled,
// when none of them is a count.
func oddFigure(root gjson.Result, read int, paths ...string) string {
	if read != wire.None {
		return ""
	}
	for _, path := range paths {
		if v := root.Get(path); present(v) {
			const most = 24
			return strings.Clone(v.Raw[:min(len(v.Raw), most)])
		}
	}
	return ""
}

// figure reads the first of the members that is a count.
func figure(root gjson.Result, paths ...string) int {
	for _, path := range paths {
		if v := root.Get(path); v.Type == gjson.Number && v.Num >= 0 && v.Num <= 1<<53 && v.Num == math.Trunc(v.Num) {
			return int(v.Num)
		}
	}
	return wire.None
}
