package validate_test

import (
	"fmt"

	"gatehouse/state/request/validate"
)

func ExampleFor() {
	report := validate.For(validate.ForResponses, []byte(`{
		"model": "a/b", "route": "fallback", "max_tool_calls": 31,
		"plugins": [{"id": "auto-router", "cost_tier": "cheap"}],
		"metadata": {"a[0]": "x"}
	}`), validate.Service{})
	for _, f := range report.Faults {
		fmt.Println(f)
	}
	for _, w := range report.Warnings {
		fmt.Println("warning:", w)
	}
	// Output:
	// max_tool_calls: 31, must be at most 30
	// plugins[0].cost_tier: "cheap", allowed: low, medium, high, xhigh, max
	// metadata["a[0]"]: key has brackets, which are not allowed
	// warning: route: deprecated
}

func ExampleFor_rerank() {
	for _, f := range validate.For(validate.ForRerank, []byte(`{"model": "sim/bm25", "documents": [], "top_n": 0}`), validate.Service{}).Faults {
		fmt.Println(f)
	}
	// Output:
	// documents: no items, at least 1 required
	// top_n: 0, must be at least 1
	// query: is required but missing
}
