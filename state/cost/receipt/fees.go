package receipt

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/dialect/usage"
)

// feeItems are the items of an answer for which vendors charge a fee in addition to tokens, and what one of
// them is called; empty for none. A search in a list of files, a container and a picture cost what
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
	{"server_tool_use", "text_editor_code_execution", "code container run"},
	{"function_call", "$web_search", "web search"}, // https://platform.moonshot.ai/docs/guide/use-web-search
	// Without a fee: what the caller runs, what MCP servers do, and what the documents of the tools say.
	{"computer_call", "", ""},
	{"local_shell_call", "", ""},
	{"apply_patch_call", "", ""},
	{"mcp_call", "", ""}, // https://platform.openai.com/docs/guides/tools-connectors-mcp
	{"mcp_tool_use", "", ""},
	{"server_tool_use", "web_fetch", ""},
	{"server_tool_use", "tool_search_tool_regex", ""}, // https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
	{"server_tool_use", "tool_search_tool_bm25", ""},
}

// feeMembers are where a usage counts what has a fee in addition to tokens, or after a dot where the answer has it.
var feeMembers = []struct{ path, noun string }{
	{"server_tool_use.code_execution_requests", "code container run"},
	// https://docs.x.ai/docs/guides/tools/overview and live-search
	{"server_side_tool_usage_details.web_search_calls", "web search"},
	{"server_side_tool_usage_details.x_search_calls", "X search"},
	{"server_side_tool_usage_details.code_interpreter_calls", "code container run"},
	{"server_side_tool_usage_details.file_search_calls", "file search"},
	{"server_side_tool_usage_details.document_search_calls", "document search"},
	{"server_side_tool_usage_details.image_generation_calls", "image"},
	{"num_sources_used", "live search source"},
	{"prompt_audio_seconds", "audio second"},                     // https://docs.mistral.ai/api/#tag/chat, UsageInfo
	{".choices.#.message.executed_tools|@flatten|#", "tool run"}, // https://console.groq.com/docs/tool-use/built-in-tools
	{".[web_search.0]|#", "web search"},                          // https://docs.z.ai/guides/tools/web-search
	// https://ai.google.dev/gemini-api/docs/pricing: a grounded prompt, or each of its searches; of the web and of maps
	{".candidates.#(groundingMetadata.webSearchQueries.0)#|#", "grounding"},
	{".candidates.#(groundingMetadata.groundingChunks.0)#|#", "grounding"},
}

// unpricedFees counts what an answer used that has a fee in addition to tokens, if its usage does not count
// it. unknown is true if the service ran a tool whose fee is not known.
func unpricedFees(x *state.Exchange, c *usage.Counts) (fees []string, unknown bool) {
	unknown = scan.KindOf(scan.Get(x.Usage, "server_tool_use_details")) == scan.Object || gjson.GetBytes(x.Usage, "num_server_side_tools_used").Int() > 0
	counts := map[string]int{}
	for _, it := range x.Items {
		switch gjson.GetBytes(it.Raw, "action.type").Str {
		case "open_page", "find_in_page": // https://platform.openai.com/docs/guides/tools-web-search: free
			continue
		}
		i := slices.IndexFunc(feeItems, func(f struct{ kind, name, noun string }) bool {
			return it.Type == f.kind && (f.name == "" || f.name == it.Name())
		})
		if i >= 0 {
			counts[feeItems[i].noun]++
		} else if isServerTool(it) {
			unknown = true
		}
	}
	delete(counts, "")
	var answer []byte
	if member, _ := x.Finished(); member == "finish_reason" || member == "finishReason" {
		answer = x.Document()
	}
	for _, m := range feeMembers {
		n := gjson.GetBytes(x.Usage, m.path)
		if path, ok := strings.CutPrefix(m.path, "."); ok {
			n = gjson.GetBytes(answer, path)
		}
		counts[m.noun] = max(counts[m.noun], int(n.Int()))
	}
	if x.Kind() == state.Chat && strings.Contains(x.Model, "-search-preview") { // it searches before each answer: the same guide
		counts["web search"] = max(counts["web search"], 1)
	}
	if cited := gjson.GetBytes(x.Usage, "citation_tokens"); !gjson.GetBytes(x.Usage, "cost.citation_tokens_cost").Exists() {
		counts["citation token"] = int(cited.Int()) // https://docs.perplexity.ai/getting-started/pricing
	}
	if c[usage.WebSearch] >= 0 {
		delete(counts, "web search")
	}
	for _, noun := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[noun]; n > 0 {
			fees = append(fees, figures.Counted(n, noun))
		}
	}
	return fees, unknown
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
