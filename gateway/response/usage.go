package response

import (
	"strconv"

	"gatehouse/gateway/output"
)

// CachedShare is the price of a cached token, as a share of the normal price.
const CachedShare = 0.1

// appendUsage appends the counts and the cost in USD. Input and output make the total; reasoning
// tokens are a part of the output, cached tokens a part of the input. All of it includes what other
// models used for this one (advisor, subagent, fusion).
func (r Response) appendUsage(b []byte) []byte {
	mine, others, tools := r.work()
	in, out := r.Input+others.Input, mine.Output+others.Output
	cached := min(r.Cached, r.Input)
	costIn := (float64(r.Input-cached) + CachedShare*float64(cached)) * r.Provider.Prompt / 1e6
	costOut := float64(mine.Output) * r.Provider.Completion / 1e6
	for _, part := range []struct {
		name string
		n    int
	}{
		{`{"input_tokens":`, in},
		{`,"input_tokens_details":{"cached_tokens":`, cached},
		{`,"cache_write_tokens":`, min(r.Written, r.Input-cached)},
		{`},"output_tokens":`, out},
		{`,"output_tokens_details":{"reasoning_tokens":`, mine.Reasoning + others.Reasoning},
		{`},"total_tokens":`, in + out},
	} {
		b = strconv.AppendInt(append(b, part.name...), int64(part.n), 10)
	}
	b = output.AppendMoney(append(b, `,"cost":`...), costIn+costOut+others.Cost)
	b = append(b, `,"is_byok":false,"cost_details":{"upstream_inference_cost":null,"upstream_inference_input_cost":`...)
	b = output.AppendMoney(b, costIn)
	b = output.AppendMoney(append(b, `,"upstream_inference_output_cost":`...), costOut)
	b = append(appendBills(b, others), '}')
	if tools.requested > 0 {
		b = strconv.AppendInt(append(b, `,"server_tool_use_details":{"tool_calls_requested":`...), int64(tools.requested), 10)
		b = strconv.AppendInt(append(b, `,"tool_calls_executed":`...), int64(tools.executed), 10)
		b = strconv.AppendInt(append(b, `,"web_search_requests":`...), int64(tools.searches), 10)
		b = append(b, '}')
	}
	return append(b, '}')
}

func appendBills(b []byte, others output.Spent) []byte {
	if len(others.Bills) == 0 {
		return b
	}
	b = append(output.AppendMoney(append(b, `,"server_tool_cost":`...), others.Cost), `,"calls":[`...)
	for i, bill := range others.Bills {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(append(b, `{"model":`...), bill.Model)
		b = strconv.AppendQuote(append(b, `,"provider":`...), bill.Provider)
		b = strconv.AppendInt(append(b, `,"input_tokens":`...), int64(bill.Input), 10)
		b = strconv.AppendInt(append(b, `,"output_tokens":`...), int64(bill.Output), 10)
		b = append(output.AppendMoney(append(b, `,"cost":`...), bill.Cost), '}')
	}
	return append(b, ']')
}

// uses counts the tool calls that the model made, those that the gateway ran, and the web searches.
type uses struct{ requested, executed, searches int }

// work sums up the items: the model's tokens, those of other models, and the tools.
func (r Response) work() (mine, others output.Spent, tools uses) {
	for _, it := range r.Items {
		mine.Output += it.Item.Tokens()
		if thought, ok := it.Item.(output.Reasoner); ok {
			mine.Reasoning += thought.ReasoningTokens()
		}
		if s, ok := it.Item.(output.Spender); ok {
			others = others.Plus(s.Spending())
		}
		t, ok := it.Item.(output.Used)
		if !ok {
			continue
		}
		by, search := t.Use()
		if by == output.Nobody {
			continue
		}
		tools.requested++
		if by == output.Gateway {
			tools.executed++
		}
		if search {
			tools.searches++
		}
	}
	return mine, others, tools
}
