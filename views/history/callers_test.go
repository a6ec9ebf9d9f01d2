package history

import (
	"slices"
	"testing"

	"gatehouse/state/history"
)

// TestSeveralCallersAreNamed from 120 columns on.
func TestSeveralCallersAreNamed(t *testing.T) {
	of := func(agents ...string) (list []history.Entry) {
		for _, agent := range agents {
			list = append(list, history.Entry{Request: history.Request{Caller: "127.0.0.1 " + agent}})
		}
		return list
	}
	for _, c := range []struct {
		list []history.Entry
		want bool
	}{{of("codex/1.2 (Linux)", "claude-cli/2.1"), true}, {of("codex/1.2 (Linux)", "codex/1.2 (Mac)"), false}, {nil, false}} {
		columns, _ := fitList(117, false, false, history.SeveralCallers(c.list), history.Order{})
		if got := slices.ContainsFunc(columns, func(c history.Column) bool { return c.Name == "caller" }); got != c.want {
			t.Errorf("%v: %v", c.list, got)
		}
	}
}
