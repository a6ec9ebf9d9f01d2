package history

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/dialect/registry"
	past "gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// went is what an exchange is, with the base URL that its program used: the proxy's target
// may be the server alone, and the program have put /v1 after the proxy's address.
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
	endpoint := registry.Endpoint(x.Capture.Sent)
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

// over is the connection for a copy of an exchange: that of the playground. An exchange
// of a proxy belongs to another program, and is sent to the gateway that this program uses,
// where a connection of this launch or of the file leads there. A key belongs to a connection,
// so none is sent to another address than that of its connection.
func (x *exchange) over() *screen.Link {
	s := x.screen
	if x.About.Origin != past.Proxy || s.LeadsTo(s.Link.Connection, x.went()) {
		return s.Link
	}
	connections := []screen.Connection{s.Proxy.To, s.Options.Connection, s.Options.Local}
	names := []string{x.About.Connection}
	if s.File != nil {
		names = append(names, slices.Sorted(maps.Keys(s.File.Profiles))...)
	}
	for i, name := range names {
		settings, err := config.Merge(s.File, config.Environment{}, config.Flags{Profile: name})
		if name == "" || err != nil {
			continue
		}
		at := len(connections)
		if i == 0 { // the one that it did go over, before any that leads there too
			at = 0
		}
		connections = slices.Insert(connections, at, screen.ConnectionOf(settings))
	}
	for _, c := range connections {
		if !c.Local && s.LeadsTo(c, x.About) {
			c.BaseURL = strings.TrimSuffix(c.BaseURL, "/") + x.below()
		}
		if s.LeadsTo(c, x.went()) {
			return s.LinkTo(c)
		}
	}
	return s.Link
}

// foreign reports whether an exchange belongs to another API: its request went through the
// proxy, and no connection of this program takes it as it is.
func (x *exchange) foreign() bool {
	return x.About.Kind != state.Responses && x.About.Kind != state.Rerank
}

// sentPath is the path that the request was sent to.
func (x *exchange) sentPath() string {
	u, err := url.Parse(x.Capture.Sent.URL)
	if err != nil {
		return ""
	}
	return u.Path
}

// refuseAsItIs reports why the request of another API is not sent unchanged, and what can be
// done with it.
func (x *exchange) refuseAsItIs() tea.Cmd {
	s := x.screen
	what := fmt.Sprintf("not sent: it is %s %s", x.Capture.Sent.Verb(), x.sentPath())
	if _, _, err := x.request(); err != nil {
		return s.Notify("%s, which can be inspected and exported only", what)
	}
	key := s.Keys.In(views.Inspect).Name(views.ActChange)
	if s.isShown() {
		key = s.Keys.In(views.History).Name(views.ActHistoryBuild)
	}
	return s.Notify("%s; %s opens it as a /responses request", what, key)
}

// request is the request of an exchange as one for POST /responses, and what of it could
// not be translated, a line each.
func (x *exchange) request() (body []byte, lost []string, err error) {
	return talk.Recorded{State: x.State, Capture: x.Capture}.Request()
}
