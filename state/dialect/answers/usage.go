package answers

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/scan"
)

// Usage writes counts that an API names otherwise as those of the Responses API.
type Usage struct{ input, output, inputDetails, outputDetails, all []any }

// Input, Output, Cached, Reasoning and Total take counts of tokens, each the sum of some.
func (u *Usage) Input(counts ...json.RawMessage) { u.add(&u.input, "input_tokens", counts) }

// Output is the output, with what was reasoned.
func (u *Usage) Output(counts ...json.RawMessage) { u.add(&u.output, "output_tokens", counts) }

// Cached is what of the input came from a cache.
func (u *Usage) Cached(count json.RawMessage) {
	u.add(&u.inputDetails, "cached_tokens", []json.RawMessage{count})
}

// Reasoning is what of the output was reasoned.
func (u *Usage) Reasoning(count json.RawMessage) {
	u.add(&u.outputDetails, "reasoning_tokens", []json.RawMessage{count})
}

// Total is all that was counted.
func (u *Usage) Total(counts ...json.RawMessage) { u.add(&u.all, "total_tokens", counts) }

// add adds a member with the sum of what of the counts came. One alone keeps its spelling.
func (u *Usage) add(to *[]any, name string, counts []json.RawMessage) {
	var came []json.RawMessage
	sum := int64(0)
	for _, c := range counts {
		if !scan.IsNull(c) {
			n, err := strconv.ParseInt(string(c), 10, 64)
			if err != nil || n < 0 || n > 1<<53 {
				came = []json.RawMessage{c}
				break
			}
			came, sum = append(came, c), sum+n
		}
	}
	switch len(came) {
	case 0:
	case 1:
		*to = append(*to, name, came[0])
	default:
		*to = append(*to, name, json.RawMessage(strconv.FormatInt(sum, 10)))
	}
}

// JSON returns the object; nil where nothing was counted.
func (u *Usage) JSON() json.RawMessage {
	members := u.input
	if len(u.inputDetails) > 0 {
		members = append(members, "input_tokens_details", scan.MakeObject(u.inputDetails...))
	}
	members = append(members, u.output...)
	if len(u.outputDetails) > 0 {
		members = append(members, "output_tokens_details", scan.MakeObject(u.outputDetails...))
	}
	if members = append(members, u.all...); members == nil {
		return nil
	}
	return scan.MakeObject(members...)
}
