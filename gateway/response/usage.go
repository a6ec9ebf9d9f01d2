package response

import (
	"strconv"

	"gatehouse/gateway/output"
)

// appendUsage appends the counts, which add up: input and output make the
// total, and reasoning is a part of the output. The cost is what the price
// of the provider that serves comes to, in USD.
func (r Response) appendUsage(b []byte) []byte {
	out, reasoning := 0, 0
	for _, it := range r.Items {
		out += it.Item.Tokens()
		if thought, ok := it.Item.(output.Reasoner); ok {
			reasoning += thought.ReasoningTokens()
		}
	}
	costIn := float64(r.Input) * r.Prices.Prompt / 1e6
	costOut := float64(out) * r.Prices.Completion / 1e6
	for _, part := range []struct {
		name string
		n    int
	}{
		{`{"input_tokens":`, r.Input},
		{`,"input_tokens_details":{"cached_tokens":`, 0},
		{`},"output_tokens":`, out},
		{`,"output_tokens_details":{"reasoning_tokens":`, reasoning},
		{`},"total_tokens":`, r.Input + out},
	} {
		b = strconv.AppendInt(append(b, part.name...), int64(part.n), 10)
	}
	b = appendFloat(append(b, `,"cost":`...), costIn+costOut)
	b = append(b, `,"is_byok":false,"cost_details":{"upstream_inference_cost":null,"upstream_inference_input_cost":`...)
	b = appendFloat(b, costIn)
	b = appendFloat(append(b, `,"upstream_inference_output_cost":`...), costOut)
	return append(b, "}}"...)
}

// appendFloat writes no exponent: small amounts of money are easier to read
// without one.
func appendFloat(b []byte, f float64) []byte { return strconv.AppendFloat(b, f, 'f', -1, 64) }
