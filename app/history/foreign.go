package history

import (
	"fmt"
	"net/url"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// foreign reports whether an exchange is of another API: its request went through the
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

// refuseAsItIs says why the request of another API is not sent unchanged, and what can be
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
