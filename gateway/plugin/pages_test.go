package plugin_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/plugin"
)

// Every page is complete, and its domain is reserved.
func TestCollection(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range plugin.Pages() {
		u, err := url.Parse(p.URL)
		if err != nil || u.Scheme != "https" || seen[p.URL] {
			t.Errorf("%q: %v", p.URL, err)
		}
		seen[p.URL] = true
		host := "." + u.Hostname()
		if !slices.ContainsFunc([]string{".example.com", ".example.org", ".example.net", ".example", ".test"},
			func(reserved string) bool { return strings.HasSuffix(host, reserved) }) {
			t.Errorf("%s is on no reserved domain", p.URL)
		}
		if p.Title == "" || len(p.Text) < 80 || strings.Contains(p.Title, "\n") {
			t.Errorf("%+v", p)
		}
	}
	if len(seen) < 12 {
		t.Errorf("%d pages", len(seen))
	}
}

func TestWebFetch(t *testing.T) {
	for _, address := range []string{
		"https://docs.example.com/search/rerank", "http://docs.example.com/search/rerank/", "docs.example.com/search/rerank",
		"https://WWW.Docs.Example.com:443/search/rerank?x=y#z",
	} {
		if p, ok := plugin.FetchPage(address); !ok || p.Title != "What a reranker does" {
			t.Errorf("%s: %+v", address, p)
		}
	}
	for _, address := range []string{"", "https://docs.example.com/", "https://docs.example.com/Search/rerank", "ht tp://x", "https://%zz", "https://example.com/search/rerank"} {
		if p, ok := plugin.FetchPage(address); ok {
			t.Errorf("%s is %s", address, p.URL)
		}
	}
}

func find(q plugin.Query) []string {
	var found []string
	for _, h := range plugin.SearchPages(q) {
		found = append(found, h.URL)
	}
	return found
}

func TestWebSearch(t *testing.T) {
	for text, first := range map[string]string{
		"Who built the first lighthouse?":            "https://harbour.example.org/lighthouses/history",
		"search the web for server-sent events":      "https://docs.example.com/web/server-sent-events",
		"weather in Paris":                           "https://travel.example.com/cities/paris",
		"compare sorting algorithms":                 "https://docs.example.com/algorithms/sorting",
		"how do I bake BREAD":                        "https://kitchen.example/recipes/bread",
		"what does a reranker do with my documents?": "https://docs.example.com/search/rerank",
	} {
		if found := find(plugin.Query{Text: text, Max: 5}); len(found) == 0 || found[0] != first {
			t.Errorf("%q: %q", text, found)
		}
	}
	for _, text := range []string{"", "the web", "xyzzy", "?"} {
		if found := find(plugin.Query{Text: text, Max: 5}); found != nil {
			t.Errorf("%q: %q", text, found)
		}
	}
	if !slices.Equal(find(plugin.Query{Text: "weather", Max: 5}), find(plugin.Query{Text: "weather", Max: 5})) {
		t.Error("two searches differ")
	}
}

// The words that people try first, because the product is about them, find something, however they
// are inflected.
func TestProductWordsFindPages(t *testing.T) {
	for _, w := range strings.Fields(`rerank reranking reranker route router routing guardrail guardrails fusion plugin tools function stream
		streaming SSE token prompt model provider price cost session metadata cache caching cached schema JSON reasoning gateway API
		moderation compression healing image error retry timeout fallback MCP agent PDF BM25`) {
		if find(plugin.Query{Text: w, Max: 1}) == nil {
			t.Errorf("nothing about %s", w)
		}
	}
	for _, same := range []string{"rerank reranks reranker rerankers reranking", "route routes router routers routing", "cache caches cached caching"} {
		for _, w := range strings.Fields(same) {
			if got, want := find(plugin.Query{Text: w, Max: 9}), find(plugin.Query{Text: strings.Fields(same)[0], Max: 9}); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", w, got, want)
			}
		}
	}
}

func TestMax(t *testing.T) {
	const common = "moon tides weather city lighthouse bread degrees"
	all := find(plugin.Query{Text: common, Max: 100})
	if len(all) < 5 {
		t.Fatalf("%q", all)
	}
	for most, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, len(all): len(all), len(all) + 1: len(all)} {
		if got := find(plugin.Query{Text: common, Max: most}); len(got) != want || !slices.Equal(got, all[:want]) {
			t.Errorf("at most %d: %q", most, got)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, h := range plugin.SearchPages(plugin.Query{Text: "which lens did Fresnel make", Max: 5}) {
		if !strings.Contains(h.Text, h.Excerpt) || h.Excerpt == "" || h.Score <= 0 {
			t.Errorf("%+v", h)
		}
		if strings.Contains(h.URL, "lighthouses") && !strings.HasPrefix(h.Excerpt, "In 1822 ") {
			t.Errorf("%q", h.Excerpt)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		include, exclude, address string
		want                      bool
	}{
		{"", "", "https://a.example.com/x", true},
		{"example.com", "", "https://example.com/x", true},
		{"example.com", "", "https://a.example.com/x", true},
		{"example.com", "", "https://myexample.com/x", false},
		{"EXAMPLE.com", "", "https://Example.COM", true},
		{"https://example.com/", "", "https://example.com/x", true},
		{"a.example.com", "", "https://example.com/x", false},
		{"*.example.com", "", "https://a.example.com/x", true},
		{"*.example.com", "", "https://example.com/x", false},
		{"*.example.*", "", "https://a.example.org/x", true},
		{"*", "", "https://a.example.org/x", true},
		{"example.com/docs", "", "https://example.com/docs", true},
		{"example.com/docs", "", "https://example.com/docs/", true},
		{"example.com/docs/", "", "https://example.com/docs/x/y", true},
		{"example.com/docs", "", "https://example.com/docset", false},
		{"example.com/docs", "", "https://example.com/Docs", false},
		{"example.com/docs", "", "https://example.com/", false},
		{"example.com/*/y", "", "https://example.com/x/y", true},
		{"example.com/d*", "", "https://example.com/docset", true},
		{"example.com/a*b*c", "", "https://example.com/a1c2b3c", true},
		{"example.com/a*b*c", "", "https://example.com/a1c2", false},
		{"example.com", "example.com/docs", "https://example.com/docs/x", false},
		{"example.com", "example.com/docs", "https://example.com/x", true},
		{"", "*.example.com", "https://a.example.com/x", false},
		{"", "*.example.com", "https://example.com/x", true},
		{"", "example.com", "https://example.com/x", false},
		{"/docs", "", "https://example.com/docs", false},
	} {
		var f plugin.DomainFilter
		if c.include != "" {
			f.Include = []string{"nowhere.test", c.include}
		}
		if c.exclude != "" {
			f.Exclude = []string{"nowhere.test", c.exclude}
		}
		if got := f.Allows(c.address); got != c.want {
			t.Errorf("%q without %q allows %s: %t", c.include, c.exclude, c.address, got)
		}
	}
	found := find(plugin.Query{Text: "weather degrees", Max: 9, Filter: plugin.DomainFilter{Include: []string{"travel.example.com/cities"}, Exclude: []string{"*/cities/paris"}}})
	if !slices.Equal(found, []string{"https://travel.example.com/cities/tokyo"}) {
		t.Errorf("%q", found)
	}
}
