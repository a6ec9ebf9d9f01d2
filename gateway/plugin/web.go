package plugin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// Source is a page that a plugin put before the model.
type Source struct {
	URL     string
	Title   string
	Excerpt string // what an answer quotes of it
}

// defaultResults is max_results where it was not sent (wire-notes §2).
const defaultResults = 5

// searchPrompt introduces the results, unless the request has its own.
const searchPrompt = "These are web search results for the next message. Use them in the answer, and cite each with its URL."

// Search is the plugin web: it searches the gateway's own collection of pages
// once, for the newest message, and puts what it finds before that message.
func Search(req *request.Request, p request.Plugin, web *pages.Web) (*request.Request, []Source, route.Stage) {
	include, _ := p.Texts("include_domains")
	exclude, _ := p.Texts("exclude_domains")
	most := p.Count("max_results", defaultResults)
	uses := p.Count("max_uses", 1)
	data := map[string]any{"engine": word(p, "engine", "local"), "max_results": most, "results": []map[string]any{}}
	for name, list := range map[string][]string{"include_domains": include, "exclude_domains": exclude} {
		if list != nil {
			data[name] = list
		}
	}
	for _, name := range []string{"mode", "user_location"} {
		if v, ok := p.Member(name); ok {
			data[name] = v.Value()
		}
	}
	query := head(strings.Join(strings.Fields(req.Prompt()), " "), 400)
	data["query"] = query
	if uses < 1 || query == "" {
		why := "the message is empty"
		if uses < 1 {
			why = "max_uses is 0"
		}
		data["searches"] = 0
		return req, nil, stage("web-search", "No search: "+why, data)
	}
	data["searches"] = 1
	hits := web.Search(pages.Query{Text: query, Filter: pages.Filter{Include: include, Exclude: exclude}, Max: most})
	var sources []Source
	var told []string
	results := []map[string]any{}
	for _, h := range hits {
		sources = append(sources, Source{h.URL, h.Title, h.Excerpt})
		told = append(told, fmt.Sprintf("[%s](%s)\n%s", h.Title, h.URL, h.Text))
		results = append(results, map[string]any{"url": h.URL, "title": h.Title})
	}
	data["results"] = results
	summary := fmt.Sprintf("Searched the gateway's built-in pages: %s", plural(len(hits), "result"))
	if len(hits) == 0 {
		return req, nil, stage("web-search", summary, data)
	}
	told = append([]string{word(p, "search_prompt", searchPrompt), pages.Note}, told...)
	return before(req, strings.Join(told, "\n\n")), sources, stage("web-search", summary, data)
}

// defaultFetches is how many pages web-fetch fetches where max_uses was not
// sent.
const defaultFetches = 5

// Fetch is the plugin web-fetch: it fetches the pages whose addresses stand in
// the newest message from the gateway's own collection, and puts them before
// that message.
func Fetch(req *request.Request, p request.Plugin, web *pages.Web) (*request.Request, []Source, route.Stage) {
	allowed, _ := p.Texts("allowed_domains")
	blocked, _ := p.Texts("blocked_domains")
	filter := pages.Filter{Include: allowed, Exclude: blocked}
	uses := p.Count("max_uses", defaultFetches)
	most := p.Count("max_content_tokens", 0)
	fetched := []map[string]any{}
	var sources []Source
	var told, seen []string
	for _, address := range pages.Addresses(head(req.Prompt(), 100_000)) {
		if slices.Contains(seen, address) {
			continue
		}
		seen = append(seen, address)
		result := map[string]any{"url": head(address, 200)}
		fetched = append(fetched, result)
		page, ok := web.Fetch(address)
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
		if most > 0 {
			text, _ = output.CutTokens(text, most)
		}
		result["title"], result["content_tokens"] = page.Title, output.CountTokens(text)
		sources = append(sources, Source{page.URL, page.Title, firstSentence(text)})
		told = append(told, fmt.Sprintf("Fetched %s: %s\n%s", page.URL, page.Title, text))
	}
	data := map[string]any{"engine": "local", "fetched": fetched}
	summary := fmt.Sprintf("Fetched %d of %s in the message from the gateway's built-in pages", len(sources), plural(len(fetched), "URL"))
	if len(fetched) == 0 {
		summary = "No URL in the message to fetch"
	}
	if len(sources) > 0 {
		req = before(req, strings.Join(append([]string{pages.Note}, told...), "\n\n"))
	}
	return req, sources, stage("web-fetch", summary, data)
}

func firstSentence(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if i := strings.Index(line, ". "); i >= 0 {
		return line[:i+1]
	}
	return line
}

// word is a field that is a text; def where it was not sent or is empty.
func word(p request.Plugin, name, def string) string {
	v, _ := p.Member(name)
	return cmp.Or(v.Str, def)
}
