package figures_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/figures"
)

// TestCostParts: the parts of a cost are counted once; a list of calls is told, and counted
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

// TestACostThatIsNotReportedIsSaid of usage that came, whatever else that has.
func TestACostThatIsNotReportedIsSaid(t *testing.T) {
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
