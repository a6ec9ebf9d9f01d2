package plugin

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

const defaultResults = 5 // wire-notes §2

const searchPrompt = "These are web search results for the next message. Use them in the answer, and cite each with its URL."

// Search is the plugin web: it searches the gateway's pages once, for the newest message, and
// inserts the results before that message.
func Search(req *request.Request, p request.Plugin) (*request.Request, []output.Source, route.Stage) {
	limit := p.Count("max_results", defaultResults)
	query := output.FirstCharacters(strings.Join(strings.Fields(req.Prompt()), " "), 400)
	results := []map[string]any{}
	data := map[string]any{
		"engine": p.Text("engine", "local"), "query": query, "max_results": limit, "searches": 0, "results": results,
	}
	for _, name := range []string{"include_domains", "exclude_domains", "mode", "user_location"} {
		if v, ok := p.Member(name); ok {
			data[name] = v.Value()
		}
	}
	switch {
	case p.Count("max_uses", 1) < 1:
		return req, nil, stage("web-search", "No search: max_uses is 0", data)
	case query == "":
		return req, nil, stage("web-search", "No search: the message is empty", data)
	}
	filter := DomainFilter{Include: p.Texts("include_domains"), Exclude: p.Texts("exclude_domains")}
	hits := SearchPages(Query{Text: query, Filter: filter, Max: limit})
	var sources []output.Source
	texts := []string{p.Text("search_prompt", searchPrompt), PageNote}
	for _, h := range hits {
		sources = append(sources, h.Source)
		texts = append(texts, fmt.Sprintf("[%s](%s)\n%s", h.Title, h.URL, h.Text))
		results = append(results, map[string]any{"url": h.URL, "title": h.Title})
	}
	data["results"], data["searches"] = results, 1
	summary := fmt.Sprintf("Searched the gateway's built-in pages: %s", output.Plural(len(hits), "result"))
	if len(hits) == 0 {
		return req, nil, stage("web-search", summary, data)
	}
	return insertBeforePrompt(req, strings.Join(texts, "\n\n")), sources, stage("web-search", summary, data)
}

const defaultFetches = 5

// Fetch is the plugin web-fetch: it fetches the URLs in the newest message from the gateway's
// pages, and inserts the pages before that message.
func Fetch(req *request.Request, p request.Plugin) (*request.Request, []output.Source, route.Stage) {
	filter := DomainFilter{Include: p.Texts("allowed_domains"), Exclude: p.Texts("blocked_domains")}
	uses := p.Count("max_uses", defaultFetches)
	maxTokens := p.Count("max_content_tokens", 0)
	fetched := []map[string]any{}
	var sources []output.Source
	var seen []string
	texts := []string{PageNote}
	for _, address := range Addresses(output.Prefix(req.Prompt(), 100_000)) {
		if slices.Contains(seen, address) {
			continue
		}
		seen = append(seen, address)
		result := map[string]any{"url": output.Shorten(address, 200)}
		fetched = append(fetched, result)
		page, ok := FetchPage(address)
		switch {
		case !filter.Allows(address):
			result["error"] = "the domain is not allowed"
			continue
		case len(sources) >= uses:
			result["error"] = "max_uses was reached"
			continue
		case !ok:
			result["error"] = "not one of the gateway's built-in pages"
			continue
		}
		text := page.Text
		if maxTokens > 0 {
			text, _ = output.CutTokens(text, maxTokens)
		}
		result["title"], result["content_tokens"] = page.Title, output.CountTokens(text)
		page.Excerpt = sentences(text)[0]
		sources = append(sources, page.Source)
		texts = append(texts, fmt.Sprintf("Fetched %s: %s\n%s", page.URL, page.Title, text))
	}
	data := map[string]any{"engine": "local", "fetched": fetched}
	summary := fmt.Sprintf("Fetched %d of %s in the message from the gateway's built-in pages", len(sources), output.Plural(len(fetched), "URL"))
	if len(fetched) == 0 {
		summary = "No URL in the message to fetch"
	}
	if len(sources) > 0 {
		req = insertBeforePrompt(req, strings.Join(texts, "\n\n"))
	}
	return req, sources, stage("web-fetch", summary, data)
}

// Cite appends the sources to a message, each on a line with a citation of the quoted part. JSON,
// refusals and other items are returned unchanged.
func Cite(it output.Placed, sources []output.Source) output.Placed {
	if m, ok := it.Item.(output.Message); ok && len(sources) > 0 && !m.Refusal && !json.Valid([]byte(m.Text)) {
		it.Item = withSources(m, sources)
	}
	return it
}

func withSources(m output.Message, sources []output.Source) output.Message {
	const heading = "\n\n### From the web\n\nSimulated: these pages are built into the local gateway.\n"
	var b strings.Builder
	b.WriteString(heading)
	at := utf8.RuneCountInString(m.Text) + utf8.RuneCountInString(heading)
	m.Citations = append([]output.Citation{}, m.Citations...)
	for _, s := range sources {
		line := "\n- " + s.Excerpt + " [" + s.Title + "](" + s.URL + ")"
		b.WriteString(line)
		start := at + len("\n- ")
		at += utf8.RuneCountInString(line)
		m.Citations = append(m.Citations, output.Citation{URL: s.URL, Title: s.Title, Start: start, End: at})
	}
	m.Text += b.String()
	return m
}
