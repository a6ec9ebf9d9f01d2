package history

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"gatehouse/app/config"
	"gatehouse/app/screen"
	"gatehouse/state/dialects"
	past "gatehouse/state/history"
)

// went is what an exchange is, with the base URL that its program used: the proxy's target
// may be the server alone, and the program have put /v1 behind the proxy's address.
func (x *exchange) went() past.About {
	about := x.About
	if about.BaseURL != "" {
		about.BaseURL = strings.TrimSuffix(about.BaseURL, "/") + x.below()
	}
	return about
}

// below is the path between the base URL that an exchange was sent to and its endpoint.
func (x *exchange) below() string {
	base, wrongBase := url.Parse(x.About.BaseURL)
	sent, wrongSent := url.Parse(x.Capture.Sent.URL)
	endpoint := dialects.Endpoint(x.Capture.Sent)
	if wrongBase != nil || wrongSent != nil || endpoint == "" || x.About.Origin != past.Proxy {
		return ""
	}
	path := strings.TrimSuffix(strings.TrimSuffix(sent.EscapedPath(), "/"), "/"+endpoint)
	below, ok := strings.CutPrefix(path, strings.TrimSuffix(base.EscapedPath(), "/"))
	if !ok || !strings.HasPrefix(below, "/") {
		return ""
	}
	return below
}

// over is the connection that a copy of an exchange goes over: that of the playground. What
// came through a proxy is another program's, and goes to the gateway that this program uses,
// where a connection of this run or of the file leads there. Keys are of connections, so
// none goes to another address than its own.
func (x *exchange) over() *screen.Link {
	s := x.screen
	if x.About.Origin != past.Proxy || s.LeadsTo(s.Link.Connection, x.went()) {
		return s.Link
	}
	ways := []screen.Connection{s.Proxy.To, s.Options.Connection, s.Options.Local}
	names := []string{x.About.Connection}
	if s.File != nil {
		names = append(names, slices.Sorted(maps.Keys(s.File.Profiles))...)
	}
	for i, name := range names {
		settings, err := config.Merge(s.File, config.Environment{}, config.Flags{Profile: name})
		if name == "" || err != nil {
			continue
		}
		at := len(ways)
		if i == 0 { // the one that it did go over, before any that leads there too
			at = 0
		}
		ways = slices.Insert(ways, at, screen.ConnectionOf(settings))
	}
	for _, c := range ways {
		if !c.Local && s.LeadsTo(c, x.About) {
			c.BaseURL = strings.TrimSuffix(c.BaseURL, "/") + x.below()
		}
		if s.LeadsTo(c, x.went()) {
			return s.LinkTo(c)
		}
	}
	return s.Link
}
