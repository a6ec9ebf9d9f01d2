package cache

import (
	"math"
	"slices"
	"strings"
	"time"
)

// Rule is what a provider publishes of its cache. Where it leaves something open, the bounds
// differ: only what is true at both of them is proven.
type Rule struct {
	Vendor string        // whose it is; empty: none is known
	Source string        // where it is published, and when it was read
	Marked bool          // only what ends at a mark of the request is stored
	Asks   bool          // only a request with a mark reads
	Least  int           // tokens that a beginning must have to be stored, by the lowest of the published figures
	Most   int           // the same, by the highest
	Sooner time.Duration // what has not been used for so long may be gone
	Later  time.Duration // it is gone then
	Step   int           // tokens in which reads are counted
}

// Forever is the bound of a time whose end is not published.
const Forever = time.Duration(math.MaxInt64)

// unknownRule is the rule of a provider without one in the table. It proves nothing.
var unknownRule = Rule{Sooner: 5 * time.Minute, Later: Forever, Step: 128}

// LowestMinimum returns the rule of the table with the lowest minimum: what is shorter no known provider
// stores.
func LowestMinimum() Rule {
	return slices.MinFunc(table, func(a, b rule) int { return a.Least - b.Least }).Rule
}

// IsTooShort reports whether a prompt is shorter than what any known provider stores, and no cache was asked
// for. The local gateway stores prompts of any length.
func (u *Use) IsTooShort() bool {
	return !u.Local && u.In > 0 && u.In < LowestMinimum().Least && u.Cached <= 0 && !u.Marks()
}

type rule struct {
	model string   // a part of the name of the model that served
	by    []string // parts of the name or host of who served it; none: whoever serves the model follows the rule
	Rule
}

// Sources of the rules, all read on 2026-11-28.
const (
	anthropic = "platform.claude.com/docs/en/build-with-claude/prompt-caching, 2026-11-28"
	openai    = "developers.openai.com/api/docs/guides/prompt-caching, 2026-11-28"
	gemini    = "ai.google.dev/gemini-api/docs/caching, 2026-11-28"
	deepseek  = "api-docs.deepseek.com/guides/kv_cache, 2026-11-28"
)

func claude(model string, least, most int) rule {
	return rule{model: model, Rule: Rule{Vendor: "Anthropic", Source: anthropic, Marked: true, Asks: true, Least: least, Most: most, Sooner: 5 * time.Minute, Later: time.Hour, Step: 1}}
}

// table is in the order in which it is asked: the first row that fits holds.
var table = []rule{
	claude("claude-opus-4.5", 4096, 4096), claude("claude-opus-4.6", 4096, 4096), claude("claude-opus-4.7", 2048, 4096), claude("claude-opus-4", 1024, 1024),
	claude("claude-opus-5", 512, 512), claude("claude-haiku-4", 4096, 4096), claude("claude-sonnet-4.6", 1024, 2048), claude("claude-sonnet", 1024, 1024),
	claude("claude-3-haiku", 2048, 2048), claude("claude-3.5-haiku", 2048, 2048), claude("haiku", 2048, 4096), claude("claude", 512, 4096),
	{model: "gpt", by: []string{"openai", "azure"}, Rule: Rule{Vendor: "OpenAI", Source: openai, Least: 1024, Most: 1024, Sooner: 5 * time.Minute, Later: time.Hour, Step: 128}},
	{model: "gemini-2.5-flash", Rule: Rule{Vendor: "Google", Source: gemini, Least: 1024, Most: 2048, Sooner: time.Minute, Later: Forever, Step: 1}},
	{model: "gemini-2.5-pro", Rule: Rule{Vendor: "Google", Source: gemini, Least: 2048, Most: 4096, Sooner: time.Minute, Later: Forever, Step: 1}},
	{model: "gemini", Rule: Rule{Vendor: "Google", Source: gemini, Least: 1024, Most: 4096, Sooner: time.Minute, Later: Forever, Step: 1}},
	{model: "deepseek", by: []string{"deepseek"}, Rule: Rule{Vendor: "DeepSeek", Source: deepseek, Least: 64, Most: 1024, Sooner: time.Hour, Later: Forever, Step: 64}},
}

// localRule is that of the local gateway: see gateway/response/cache.go.
var localRule = Rule{Vendor: "the local gateway", Source: "its program", Marked: true, Sooner: 5 * time.Minute, Later: time.Hour, Step: 1}

func ruleOf(u *Use) Rule {
	if u.Local {
		return localRule
	}
	model := dotted(strings.ReplaceAll(strings.ToLower(u.Model()), "_", "-"))
	by := strings.ToLower(u.Provider + " " + u.Host)
	for _, r := range table {
		if !strings.Contains(model, r.model) {
			continue
		}
		if len(r.by) > 0 && !slices.ContainsFunc(r.by, func(who string) bool { return strings.Contains(by, who) }) {
			return unknownRule
		}
		return r.retained(u)
	}
	return unknownRule
}

// retained returns a rule with the lifetime that the request asks for in a setting.
func (r rule) retained(u *Use) Rule {
	if r.Vendor == "OpenAI" {
		switch {
		case u.Prompt.Setting("prompt_cache_options") != "":
			return unknownRule
		case u.Prompt.Setting("prompt_cache_retention") != `"in_memory"` && u.Prompt.Setting("prompt_cache_retention") != `"in-memory"`:
			r.Later = 24 * time.Hour // the default is another with each model
		}
	}
	return r.Rule
}

// dotted writes the version of a model with a dot between its two numbers: claude-opus-4-5-20251101
// is claude-opus-4.5-20251101.
func dotted(model string) string {
	digit := func(i int) bool { return i >= 0 && i < len(model) && model[i] >= '0' && model[i] <= '9' }
	for i := 1; i < len(model); i++ {
		if model[i] == '-' && digit(i-1) && !digit(i-2) && digit(i+1) && !digit(i+2) {
			return model[:i] + "." + model[i+1:]
		}
	}
	return model
}
