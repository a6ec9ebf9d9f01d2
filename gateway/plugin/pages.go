package plugin

import (
	"embed"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

//go:embed web/*.txt
var pageFiles embed.FS

// PageNote marks text that is made of these pages.
const PageNote = "Simulated: a page built into the local gateway."

// Page is one page.
type Page struct {
	URL   string
	Title string
	Text  string // one line per paragraph
}

// Web is the collection. It is immutable and safe for use by several goroutines.
type Web struct {
	pages []Page
	index wordIndex
}

// NewWeb loads the collection.
func NewWeb() *Web {
	w := &Web{}
	names, err := fs.Glob(pageFiles, "web/*.txt")
	for _, name := range names {
		var b []byte
		if b, err = pageFiles.ReadFile(name); err != nil {
			break
		}
		head, text, _ := strings.Cut(string(b), "\n\n")
		address, title, _ := strings.Cut(head, "\n")
		w.pages = append(w.pages, Page{URL: address, Title: title, Text: strings.TrimSpace(text)})
	}
	if err != nil {
		panic("pages: " + err.Error()) // the files are part of the program
	}
	w.index = newWordIndex(w.pages)
	return w
}

// All returns every page, in a fixed order.
func (w *Web) All() []Page { return slices.Clone(w.pages) }

// Fetch returns the page at an address. Scheme, www, a final slash, query and fragment are ignored.
func (w *Web) Fetch(address string) (Page, bool) {
	want := hostPath(address)
	i := slices.IndexFunc(w.pages, func(p Page) bool { return hostPath(p.URL) == want })
	if i < 0 {
		return Page{}, false
	}
	return w.pages[i], true
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

func hostPath(address string) string {
	host, path := splitAddress(address)
	return host + path
}

// splitAddress returns the host of an address in lower case, without port and www, and its path without a
// final slash. The scheme is optional.
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
