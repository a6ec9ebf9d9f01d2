// Package pages is a small collection of web pages, on domains that are reserved
// for examples (RFC 2606, RFC 6761). It is the web of the local gateway: what
// its tools and plugins search and fetch, so that they work offline and leave
// the machine alone.
package pages

import (
	"embed"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

//go:embed web/*.txt
var files embed.FS

// Note is what a text that is made of these pages says about where it is from.
const Note = "Simulated: a page built into the local gateway."

// Page is one page.
type Page struct {
	URL   string
	Title string
	Text  string // sentences; a line for each paragraph
}

// Web is the collection. It does not change and is safe for use by several
// goroutines.
type Web struct {
	pages []Page
	index index
}

// New reads the collection.
func New() *Web {
	w := &Web{}
	names, err := fs.Glob(files, "web/*.txt")
	for _, name := range names {
		var b []byte
		if b, err = files.ReadFile(name); err != nil {
			break
		}
		head, text, _ := strings.Cut(string(b), "\n\n")
		address, title, _ := strings.Cut(head, "\n")
		w.pages = append(w.pages, Page{URL: address, Title: title, Text: strings.TrimSpace(text)})
	}
	if err != nil {
		panic("pages: " + err.Error()) // the files are part of the program
	}
	w.index = newIndex(w.pages)
	return w
}

// All is every page, in a fixed order.
func (w *Web) All() []Page { return slices.Clone(w.pages) }

// Fetch is the page at an address; scheme, a www before the host, a slash at
// the end, query and fragment do not count.
func (w *Web) Fetch(address string) (Page, bool) {
	want := place(address)
	i := slices.IndexFunc(w.pages, func(p Page) bool { return place(p.URL) == want })
	if i < 0 {
		return Page{}, false
	}
	return w.pages[i], true
}

var addresses = output.Lazy(`https?://[^\s<>"'` + "`" + `)\]}]+`)

// Addresses returns the addresses of the web in a text, at most 100, without the
// punctuation after them.
func Addresses(text string) []string {
	list := addresses().FindAllString(text, 100)
	for i, address := range list {
		list[i] = strings.TrimRight(address, ".,;:!?")
	}
	return list
}

// place is an address as host and path.
func place(address string) string {
	host, path := split(address)
	return host + path
}

// split is the host in lower case, without port and www, and the path without a
// slash at its end, of an address with or without a scheme.
func split(address string) (host, path string) {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return "", ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), strings.TrimRight(u.EscapedPath(), "/")
}
