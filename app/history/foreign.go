package history

import (
	"fmt"
	"net/url"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/app/screen"
	"gatehouse/state"
	past "gatehouse/state/history"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// foreign reports whether an exchange is of another API: its request went through the
// proxy, and no connection of this program takes it as it is.
func (x *exchange) foreign() bool {
	return x.entry.Kind != state.Responses && x.entry.Kind != state.Rerank
}

// sentPath is the path that the request was sent to.
func (x *exchange) sentPath() string {
	u, err := url.Parse(x.capture.Sent.URL)
	if err != nil {
		return ""
	}
	return u.Path
}

// refuseAsItIs says why the request of another API is not sent unchanged, and what can be
// done with it.
func (x *exchange) refuseAsItIs() tea.Cmd {
	s := x.screen
	what := fmt.Sprintf("not sent: it is %s %s", x.capture.Sent.Method, x.sentPath())
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
	return talk.Recorded{State: x.folded, Capture: x.capture}.Request()
}

// over is the connection that a changed copy of an exchange goes over: that of the
// playground; or the profile that the proxy forwarded it to, if that still leads there.
func (x *exchange) over() *screen.Link {
	s := x.screen
	address := strings.TrimSuffix(x.entry.BaseURL, "/")
	leads := func(base string) bool { return strings.TrimSuffix(s.Secrets().Address(base), "/") == address }
	if x.entry.Origin != past.Proxy || x.entry.Connection == "" || x.entry.Connection == past.Local || leads(s.Link.BaseURL) {
		return s.Link
	}
	settings, err := config.Merge(s.File, config.Environment{}, config.Flags{Profile: x.entry.Connection})
	if err != nil || !leads(settings.BaseURL) {
		return s.Link
	}
	return s.LinkTo(screen.ConnectionOf(settings))
}
