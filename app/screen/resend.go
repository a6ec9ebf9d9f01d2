package screen

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gatehouse/app/effect/config"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/history"
	"gatehouse/views/kit/text"
)

// LinkOf returns the connection that leads to where an exchange was sent; ok is false if none of
// this launch or of the file does. One with the name of the exchange's connection comes first: a
// key belongs to a connection. below is the path that its program put after the base URL.
func (h *Host) LinkOf(about history.About, below string) (link *Link, ok bool) {
	sent := about
	if sent.BaseURL != "" {
		sent.BaseURL = strings.TrimSuffix(sent.BaseURL, "/") + below
	}
	var named, others []Connection
	add := func(c Connection, isNamed bool) {
		if !c.Local && h.IsSentOver(c, about) {
			c.BaseURL = strings.TrimSuffix(c.BaseURL, "/") + below
		}
		if !h.IsSentOver(c, sent) {
			return
		}
		if isNamed {
			named = append(named, c)
		} else {
			others = append(others, c)
		}
	}
	for _, c := range []Connection{h.Link.Connection, h.Proxy.To, h.Options.Connection, h.Options.Local} {
		add(c, c.Local || c.Name == about.Connection)
	}
	if h.File != nil {
		for _, name := range slices.Sorted(maps.Keys(h.File.Profiles)) {
			if settings, err := config.Merge(h.File, config.Environment{}, config.Flags{Profile: name}); err == nil {
				add(ConnectionOf(settings), name == about.Connection)
			}
		}
	}
	for _, c := range append(named, others...) {
		return h.LinkTo(c), true
	}
	return nil, false
}

// PathBelow returns the path between the base URL that an exchange was sent to and its endpoint.
func (x *Exchange) PathBelow() string {
	if x.About.Origin != history.Proxy {
		return ""
	}
	base, wrongBase := url.Parse(x.About.BaseURL)
	sent, wrongSent := url.Parse(x.Capture.Sent.URL)
	endpoint := registry.Endpoint(x.Capture.Sent)
	if wrongBase != nil || wrongSent != nil || endpoint == "" {
		return ""
	}
	path := strings.TrimSuffix(strings.TrimSuffix(sent.EscapedPath(), "/"), "/"+endpoint)
	below, ok := strings.CutPrefix(path, strings.TrimSuffix(base.EscapedPath(), "/"))
	if !ok || !strings.HasPrefix(below, "/") {
		return ""
	}
	return below
}

// ResendCall returns the call that sends an exchange's request once more, byte for byte. Of an
// earlier launch it has the recorded headers that choose a route or ask for metadata.
func (x *Exchange) ResendCall() client.Call {
	if x.call.Body != nil {
		return x.call
	}
	call := client.Call{Path: client.ResponsesPath, Body: x.State.Request, Stream: x.State.AsksStream(), Header: http.Header{}}
	if x.Capture == nil || x.About.Origin != history.Playground {
		return call
	}
	metadata := http.CanonicalHeaderKey("X-" + x.About.Service)
	for name, values := range x.Capture.Sent.Header {
		if name == "X-Session-Id" || strings.HasPrefix(name, metadata) && strings.HasSuffix(name, "-Metadata") {
			call.Header[name] = values
		}
	}
	return call
}

// ResentNotice returns the notice that a request was sent once more, byte for byte, and to where.
func ResentNotice(call client.Call, over *Link) string {
	model := text.SanitizeLine(state.Chain(call.Body))
	if model == "" {
		model = "no model named"
	}
	return "sent again unchanged: " + Short(model, 60) + ", to " + over.InFull()
}
