package cache_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
)

// useOf is an exchange with a prompt, as its provider reports it.
func useOf(t *testing.T, key time.Duration, model, provider, host, body string, in, cached, written int) *cache.Use {
	t.Helper()
	p, err := run.PromptOf([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	u := &cache.Use{Key: int64(key / time.Microsecond), ID: fmt.Sprint(key), Asked: model, Served: model, Provider: provider, Host: host, In: in, Cached: cached}
	u.Ended, u.Record = u.Key+1000, cache.Record{Prompt: p, Written: written}
	return u
}

// TestEarlierPromptIsNotMeasuredByTheContinuation: after previous_response_id a request has only the end of
// its prompt, so that its bytes do not give the tokens of what the service puts before them.
func TestEarlierPromptIsNotMeasuredByTheContinuation(t *testing.T) {
	long := strings.Repeat("Read the file before you change it. ", 400)
	mark := `,"cache_control":{"type":"ephemeral"}`
	part := func(mark string) string { return `{"type":"input_text","text":"` + long + `"` + mark + `}` }
	for name, before := range map[string]string{
		"a mark in the middle, what was written is not known": part("") + "," + part(mark) + "," + part(""),
		"no mark": part("") + "," + part(""),
	} {
		b := useOf(t, time.Hour, "claude-sonnet-4-5", "Anthropic", "gateway.example", `{"model":"claude-sonnet-4-5","input":[{"role":"user","content":[`+before+`]}]}`, -1, -1, -1)
		now := useOf(t, time.Hour+time.Minute, "claude-sonnet-4-5", "Anthropic", "gateway.example", `{"model":"claude-sonnet-4-5","previous_response_id":"r1","input":"and?"}`, 8000, 0, 0)
		now.Parent = b.Key
		if a := cache.Explain(now, []*cache.Use{b}); a.Before != b || a.Could > a.In || a.Lost > 0 {
			t.Errorf("%s: %s, lost %d, could %d of %d", name, a.Verdict, a.Lost, a.Could, a.In)
		}
		now.Asked, now.Served, now.Provider, b.Asked, b.Served, b.Provider = "gpt-5", "gpt-5", "OpenAI", "gpt-5", "gpt-5", "OpenAI"
		if a := cache.Explain(now, []*cache.Use{b}); a.Could > a.In || a.Lost > 0 {
			t.Errorf("%s, no marks wanted: %s, lost %d, could %d of %d", name, a.Verdict, a.Lost, a.Could, a.In)
		}
	}
}

// TestRequestsOfClientsAreCompared as the clients send them and their providers read them.
func TestRequestsOfClientsAreCompared(t *testing.T) {
	long := strings.Repeat("Read the file before you change it. ", 400)
	claude := func(billing, last string) string {
		return `{"model":"claude-sonnet-4-5","system":[` + billing + `{"type":"text","text":"` + long + `","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"` + last + `"}]}`
	}
	billing := func(cch string) string {
		return `{"type":"text","text":"x-anthropic-billing-header: cc_version=2.1.90; cc_entrypoint=cli; cch=` + cch + `;"},`
	}
	tool := func(name string) string {
		return `{"type":"function","name":"` + name + `","description":"` + long[:2000] + `","parameters":{}}`
	}
	fn := func(name string) string {
		return `{"type":"function","function":{"name":"` + name + `","description":"` + long[:2000] + `","parameters":{}}}`
	}
	schema := func(name string) string {
		return `{"name":"` + name + `","description":"` + long[:2000] + `","input_schema":{}}`
	}
	chat := func(tools, system string) string {
		return `{"model":"gpt-5","tools":[` + tools + `],"messages":[{"role":"system","content":"` + system + `"},{"role":"user","content":"x"}]}`
	}
	messages := func(tools string) string {
		return strings.Replace(claude("", "x"), `"system"`, `"tools":[`+tools+`],"system"`, 1)
	}
	gpt := func(key, tools, system, last string) string {
		return `{"model":"gpt-5",` + key + `"tools":[` + tools + `],"instructions":"` + system + `","input":[{"role":"user","content":"` + last + `"}]}`
	}
	type sent struct {
		body                string
		in, cached, written int
	}
	for name, c := range map[string]struct {
		before, now sent
		parent      bool // now goes on from before
		claude      bool
		want        cache.Verdict
		change      cache.Change
	}{
		"Claude Code, another billing header": {claude: true, want: cache.Hit, change: cache.Replaced,
			before: sent{claude(billing("aa11"), "hello"), 4010, 0, 4000}, now: sent{claude(billing("bb22"), "hello again"), 4012, 4000, 0}},
		"Claude Code, no header the first time": {claude: true, want: cache.Hit, change: cache.Replaced,
			before: sent{claude("", "hello"), 4010, 0, 4000}, now: sent{claude(billing("bb22"), "hello again"), 4012, 4000, 0}},
		"a text that only mentions the header is compared": {claude: true, want: cache.Edited, change: cache.Replaced,
			before: sent{claude(strings.Replace(billing("aa11"), "x-anthropic", "no x-anthropic", 1), long), 8010, 0, 4000}, now: sent{claude(strings.Replace(billing("bb22"), "x-anthropic", "no x-anthropic", 1), long), 8010, 0, 4000}},
		"tools in another order": {want: cache.Reordered, change: cache.Moved,
			before: sent{gpt("", tool("a")+","+tool("b")+","+tool("c"), long, "x"), 5500, 0, -1}, now: sent{gpt("", tool("c")+","+tool("a")+","+tool("b"), long, "x"), 5500, 0, -1}},
		"one tool more": {want: cache.ToolsChanged, change: cache.ToolsOnly,
			before: sent{gpt("", tool("a")+","+tool("b"), long, "x"), 5000, 0, -1}, now: sent{gpt("", tool("c")+","+tool("a")+","+tool("b"), long, "x"), 5500, 0, -1}},
		"a chat completion's tools in another order": {want: cache.Reordered, change: cache.Moved,
			before: sent{chat(fn("a")+","+fn("b"), long), 5500, 0, -1}, now: sent{chat(fn("b")+","+fn("a"), long), 5500, 0, -1}},
		"Claude's tools in another order": {claude: true, want: cache.Reordered, change: cache.Moved,
			before: sent{messages(schema("a") + "," + schema("b")), 5500, 0, 5400}, now: sent{messages(schema("b") + "," + schema("a")), 5500, 0, 5400}},
		"another prompt_cache_key proves nothing": {want: cache.Unknown,
			before: sent{gpt(`"prompt_cache_key":"s1",`, tool("a"), long, "x"), 5000, 0, -1}, now: sent{gpt(`"prompt_cache_key":"s2",`, tool("a"), long, "x"), 5000, 0, -1}},
		"previous_response_id, read": {parent: true, want: cache.Hit,
			before: sent{gpt("", tool("a"), long, "x"), 5000, 0, -1}, now: sent{`{"model":"gpt-5","previous_response_id":"r1","input":"and?"}`, 5020, 4992, -1}},
		"previous_response_id, not read": {parent: true, want: cache.Unknown,
			before: sent{gpt("", tool("a"), long, "x"), 5000, 0, -1}, now: sent{`{"model":"gpt-5","previous_response_id":"r1","input":"and?"}`, 5020, 0, -1}},
		"previous_response_id of an exchange that is not known is compared with none": {want: cache.Unknown,
			before: sent{gpt("", "", long, "x"), 5000, 0, -1}, now: sent{`{"model":"gpt-5","previous_response_id":"r0","instructions":"` + long + `","input":"and?"}`, 5020, 0, -1}},
	} {
		model, provider, host := "gpt-5", "OpenAI", "api.openai.com"
		if c.claude {
			model, provider, host = "claude-sonnet-4-5", "Anthropic", "api.anthropic.com"
		}
		before := useOf(t, time.Hour, model, provider, host, c.before.body, c.before.in, c.before.cached, c.before.written)
		now := useOf(t, time.Hour+time.Minute, model, provider, host, c.now.body, c.now.in, c.now.cached, c.now.written)
		if c.parent {
			now.Parent = before.Key
		}
		a := cache.Explain(now, []*cache.Use{before})
		if a.Verdict != c.want || a.Diff.Change != c.change {
			t.Errorf("%s: %s with change %d, want %s with %d: read %d of %d, could %d; %v", name, a.Verdict, a.Diff.Change, c.want, c.change, a.Read, a.In, a.Could, verdicts(a))
		}
		if c.parent && (a.Before != before || a.Could != before.In) {
			t.Errorf("%s: compared with %v, of which %d could be read", name, a.Before, a.Could)
		}
	}
}
