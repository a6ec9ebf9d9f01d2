package prices

import (
	"math"

	"github.com/tidwall/gjson"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// Counts is how much of each kind a usage reports. Input and Output are all of their tokens; the
// other kinds of tokens are parts of them. A kind that is not reported is not there.
type Counts map[Kind]int

// CountsOf reads a usage, under the names of similar services too.
func CountsOf(usage []byte) Counts {
	u := read.Usage(usage)
	if u == nil {
		return nil
	}
	root := gjson.ParseBytes(usage)
	c := Counts{}
	add := func(k Kind, n int) {
		if n != wire.None {
			c[k] = n
		}
	}
	first := func(k Kind, paths ...string) {
		for _, path := range paths {
			if v := root.Get(path); v.Type == gjson.Number && v.Num >= 0 && v.Num <= 1<<53 && v.Num == math.Trunc(v.Num) {
				c[k] = int(v.Num)
				return
			}
		}
	}
	add(Input, u.Input)
	add(Output, u.Output)
	add(CacheRead, u.Cached)
	add(Reasoning, u.Reasoning)
	add(SearchUnit, u.Searches)
	first(CacheWrite, "cache_creation_input_tokens", "input_tokens_details.cache_write_tokens", "prompt_tokens_details.cache_write_tokens",
		"input_tokens_details.cache_creation_tokens", "prompt_tokens_details.cache_creation_tokens")
	first(CacheWriteHour, "cache_creation.ephemeral_1h_input_tokens", "input_tokens_details.cache_creation.ephemeral_1h_input_tokens",
		"prompt_tokens_details.cache_creation_token_details.ephemeral_1h_input_tokens")
	if hour := c[CacheWriteHour]; hour > 0 && hour <= c[CacheWrite] {
		c[CacheWrite] -= hour
	}
	first(AudioInput, "input_tokens_details.audio_tokens", "prompt_tokens_details.audio_tokens")
	first(ImageInput, "input_tokens_details.image_tokens", "prompt_tokens_details.image_tokens")
	first(AudioOutput, "output_tokens_details.audio_tokens", "completion_tokens_details.audio_tokens")
	first(ImageOutput, "output_tokens_details.image_tokens", "completion_tokens_details.image_tokens")
	first(WebSearch, "server_tool_use_details.web_search_requests", "server_tool_use.web_search_requests")
	return c
}

// Parts are the counts as they are paid for: each token once, by the kinds that a price has, the
// rest as plain input and output. Reasoning is its own part only where it has a price.
// ok is false where the parts are more than the whole.
func (c Counts) Parts(r Rates) (parts Counts, ok bool) {
	parts = Counts{}
	for _, k := range Kinds() {
		if n, there := c[k]; there {
			parts[k] = n
		}
	}
	ok = true
	take := func(whole Kind, kinds ...Kind) {
		for _, k := range kinds {
			cache := k == CacheRead || k == CacheWrite || k == CacheWriteHour
			if _, by, sure, priced := r.Of(k); priced && sure && by == whole && !cache {
				delete(parts, k) // it costs what the others do
			}
			parts[whole] -= parts[k]
		}
		if parts[whole] < 0 {
			parts[whole], ok = 0, false
		}
	}
	take(Input, CacheRead, CacheWrite, CacheWriteHour, AudioInput, ImageInput)
	take(Output, Reasoning, AudioOutput, ImageOutput)
	for k, n := range parts {
		if n == 0 {
			delete(parts, k)
		}
	}
	return parts, ok
}
