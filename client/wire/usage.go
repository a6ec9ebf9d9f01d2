package wire

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Usage is what an answer cost (API document, "Responses result", usage;
// "Rerank result", usage). A figure that did not come is None.
type Usage struct {
	Input     int // tokens
	Cached    int // of Input, read from a cache
	Output    int // tokens
	Reasoning int // of Output
	Total     int // tokens
	Searches  int // search units of a rerank
	Cost      float64
	HasCost   bool // Cost was told, in the service's credits
	Raw       json.RawMessage
}

// ReadUsage reads a usage object; nil when there is none. Neighbours' names for
// the same figures are read too.
func ReadUsage(object json.RawMessage) *Usage {
	root := gjson.ParseBytes(object)
	if !root.IsObject() {
		return nil
	}
	u := &Usage{
		Input:     figure(root, "input_tokens", "prompt_tokens"),
		Cached:    figure(root, "input_tokens_details.cached_tokens", "prompt_tokens_details.cached_tokens"),
		Output:    figure(root, "output_tokens", "completion_tokens"),
		Reasoning: figure(root, "output_tokens_details.reasoning_tokens", "completion_tokens_details.reasoning_tokens"),
		Total:     figure(root, "total_tokens"),
		Searches:  figure(root, "search_units", "billed_units.search_units"),
		Raw:       object,
	}
	if cost := root.Get("cost"); cost.Type == gjson.Number {
		u.Cost, u.HasCost = cost.Num, true
	}
	return u
}

// figure reads the first of the members that is a number.
func figure(root gjson.Result, paths ...string) int {
	for _, path := range paths {
		if n := number(root.Get(path)); n != None {
			return n
		}
	}
	return None
}
