package cassette

import (
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/har"
	"gatehouse/client/wire"
)

// way is a path, with its parameters, that leads to a recorded exchange.
type way struct {
	path, query string
	named       bool // the path begins with the name of the target
}

// loose begins the end of a path, which leads to an exchange of another program.
const loose = "…"

// asked are the ways that a request may mean: its path with the name of a target, as it is,
// and as the end of another.
func asked(url string) []way {
	path, query := address(url)
	return []way{{path, query, true}, {path, query, false}, {loose + path, query, false}}
}

// waysTo are the ways to a recorded exchange. Its own address is the first; what follows
// the base URL leads there too, with the name of the target in front of it where it has
// one. Where the base URL is not known, as in a file of another program, every end of the
// path may be what follows it.
func waysTo(e har.Entry, name string) []way {
	path, query := address(e.Capture.Sent.URL)
	ways := []way{{path: path, query: query}}
	if e.About.BaseURL == "" {
		for rest := path; ; {
			at := strings.IndexByte(rest[min(1, len(rest)):], '/')
			if at < 0 {
				return ways
			}
			rest = rest[1+at:]
			ways = append(ways, way{path: loose + rest, query: query})
			if name != "" {
				ways = append(ways, way{"/" + name + rest, query, true})
			}
		}
	}
	base, parameters := address(e.About.BaseURL)
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(base, "/"))
	if !ok || rest != "" && !strings.HasPrefix(rest, "/") {
		return ways
	}
	if rest == "" {
		rest = "/"
	}
	after := way{path: rest, query: without(query, parameters)}
	if after != ways[0] {
		ways = append(ways, after)
	}
	if name != "" {
		ways = append(ways, way{"/" + name + rest, after.query, true})
	}
	return ways
}

// without returns parameters without those that the base URL has put there.
func without(query, base string) string {
	all, wrong := url.ParseQuery(query)
	own, wrongBase := url.ParseQuery(base)
	if base == "" || wrong != nil || wrongBase != nil {
		return query
	}
	for name, values := range own {
		for _, value := range values {
			if at := slices.Index(all[name], value); at >= 0 {
				all[name] = slices.Delete(all[name], at, at+1)
			}
		}
	}
	return all.Encode()
}

// address returns the path of an address, and its parameters in an order of their own,
// without those that carry credentials: these were not recorded.
func address(address string) (path, query string) {
	u, err := url.Parse(address)
	if err != nil {
		path, query, _ = strings.Cut(address, "?")
		return path, query
	}
	if path = u.EscapedPath(); path == "" {
		path = "/"
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return path, u.RawQuery
	}
	for name := range values {
		if wire.Credential(name) {
			delete(values, name)
		}
	}
	return path, values.Encode()
}
