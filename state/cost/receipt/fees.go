package receipt

import (
	"slices"

	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/dialect/usage"
)

// feeItems are the items of an answer for which vendors charge a fee in addition to tokens, and what one of
// them is called. A search in a list of files, a container and a picture cost what
// https://platform.openai.com/docs/pricing says; Anthropic's web_fetch is free
// (https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-fetch-tool).
var feeItems = []struct{ kind, name, noun string }{
	{"web_search_call", "", "web search"},
	{"file_search_call", "", "file search"},
	{"code_interpreter_call", "", "code container run"},
	{"image_generation_call", "", "image"},
	{"server_tool_use", "web_search", "web search"},
	{"server_tool_use", "code_execution", "code container run"},
	{"server_tool_use", "bash_code_execution", "code container run"},
}

// unpricedFees counts the tools and images of an answer that are billed apart from tokens, where its usage does not count them.
func unpricedFees(x *state.Exchange, c *usage.Counts) (fees []string) {
	searched := c[usage.WebSearch] >= 0
	add := func(n int, noun string) {
		if n > 0 && !(searched && noun == "web search") {
			fees = append(fees, figures.Counted(n, noun))
		}
	}
	counts := map[string]int{}
	for _, it := range x.Items {
		i := slices.IndexFunc(feeItems, func(f struct{ kind, name, noun string }) bool {
			return it.Type == f.kind && (f.name == "" || f.name == it.Name())
		})
		if i >= 0 {
			counts[feeItems[i].noun]++
		}
	}
	used := gjson.ParseBytes(x.Usage)
	counts["code container run"] = max(counts["code container run"], int(used.Get("server_tool_use.code_execution_requests").Int()))
	for _, noun := range []string{"web search", "file search", "code container run", "image"} {
		add(counts[noun], noun)
	}
	add(int(used.Get("num_sources_used").Int()), "live search source") // https://docs.x.ai/docs/guides/live-search
	if cited := used.Get("citation_tokens"); cited.Int() > 0 && !used.Get("cost.citation_tokens_cost").Exists() {
		add(int(cited.Int()), "citation token") // https://docs.perplexity.ai/getting-started/pricing
	}
	if member, _ := x.Finished(); member == "finishReason" && slices.ContainsFunc(x.Items, cites) {
		fees = append(fees, "grounding with a search") // https://ai.google.dev/gemini-api/docs/pricing
	}
	return fees
}

// splitWrites counts what was written to a cache as stored for an hour if all marks of the request ask
// for that and the usage does not say; doubt is why the split is not known.
func splitWrites(c *usage.Counts, request []byte) (doubt string) {
	if c[usage.CacheWrite] <= 0 || c[usage.CacheWriteHour] != wire.None {
		return ""
	}
	hours, marks := 0, gjson.GetBytes(request, "@dig:cache_control").Array()
	for _, mark := range marks {
		if mark.Get("ttl").Str == "1h" {
			hours++
		}
	}
	switch hours {
	case 0:
	case len(marks):
		c[usage.CacheWriteHour], c[usage.CacheWrite] = c[usage.CacheWrite], wire.None
	default:
		return "how much was written to the cache for an hour is not reported"
	}
	return ""
}

// usageDoubt returns why the counts of a usage leave the cost open; empty if nothing does.
func usageDoubt(x *state.Exchange, u *usage.Usage) string {
	c := &u.Counts
	switch {
	case total(x, u) != "":
		return "the total is not the sum of input and output"
	case c[usage.Input] == 0 && c[usage.Output] > 0 && promptBytes(x.Request) > 0:
		return "no input tokens are reported for a prompt"
	}
	return ""
}

// cites reports whether a text of an item names pages that it is grounded in.
func cites(it *state.Item) bool {
	return slices.ContainsFunc(it.Parts(), func(p *state.Part) bool { return len(p.Annotations) > 0 })
}

// promptBytes counts the bytes of the texts of a request: less than what the model reads.
func promptBytes(request []byte) (n int64) {
	body, err := registry.Read(request)
	if err != nil {
		return 0
	}
	for _, m := range body.Messages {
		for _, p := range m.Parts {
			n += int64(len(p.Text))
		}
	}
	return n
}
