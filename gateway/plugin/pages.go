package plugin

import (
	"cmp"
	"context"
	"embed"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/rank"
)

//go:embed web/*.txt
var pageFiles embed.FS

// PageNote marks text that is made of these pages.
const PageNote = "Simulated: a page built into the local gateway."

// Page is one page of a small collection, on domains that are reserved for examples (RFC 2606, RFC
// 6761). Tools and plugins search and fetch these pages, so that they work offline.
type Page struct {
	output.Source        // Excerpt is a sentence of Text that suits a request
	Text          string // one line per paragraph
}

// Pages returns all pages, in a fixed order.
func Pages() []Page {
	var pages []Page
	names, err := fs.Glob(pageFiles, "web/*.txt")
	for _, name := range names {
		var b []byte
		if b, err = pageFiles.ReadFile(name); err != nil {
			break
		}
		head, text, _ := strings.Cut(string(b), "\n\n")
		address, title, _ := strings.Cut(head, "\n")
		pages = append(pages, Page{output.Source{URL: address, Title: title}, strings.TrimSpace(text)})
	}
	if err != nil {
		panic("plugin: " + err.Error()) // the files are part of the program
	}
	return pages
}

// stems returns the stems of a page. The words of the title count more than those of the text.
func (p Page) stems() string {
	_, path := splitAddress(p.URL)
	return strings.Join(stems(strings.Join([]string{p.Text, p.Title, p.Title, p.Title, path}, "\n")), " ")
}

// FetchPage returns the page at an address. Scheme, www, a final slash, query and fragment are
// ignored.
func FetchPage(address string) (Page, bool) {
	host, path := splitAddress(address)
	for _, p := range Pages() {
		if h, q := splitAddress(p.URL); h == host && q == path {
			return p, true
		}
	}
	return Page{}, false
}

var addresses = output.Lazy(`https?://[^\s<>"'` + "`" + `)\]}]+`)

// Addresses returns the addresses of the web in a text, at most 100, without the punctuation after
// them.
func Addresses(text string) []string {
	list := addresses().FindAllString(text, 100)
	for i, address := range list {
		list[i] = strings.TrimRight(address, ".,;:!?")
	}
	return list
}

// splitAddress returns the host of an address in lower case, without port and www, and its path
// without a final slash. The scheme is optional.
func splitAddress(address string) (host, path string) {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return "", ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), strings.TrimRight(u.EscapedPath(), "/")
}

// Query is a search.
type Query struct {
	Text   string
	Filter DomainFilter
	Max    int // hits; 0 or less is none
}

// Hit is a page that was found.
type Hit struct {
	Page          // Excerpt is the sentence that matches the query best
	Score float64 // above 0; comparable only within one search
}

// SearchPages returns the pages that have words of the query, the best first.
func SearchPages(q Query) []Hit {
	pages := Pages()
	texts := make([]string, len(pages))
	for i, p := range pages {
		texts[i] = p.stems()
	}
	var hits []Hit
	words := stems(q.Text)
	slices.Sort(words)
	asked := strings.Join(slices.Compact(words), " ")
	for i, score := range rank.BM25(context.Background(), asked, texts) {
		if p := pages[i]; score > 0 && q.Filter.Allows(p.URL) {
			p.Excerpt = excerpt(asked, p.Text)
			hits = append(hits, Hit{p, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:max(0, min(q.Max, len(hits)))]
}

// excerpt returns the sentence of a text that matches best.
func excerpt(asked, text string) string {
	all := sentences(text)
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = strings.Join(stems(s), " ")
	}
	scores := rank.BM25(context.Background(), asked, words)
	return all[slices.Index(scores, slices.Max(scores))]
}

func sentences(text string) []string {
	var list []string
	for line := range strings.SplitSeq(text, "\n") {
		for line != "" {
			end := len(line)
			if i := strings.Index(line, ". "); i >= 0 {
				end = i + 1
			}
			list = append(list, line[:end])
			line = strings.TrimLeft(line[end:], " ")
		}
	}
	return list
}

// stems returns the words of a text in lower case, without endings and stop words.
func stems(text string) []string {
	var list []string
	for w := range output.Words(text) {
		if len(w) > 1 && !isStopWord(w) {
			list = append(list, stem(w))
		}
	}
	return list
}

// stem removes the ending of a word, so that "rerank" finds "reranker". The result need not be a
// word.
func stem(w string) string {
	for _, end := range []string{"ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "y", "e"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) {
			return strings.TrimSuffix(w, end)
		}
	}
	return w
}

// stopWords has a space around each word.
const stopWords = " about all an and any are as at be by can did do does fetch find for from get give has have how if in " +
	"internet into is it its latest look me most my new news no not of on one online or out page pages please search show so " +
	"some tell than that the their them there they this to up us use was we web website were what when where which who why " +
	"will with without would you your "

func isStopWord(w string) bool { return strings.Contains(stopWords, " "+w+" ") }

// DomainFilter limits a search to some domains ("Web plugin fields": wildcards such as *.<domain>
// and path filters such as <domain>/<path>).
//
// A domain covers its subdomains too; *.example.com covers only subdomains. A path covers
// everything below it. Exclude overrides Include.
type DomainFilter struct {
	Include []string // empty allows every domain
	Exclude []string
}

// Allows reports whether an address passes.
func (f DomainFilter) Allows(address string) bool {
	host, path := splitAddress(address)
	covered := func(pattern string) bool { return covers(pattern, host, path) }
	if slices.ContainsFunc(f.Exclude, covered) {
		return false
	}
	return len(f.Include) == 0 || slices.ContainsFunc(f.Include, covered)
}

// covers reports whether a pattern covers an address. A scheme in the pattern is ignored.
func covers(pattern, host, path string) bool {
	if _, rest, ok := strings.Cut(pattern, "://"); ok {
		pattern = rest
	}
	domain, under, hasPath := strings.Cut(strings.TrimSpace(pattern), "/")
	domain = strings.TrimPrefix(strings.ToLower(domain), "www.")
	switch {
	case domain == "":
		return false
	case strings.Contains(domain, "*"):
		if !output.MatchesStar(domain, host) {
			return false
		}
	case host != domain && !strings.HasSuffix(host, "."+domain):
		return false
	}
	under = strings.TrimRight(under, "/")
	if !hasPath || under == "" {
		return true
	}
	path = strings.TrimPrefix(path, "/")
	return output.MatchesStar(under, path) || output.MatchesStar(under+"/*", path)
}
