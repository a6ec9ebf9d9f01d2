package state_test

import (
	"testing"

	"gatehouse/state"
)

// TestChainNamesARepeatedModelOnce: many clients put model first in models too.
func TestChainNamesARepeatedModelOnce(t *testing.T) {
	for request, want := range map[string]string{
		`{"model":"a","models":["a","b"]}`:             "a, then b",
		`{"model":"a","models":["b","a"]}`:             "a, then b, then a",
		`{"models":["a","a","b","c","d","e","e","f"]}`: "a, then b, then c, then d, then e, and 1 more",
	} {
		if got := state.Chain([]byte(request)); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
}

// TestTheRouterIsNamedWhereNoModelIs: the server's default answers nothing that a plugin
// of the request chooses for.
func TestTheRouterIsNamedWhereNoModelIs(t *testing.T) {
	for request, want := range map[string]string{
		`{}`:                                 "",
		`{"plugins":[{"id":"web"},null,7]}`:  "",
		`{"plugins":[{"id":"auto-router"}]}`: "auto-router",
		`{"plugins":[{"id":"web"},{"id":"pareto-router"},{"id":"fusion"}]}`:            "pareto-router",
		`{"models":[],"plugins":[{"id":"fusion"}]}`:                                    "fusion",
		`{"plugins":[{"id":"auto-router","enabled":false},{"id":"auto-beta-router"}]}`: "auto-beta-router",
		`{"model":"sim/writer","plugins":[{"id":"auto-router"}]}`:                      "sim/writer",
	} {
		if got := state.Chain([]byte(request)); got != want {
			t.Errorf("%s: %q, want %q", request, got, want)
		}
	}
}
