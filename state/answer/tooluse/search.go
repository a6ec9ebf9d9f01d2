package tooluse

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
)

// search reads a search: its query, and its results as titles and links.
func search(u *Use, i *item) {
	action := members(i.get("action"))
	u.InputLine = searchQuery(action, i.members)
	found := 0
	for _, list := range [][]byte{i.get("results"), i.get("sources"), action.get("results", "sources"), i.get("tools"), i.get("models")} {
		if scan.KindOf(list) == scan.Array {
			found += u.found(list)
			u.Result = figures.Counted(found, "result")
		}
	}
}

// searchQuery returns the query of a search.
func searchQuery(action, item object) string {
	var words []string
	add := func(v []byte, format string) {
		for _, t := range texts(v) {
			if w := firstLine(t.rope); w != "" && !slices.Contains(words, fmt.Sprintf(format, w)) {
				words = append(words, fmt.Sprintf(format, w))
			}
		}
	}
	for _, o := range []object{action, item} {
		switch wordOf(o.get("type")) {
		case "open_page":
			add(o.get("url"), "open %s")
		case "find_in_page", "find":
			add(o.get("pattern"), "find “%s”")
			add(o.get("url"), "in %s")
		}
		add(o.get("query"), "“%s”")
		add(o.get("queries"), "“%s”")
	}
	return strings.Join(words, " ")
}

// found appends results, each with its title and link in a line and its text below, and
// returns their number.
func (u *Use) found(list []byte) (n int) {
	var links []string
	apart := false // the line above is the text of a result
	flush := func() {
		if len(links) > 0 {
			u.say(Links, strings.Join(links, "\n")).Apart = apart
			links, apart = nil, false
		}
	}
	for _, result := range scan.Elements(list) {
		n++
		if scan.KindOf(result) == scan.String {
			links = append(links, wordOf(result))
			continue
		}
		o := members(result)
		links = append(links, linkOf(o))
		if words := ropeOf(o.get("text", "snippet", "content", "description")); words.Len() > 0 && scan.KindOf(o.get("content")) != scan.Array {
			flush()
			u.add(Plain, text{words, NotStreamed})
			apart = true
		}
	}
	flush()
	return n
}

// linkOf returns a result in one line: its title, its score and its address.
func linkOf(o object) string {
	title := wordOf(o.get("title", "filename", "name", "slug"))
	url := wordOf(o.get("url", "uri", "link"))
	if title == "" && url == "" {
		title = wordOf(o.get("file_id", "id"))
	}
	if score := wordOf(o.get("score")); score != "" {
		title += "  " + score
	}
	return link(title, url)
}

// link returns a title and an address in one line.
func link(title, url string) string {
	title = strings.Join(strings.Fields(title), " ")
	url = strings.Join(strings.Fields(url), " ")
	switch {
	case title == "" || title == url:
		return url
	case url == "":
		return title
	}
	return title + "  " + url
}

// fetch reads a fetched page: its address and its text.
func fetch(u *Use, i *item) {
	url, status := i.word("url"), i.word("httpStatus", "http_status", "status_code")
	if u.InputLine = url; url == "" {
		u.InputLine = searchQuery(members(i.get("action")), i.members)
	}
	u.say(Links, link(i.word("title"), url))
	u.add(Plain, contentText(i.get("content", "text", "output"))).Apart = true
	if status != "" {
		u.Result, u.Sign = status, Good
		if status[0] != '2' {
			u.Sign = Bad
		}
	}
}
