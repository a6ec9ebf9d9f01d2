package cache_test

import (
	"strings"
	"testing"

	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
)

// TestASubAgentHasLostNothingOfItsParent: it has other tools and instructions, so it could not read that cache.
func TestASubAgentHasLostNothingOfItsParent(t *testing.T) {
	tool := func(name string) string {
		return `{"name":"` + name + `","description":"` + strings.Repeat("words of a tool ", 2000) + `"}`
	}
	use := func(key int64, tools, system string) *cache.Use {
		p, err := run.PromptOf([]byte(`{"model":"m","max_tokens":9,"tools":[` + tools + `],"system":"` + system + `","messages":[{"role":"user","content":"go"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return &cache.Use{Key: key, ID: system, Asked: "m", In: 20_000, Cached: 0, Record: cache.Record{Prompt: p}}
	}
	parent, agent, another := use(1, tool("a")+","+tool("b"), "parent"), use(2, tool("a"), "agent"), use(3, tool("a"), "agent")
	another.ID = "another"
	if agent.Begins = false; cache.Explain(agent, []*cache.Use{parent}).Verdict == cache.First {
		t.Error("the prompts have nothing in common")
	}
	agent.Begins, another.Begins = true, true
	if a := cache.Explain(agent, []*cache.Use{parent}); a.Verdict != cache.First || a.Lost > 0 {
		t.Errorf("%s, lost %d", a.Verdict, a.Lost)
	}
	if a := cache.Explain(another, []*cache.Use{parent, agent}); a.Before != agent {
		t.Errorf("it is compared with %+v, not with the same agent before", a.Before)
	}
}
