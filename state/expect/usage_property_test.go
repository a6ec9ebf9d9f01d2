package expect_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/share/trace"
	"gatehouse/state/statetest"
)

// usageMembers are members that usage objects may have, in every vendor's spelling.
var usageMembers = []string{
	"input_tokens", "prompt_tokens", "output_tokens", "completion_tokens", "total_tokens", "cached_tokens", "prompt_cache_hit_tokens",
	"cache_read_input_tokens", "cache_creation_input_tokens", "reasoning_tokens", "cost", "total_cost", "estimated_cost",
	"prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens", "completion_tokens_details.reasoning_tokens",
	"output_tokens_details.reasoning_tokens", "cache_creation.ephemeral_1h_input_tokens", "cost.total_cost", "cost_in_usd_ticks",
}

// TestAllReadAUsageAlike: for any usage, receipt, history (which stats count), spans and the bounds of
// checks have the same cost, and the same tokens.
func TestAllReadAUsageAlike(t *testing.T) {
	checks := map[string]*expect.Check{}
	for _, name := range []string{"cost", "input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"} {
		all, err := expect.Parse("c.toml", []byte("[[check]]\nname = \"n\"\nrecorded = \"last\"\n[check.expect]\n"+name+" = { min = 0 }\n"), readFile)
		if err != nil {
			t.Fatal(err)
		}
		checks[name] = all[0]
	}
	rapid.Check(t, func(t *rapid.T) {
		members := map[string]any{}
		for _, path := range rapid.SliceOfN(rapid.SampledFrom(usageMembers), 0, 9).Draw(t, "members") {
			n := rapid.IntRange(0, 50_000).Draw(t, path)
			outer, inner, nested := strings.Cut(path, ".")
			if !nested {
				members[outer] = n
			} else if object, ok := members[outer].(map[string]any); ok {
				object[inner] = n
			} else {
				members[outer] = map[string]any{inner: n}
			}
		}
		used, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		x := statetest.Answered(200, `{"model":"m","input":"hello"}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"usage":`+string(used)+`}`)
		c := &wire.Capture{ID: "x", Sent: wire.Sent{Method: "POST", URL: "https://h.example/v1/responses"}, Timing: wire.NoTiming(), End: &wire.End{}}
		entry := history.Of(history.About{}, x, c)
		r := receipt.Of(receipt.Subject{Exchange: x})
		spans := trace.Of(history.About{}, x, c, false)
		attributes := map[string]float64{}
		for _, a := range spans[0].Attributes {
			switch v := a.Value.(type) {
			case int64:
				attributes[a.Key] = float64(v)
			case float64:
				attributes[a.Key] = v
			}
		}
		same := func(name string, entered float64, attribute string) {
			t.Helper()
			exported, ok := attributes[attribute]
			if !ok {
				exported = -1
			}
			outcome := checks[name].Evaluate(&expect.Subject{Exchange: x})[0]
			bound, err := strconv.ParseFloat(outcome.Got, 64)
			if err != nil {
				bound = -1
			}
			if math.Abs(entered-exported) > 1e-9 || math.Abs(entered-bound) > 1e-9 {
				t.Fatalf("%s: %s of the history is %v, of the span %v, of the check %v (%+v)", used, name, entered, exported, bound, outcome)
			}
		}
		cost := -1.0
		if r.Reported.Cost.There {
			cost = r.Reported.Cost.USD.InexactFloat64()
		}
		if math.Abs(cost-entry.Cost) > 1e-9 {
			t.Fatalf("%s: the receipt's cost is %v, that of the history %v", used, cost, entry.Cost)
		}
		same("cost", entry.Cost, "gatehouse.cost")
		for _, k := range usage.Figures() {
			if k != usage.Output || !entry.Tokens.Estimated {
				same(k.Figure()+"_tokens", float64(entry.Tokens.Counts[k]), spanNames[k])
			}
			if r.Counts[k] != entry.Tokens.Counts[k] && !(k == usage.Output && entry.Tokens.Estimated) {
				t.Fatalf("%s: %s is %d in the receipt, %d in the history", used, k, r.Counts[k], entry.Tokens.Counts[k])
			}
		}
	})
}

var spanNames = map[usage.Kind]string{
	usage.Input: "gen_ai.usage.input_tokens", usage.CacheRead: "gen_ai.usage.cache_read.input_tokens",
	usage.Output: "gen_ai.usage.output_tokens", usage.Reasoning: "gen_ai.usage.reasoning.output_tokens",
}
