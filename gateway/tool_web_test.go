package gateway_test

import (
	"slices"
	"testing"
)

// The domain filters of the web tools.
func TestToolDomains(t *testing.T) {
	base := serve(t)
	found := func(tool string) []string {
		_, r := using(t, base, "search the web for the weather in Paris and Tokyo", tool, "")
		var urls []string
		for _, u := range r.Get("output.0.action.sources.#.url").Array() {
			urls = append(urls, u.Str)
		}
		return urls
	}
	all := found(`{"type":"web_search"}`)
	const paris, tokyo = "https://travel.example.com/cities/paris", "https://travel.example.com/cities/tokyo"
	if !slices.Contains(all, paris) || !slices.Contains(all, tokyo) {
		t.Fatalf("%q", all)
	}
	for _, c := range []struct {
		members string
		want    []string
	}{
		{`"allowed_domains":["travel.example.com/cities/paris"]`, []string{paris}},
		{`"allowed_domains":["nowhere.test"]`, nil},
		{`"blocked_domains":["*.com/cities/paris"],"allowed_domains":["*.example.com"]`, []string{tokyo}},
		{`"excluded_domains":["travel.example.com/cities/tokyo"],"allowed_domains":["travel.example.com"]`, []string{paris}},
		{`"excluded_domains":["travel.example.com"],"allowed_domains":["travel.example.com"]`, nil},
	} {
		for _, tool := range []string{
			`{"type":"web_search","filters":{` + c.members + `}}`, `{"type":"web_search_preview","filters":{` + c.members + `}}`,
			`{"type":"service:web_search","parameters":{` + c.members + `}}`,
		} {
			if got := found(tool); !slices.Equal(slices.Sorted(slices.Values(got)), c.want) {
				t.Errorf("%s: %q", tool, got)
			}
		}
	}
	for most, want := range map[string]int{`"max_results":1`: 1, `"max_results":2`: 2, `"max_results":0`: 0, `"max_total_results":1`: 1} {
		if got := found(`{"type":"service:web_search","parameters":{` + most + `}}`); len(got) != want {
			t.Errorf("%s: %q", most, got)
		}
	}
	for parameters, want := range map[string]int64{``: 200, `"blocked_domains":["kitchen.example"]`: 403, `"allowed_domains":["docs.example.com"]`: 403, `"allowed_domains":["kitchen.example"]`: 200} {
		_, r := using(t, base, "fetch https://kitchen.example/recipes/bread.", `{"type":"service:web_fetch","parameters":{`+parameters+`}}`, "")
		if item := r.Get("output.0"); item.Get("httpStatus").Int() != want || (want == 200) != item.Get("content").Exists() {
			t.Errorf("%s: %s", parameters, item)
		}
	}
	if _, r := using(t, base, "fetch http://127.0.0.1:1/x", `{"type":"service:web_fetch"}`, ""); r.Get("output.0.httpStatus").Int() != 404 {
		t.Errorf("%s", r.Get("output.0"))
	}
}

// The message cites what the search found, at the right place.
func TestCitations(t *testing.T) {
	base := serve(t)
	events, r := using(t, base, "search the web for “café” weather in Paris", `{"type":"web_search"}`, "")
	message := r.Get("output.1.content.0")
	text := []rune(message.Get("text").Str)
	list := message.Get("annotations").Array()
	if len(list) == 0 {
		_, r = using(t, base, "search the web for weather in Paris", `{"type":"web_search"}`, "")
		message = r.Get("output.1.content.0")
		text, list = []rune(message.Get("text").Str), message.Get("annotations").Array()
	}
	for _, a := range list {
		link := string(text[a.Get("start_index").Int():a.Get("end_index").Int()])
		if a.Get("type").Str != "url_citation" || link != "["+a.Get("title").Str+"]("+a.Get("url").Str+")" {
			t.Errorf("%s is %q", a, link)
		}
	}
	if len(list) == 0 || len(events) == 0 {
		t.Errorf("%s", message)
	}
}
