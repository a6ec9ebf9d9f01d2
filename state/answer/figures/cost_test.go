package figures_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/statetest"
	"gatehouse/state/wiretest"
)

// TestCostParts: the parts of a cost are counted once; a list of calls is reported, and counted
// nowhere.
func TestCostParts(t *testing.T) {
	for usage, want := range map[string]string{
		`{"cost":3,"cost_details":{"upstream_inference_cost":null,"upstream_inference_input_cost":1,"upstream_inference_output_cost":2}}`:                                                     "upstream_inference_input_cost 1+, upstream_inference_output_cost 2+ = 3",
		`{"cost":6,"cost_details":{"upstream_inference_input_cost":1,"upstream_inference_output_cost":2,"server_tool_cost":3,"calls":[{"model":"a/b","cost":1},{"name":"search","cost":2}]}}`: "upstream_inference_input_cost 1+, upstream_inference_output_cost 2+, server_tool_cost 3+, a/b 1, search 2 = 6",
		`{"cost":1,"cost_details":{"calls":[{"cost":1}]}}`:              "unnamed 1 = 0",
		`{"cost":1,"cost_details":{"calls":[{"model":"a"},5],"x":"y"}}`: " = 0",
		`{"cost":1}`: " = 0",
	} {
		x := state.NewExchange("x", nil)
		x.Usage = []byte(usage)
		parts, sum := figures.CostParts(x)
		var words []string
		for _, p := range parts {
			sign := ""
			if p.Counted {
				sign = "+"
			}
			words = append(words, fmt.Sprint(p.Name, " ", p.Dollars, sign))
		}
		if got := fmt.Sprint(strings.Join(words, ", "), " = ", sum); got != want {
			t.Errorf("%s: %s, want %s", usage, got, want)
		}
	}
}

// TestACostIsReadWhereverAServiceReportsIt, with every digit.
func TestACostIsReadWhereverAServiceReportsIt(t *testing.T) {
	for _, c := range []struct{ usage, header, spelled, where string }{
		{`{"cost":0.00030}`, "9", "0.00030", "usage.cost"},
		{`{"cost":"0.10"}`, "", "0.10", "usage.cost"},
		{`{"cost":{"input_tokens_cost":0.001,"total_cost":0.0060000000000000001}}`, "", "0.0060000000000000001", "usage.cost.total_cost"},
		{`{"cost":null,"total_cost":1e-5}`, "", "0.00001", "usage.total_cost"},
		{`{"estimated_cost":0.25}`, "", "0.25", "usage.estimated_cost"},
		{`{"cost_in_usd_ticks":37756000}`, "0.005", "0.0037756", "usage.cost_in_usd_ticks"},
		{`{"output_tokens":1}`, "0.0603825", "0.0603825", "x-litellm-response-cost"},
		{``, "0.5", "0.5", "x-litellm-response-cost"},
		{`{"cost":"free"}`, "", "free", ""},
		{`{"cost":{"currency":"EUR"},"total_cost":1e400}`, "none", "", ""},
	} {
		x := state.NewExchange("x", nil)
		x.Usage, x.Head = []byte(c.usage), &wire.Head{Header: http.Header{"X-Litellm-Response-Cost": {c.header}}}
		spelled, ok := figures.CostOf(x)
		usd, where, known := figures.ReportedCost(x)
		if !ok {
			spelled = ""
		}
		if spelled != c.spelled || where != c.where || known != (where != "") || known && !usd.Equal(decimal.RequireFromString(c.spelled)) {
			t.Errorf("%s, %s: %q of %q, %s", c.usage, c.header, spelled, where, usd)
		}
	}
}

// The usage arrived, with whatever other members.
func TestNoCostNamesAMissingCost(t *testing.T) {
	for usage, want := range map[string]string{
		`{"input_tokens":3}`: "not reported", `{"cost":null,"total_tokens":3}`: "not reported", `{"cost":0}`: "", `{"cost":"0.1"}`: "", `null`: "", ``: "",
	} {
		x := state.NewExchange("x", nil)
		x.Usage, x.Verdict = []byte(usage), state.Completed
		if got := figures.NoCost(x); got != want {
			t.Errorf("%s: %q, want %q", usage, got, want)
		}
	}
}

// TestUsageOfTheBeginningIsNoCost: a service may begin with zeros, and the answer may be cut off.
func TestUsageOfTheBeginningIsNoCost(t *testing.T) {
	begun := wiretest.Event("response.created", `"response":{"id":"r","status":"in_progress","usage":{"input_tokens":0,"output_tokens":0,"input_tokens_details":{"cached_tokens":0},"cost":0}}`)
	x := statetest.Fold(begun, wiretest.Delta(0, "m", "12345678"))
	if cost, ok := figures.CostOf(x); ok {
		t.Errorf("the cost is %q", cost)
	}
	if got := figures.TokensOf(x); got.Counts[usage.Input] != -1 || got.Counts[usage.CacheRead] != -1 || got.Counts[usage.Output] != 2 || !got.Estimated {
		t.Errorf("%+v", got)
	}
	x = statetest.Fold(begun, wiretest.Delta(0, "m", "12345678"), wiretest.Event("response.completed", `"response":{"status":"completed","usage":{"input_tokens":3,"output_tokens":9,"cost":0.5}}`))
	if cost, _ := figures.CostOf(x); cost != "0.5" || figures.TokensOf(x).Counts[usage.Output] != 9 {
		t.Errorf("at its end: %q, %+v", cost, figures.TokensOf(x))
	}
}
