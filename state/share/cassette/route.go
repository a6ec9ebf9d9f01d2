package cassette

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/har"
	"gatehouse/client/wire"
)

// route is a path, with its parameters, that leads to a recorded exchange.
type route struct {
	path, query string
	named       bool // the path begins with the name of the target
}

// loose begins the end of a path, which leads to an exchange of another program.
const loose = "…"

// asked returns the routes that a request may mean: its path with the name of a target, as it is,
// and as the end of another.
func asked(url string) []route {
	path, query := address(url)
	return []route{{path, query, true}, {path, query, false}, {loose + path, query, false}}
}

// routesTo returns the routes to a recorded exchange. Its address is the first; what follows the
// base URL is another, also after the name of the target if it has one. If the base URL is not
// known, as in a file of another program, every end of the path may follow it.
func routesTo(e har.Entry, name string) []route {
	path, query := address(e.Capture.Sent.URL)
	routes := []route{{path: path, query: query}}
	if e.About.BaseURL == "" {
		for rest := path; ; {
			at := strings.IndexByte(rest[min(1, len(rest)):], '/')
			if at < 0 {
				return routes
			}
			rest = rest[1+at:]
			routes = append(routes, route{path: loose + rest, query: query})
			if name != "" {
				routes = append(routes, route{"/" + name + rest, query, true})
			}
		}
	}
	base, parameters := address(e.About.BaseURL)
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(base, "/"))
	if !ok || rest != "" && !strings.HasPrefix(rest, "/") {
		return routes
	}
	rest = cmp.Or(rest, "/")
	after := route{path: rest, query: without(query, parameters)}
	if after != routes[0] {
		routes = append(routes, after)
	}
	if name != "" {
		routes = append(routes, route{"/" + name + rest, after.query, true})
	}
	return routes
}

// without returns parameters without those that the base URL has put there.
func without(query, base string) string {
	all, wrong := url.ParseQuery(query)
	ofBase, wrongBase := url.ParseQuery(base)
	if base == "" || wrong != nil || wrongBase != nil {
		return query
	}
	for name, values := range ofBase {
		for _, value := range values {
			if at := slices.Index(all[name], value); at >= 0 {
				all[name] = slices.Delete(all[name], at, at+1)
			}
		}
	}
	return all.Encode()
}

// address returns the path of an address, and its sorted parameters, without those that carry
// credentials, which were not recorded.
func address(address string) (path, query string) {
	u, err := url.Parse(address)
	if err != nil {
		path, query, _ = strings.Cut(address, "?")
		return path, query
	}
	path = cmp.Or(u.EscapedPath(), "/")
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
