package tool

import (
	"context"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

const (
	webResults  = 5  // default of max_results (wire-notes §2)
	webTotal    = 50 // default of max_total_results
	fetchTokens = 2000
)

var lead = output.Lazy(`(?is)^.*?\b(?:search|look|find|fetch|ask)\w*\b.{0,40}?\b(?:for|about|up|on)\s+(.+)$`)

// query returns what a prompt searches for: what it quotes, what follows "search for", or all of
// it.
func query(prompt string) string {
	prompt = strings.TrimSpace(output.Prefix(prompt, maxPrompt))
	if q := sim.Quoted(prompt); len(q) > 0 {
		prompt = q[0]
	} else if l := lead().FindStringSubmatch(prompt); l != nil {
		prompt = l[1]
	}
	return strings.Join(strings.Fields(strings.Trim(output.FirstCharacters(prompt, 200), " .?!")), " ")
}

// domains returns the filter of a web tool. blocked_domains and excluded_domains mean the same.
func domains(t request.Tool) plugin.DomainFilter {
	return plugin.DomainFilter{
		Include: t.Texts("allowed_domains"),
		Exclude: append(t.Texts("blocked_domains"), t.Texts("excluded_domains")...),
	}
}

// search searches the pages within the limits of the tool for one search and for all.
func (k *Kit) search(t request.Tool, text string) []plugin.Hit {
	left := t.Count("max_total_results", webTotal) - k.results
	hits := plugin.SearchPages(plugin.Query{Text: text, Filter: domains(t), Max: min(left, t.Count("max_results", webResults))})
	k.results += len(hits)
	return hits
}

// webSearch is the search under all of its names. The item of the server tool has the tool's type,
// that of the others is a web_search_call.
func webSearch(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	hits := k.search(t, about)
	typ, action := t.Type, output.JSON{}.Object("action").Text("type", "search").Text("query", about)
	if !strings.HasPrefix(typ, k.Word+":") {
		typ, action = "web_search_call", action.Value("queries", []string{about})
	}
	it := item(typ, "ws", nil, nil, output.Events{
		Name: "response.web_search_call", Before: []string{"in_progress", "searching"}, After: []string{"completed"},
	})
	it.Members = func(b output.JSON, _ string, done bool) output.JSON {
		b = append(b, action...)
		if done {
			b = append(b, `,"sources":[`...)
			for _, h := range hits {
				b = append(b.Next(), '{').Text("type", "url").Text("url", h.URL).End()
			}
			b = append(b, ']')
		}
		return b.End()
	}
	out := done(it, about, "")
	for _, h := range hits {
		out.Finding.Sources = append(out.Finding.Sources, h.Source)
	}
	if len(hits) == 0 {
		out.Finding.Output = "Nothing found. " + plugin.PageNote
	}
	return out
}

// webFetch fetches the URL in the prompt, or the page that matches the prompt best.
func webFetch(_ context.Context, k *Kit, t request.Tool) Outcome {
	filter := domains(t)
	url := ""
	if addresses := plugin.Addresses(output.Prefix(k.Prompt, maxPrompt)); len(addresses) > 0 {
		url = addresses[0]
	} else if hits := plugin.SearchPages(plugin.Query{Text: query(k.Prompt), Filter: filter, Max: 1}); len(hits) > 0 {
		url = hits[0].URL
	}
	page, ok := plugin.FetchPage(url)
	status, why := 200, ""
	switch {
	case url == "":
		status, why = 404, "Nothing to fetch: the prompt has no URL, and no page matches it."
	case !filter.Allows(url):
		status, why = 403, "The tool's domain filter does not allow this URL."
	case !ok:
		status, why = 404, "The local gateway has no such page: it fetches only its built-in pages."
	}
	if why != "" {
		found := output.JSON{}.Text("error", why).Int("httpStatus", status)
		return done(item(t.Type, "wf", output.JSON{}.Text("url", url), found, output.Events{}), url, why)
	}
	text, _ := output.CutTokens(page.Text, t.Count("max_content_tokens", fetchTokens))
	text = plugin.PageNote + "\n\n" + text
	found := output.JSON{}.Text("title", page.Title).Text("content", text).Int("httpStatus", status)
	out := done(item(t.Type, "wf", output.JSON{}.Text("url", page.URL), found, output.Events{}), url, text)
	out.Finding.Sources = []output.Source{page.Source}
	return out
}
