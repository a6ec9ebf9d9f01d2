package history

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/config"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/dialect/translate"
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
	if _, err := translate.Request(x.sentPath(), x.capture.Sent.Body); err != nil {
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
	if !x.foreign() {
		return x.capture.Sent.Body, nil, nil
	}
	r, err := translate.Request(x.sentPath(), x.capture.Sent.Body)
	for _, l := range r.Losses {
		lost = append(lost, l.String())
	}
	return r.Body, lost, err
}

// leftOut says what of the answer a conversation that goes on does not have: see
// talk.Rewritten.
func (x *exchange) leftOut() (lost []string) {
	if !x.foreign() {
		return nil
	}
	if n := len(x.folded.Choices()) - 1; n > 0 {
		lost = append(lost, "answer: the first choice stands for it; "+views.Counted(n, "other choice")+" left out")
	}
	items := x.folded.Answer()
	if slices.ContainsFunc(items, func(it *state.Item) bool { return it.Type == "reasoning" }) {
		lost = append(lost, "answer: its reasoning is left out")
	}
	cites := func(p *state.Part) bool { return len(p.Annotations) > 0 }
	if slices.ContainsFunc(items, func(it *state.Item) bool { return slices.ContainsFunc(it.Parts(), cites) }) {
		lost = append(lost, "answer: its citations are left out")
	}
	return lost
}

// answered has a turn hold the answer of an exchange. Of another API that is its items
// alone: its request is not one that the conversation could send again.
func (x *exchange) answered(turn *talk.Turn) {
	if x.foreign() {
		turn.Output = talk.Rewritten(x.folded)
		return
	}
	turn.Exchange, turn.Capture = x.folded, x.capture
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
